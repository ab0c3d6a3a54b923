import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../core/db/database.ts'
import type { Tables } from '../../core/db/tables.ts'
import type { Owner, Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'

export type LoopRow = Selectable<Tables['loops']>
export type LoopItemRow = Selectable<Tables['loop_items']>
type NewItem = Omit<
  Insertable<Tables['loop_items']>,
  'web_site_id' | 'loop_id' | 'user_id' | 'sequence_no' | 'day_parts'
>

/** The loop of a user: of all locations (null), or of one. */
export interface LoopOf {
  user_id: number
  location_id: number | null
}

export const findLoop = (db: Db, site: Site, { user_id, location_id }: LoopOf): Promise<LoopRow | undefined> =>
  db
    .selectFrom('loops')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', user_id)
    .where('location_id', 'is not distinct from', location_id)
    .executeTakeFirst()

/** Returns the loop of a location, else that of all locations. */
export const findLoopAt = (db: Db, site: Site, { user_id, location_id }: LoopOf): Promise<LoopRow | undefined> =>
  db
    .selectFrom('loops')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', user_id)
    .where(sql<boolean>`(location_id is null or location_id = ${location_id}::int)`)
    .orderBy(sql`location_id nulls last`)
    .limit(1)
    .executeTakeFirst()

/**
 * Returns the loop that the business keeps, for a touch screen without one of its own: that of the location before that of
 * all locations, of the person with the widest role.
 */
export const findLoopOfBusiness = (db: Db, site: Site, owner: Owner): Promise<LoopRow | undefined> =>
  db
    .selectFrom('loops as l')
    .innerJoin('users as u', (j) => j.onRef('u.web_site_id', '=', 'l.web_site_id').onRef('u.user_id', '=', 'l.user_id'))
    .selectAll('l')
    .where('l.web_site_id', '=', site.web_site_id)
    .where('u.businessentity_id', '=', owner.businessentity_id)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`(l.location_id is null or l.location_id = ${owner.location_id}::int)`)
    .orderBy(sql`l.location_id nulls last`)
    .orderBy('u.user_access_id')
    .orderBy('l.loop_id')
    .limit(1)
    .executeTakeFirst()

export const findItems = (db: Db, site: Site, loopId: number): Promise<LoopItemRow[]> =>
  db
    .selectFrom('loop_items')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('loop_id', '=', loopId)
    .orderBy('sequence_no')
    .orderBy('item_id')
    .execute()

export const findItemsById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<LoopItemRow[]> =>
  db
    .selectFrom('loop_items')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('item_id', 'in', ids)
    .where(reach.users('loop_items.user_id'))
    .execute()

/** Returns the locations that have a loop of their own. */
export const findOwnLocations = (db: Db, site: Site, userId: number) =>
  db
    .selectFrom('loops')
    .select('location_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .where('location_id', 'is not', null)
    .execute()

export const findLocations = (db: Db, site: Site, owner: Owner) =>
  db
    .selectFrom('locations')
    .select(['location_id', 'businessentity_location_name as name'])
    .where('web_site_id', '=', site.web_site_id)
    .where('businessentity_id', '=', owner.businessentity_id)
    .where('deleted_at', 'is', null)
    .orderBy('businessentity_location_name')
    .orderBy('location_id')
    .execute()

/**
 * Returns the loop for a change and locks it until the end of the transaction, so that changes of two people follow one
 * another. A loop that does not exist yet is made; that of a location begins as a copy of the one of all locations.
 */
export async function lockLoop(db: Db, site: Site, of: LoopOf): Promise<LoopRow> {
  const { web_site_id } = site
  const made = await db
    .insertInto('loops')
    .values({ web_site_id, ...of, day_parts: '[]' })
    .onConflict((c) => c.doNothing())
    .returning('loop_id')
    .executeTakeFirst()
  if (made && of.location_id !== null) await copyLoop(db, site, of.user_id, made.loop_id)
  return db
    .selectFrom('loops')
    .selectAll()
    .where('web_site_id', '=', web_site_id)
    .where('user_id', '=', of.user_id)
    .where('location_id', 'is not distinct from', of.location_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function copyLoop(db: Db, { web_site_id }: Site, userId: number, loopId: number): Promise<void> {
  await sql`update loops own set play_type = a.play_type, banner_duration = a.banner_duration,
      is_fullscreen = a.is_fullscreen, has_captions = a.has_captions, is_muted = a.is_muted, day_parts = a.day_parts
    from loops a
    where own.web_site_id = ${web_site_id} and own.loop_id = ${loopId}
      and a.web_site_id = ${web_site_id} and a.user_id = ${userId} and a.location_id is null`.execute(db)
  await sql`insert into loop_items (web_site_id, loop_id, user_id, kind, part_id, language_id, title, sequence_no, day_parts,
      file_name, file_size, file_hash, seconds, content, is_displayed)
    select i.web_site_id, ${loopId}, i.user_id, i.kind, i.part_id, i.language_id, i.title, i.sequence_no, i.day_parts,
      i.file_name, i.file_size, i.file_hash, i.seconds, i.content, i.is_displayed
    from loop_items i join loops a using (web_site_id, loop_id)
    where a.web_site_id = ${web_site_id} and a.user_id = ${userId} and a.location_id is null
    order by i.sequence_no, i.item_id`.execute(db)
}

/** Locks the loop of an item. */
export const lockLoopById = (db: Db, site: Site, loopId: number): Promise<LoopRow> =>
  db
    .selectFrom('loops')
    .selectAll()
    .where('web_site_id', '=', site.web_site_id)
    .where('loop_id', '=', loopId)
    .forUpdate()
    .executeTakeFirstOrThrow()

type LoopChange = Partial<
  Pick<LoopRow, 'play_type' | 'banner_duration' | 'is_fullscreen' | 'has_captions' | 'is_muted'>
> & { day_parts?: string }

/** Changes a loop, or only counts a change of its items. */
export const changeLoop = (db: Db, site: Site, loopId: number, change: LoopChange = {}): Promise<LoopRow> =>
  db
    .updateTable('loops')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('web_site_id', '=', site.web_site_id)
    .where('loop_id', '=', loopId)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteLoop = (db: Db, site: Site, loopId: number) =>
  db.deleteFrom('loops').where('web_site_id', '=', site.web_site_id).where('loop_id', '=', loopId).execute()

/** Adds an item at the end of a locked loop; returns undefined if the film is already there in the language. */
export const insertItem = (db: Db, site: Site, loop: LoopRow, item: NewItem): Promise<LoopItemRow | undefined> =>
  db
    .insertInto('loop_items')
    .values(({ selectFrom }) => ({
      ...item,
      web_site_id: site.web_site_id,
      loop_id: loop.loop_id,
      user_id: loop.user_id,
      day_parts: '[]',
      sequence_no: selectFrom('loop_items')
        .select(sql<number>`coalesce(max(sequence_no), 0) + 1`.as('next'))
        .where('web_site_id', '=', site.web_site_id)
        .where('loop_id', '=', loop.loop_id),
    }))
    .onConflict((c) => c.doNothing())
    .returningAll()
    .executeTakeFirst()

type ItemChange = Partial<Pick<LoopItemRow, 'part_id' | 'language_id' | 'title' | 'content' | 'is_displayed'>> & {
  day_parts?: string
}

export const updateItem = (db: Db, site: Site, id: number, change: ItemChange): Promise<LoopItemRow | undefined> =>
  db
    .updateTable('loop_items')
    .set(change)
    .where('web_site_id', '=', site.web_site_id)
    .where('item_id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Returns whether the loop has the film of an item in its language as another item. */
export const hasFilm = async (
  db: Db,
  site: Site,
  { loop_id, item_id, part_id, language_id }: LoopItemRow,
): Promise<boolean> => {
  const found = await db
    .selectFrom('loop_items')
    .select('item_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('loop_id', '=', loop_id)
    .where('part_id', '=', part_id)
    .where('language_id', language_id === null ? 'is' : '=', language_id)
    .where('item_id', '<>', item_id)
    .executeTakeFirst()
  return found !== undefined
}

export const deleteItem = (db: Db, site: Site, id: number): Promise<LoopItemRow | undefined> =>
  db
    .deleteFrom('loop_items')
    .where('web_site_id', '=', site.web_site_id)
    .where('item_id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Numbers items from 1 in the order of their ids. */
export async function writeOrder(db: Db, site: Site, ids: readonly number[]): Promise<void> {
  await sql`update loop_items i set sequence_no = o.place
    from unnest(${ids}::int[]) with ordinality as o(id, place)
    where i.web_site_id = ${site.web_site_id} and i.item_id = o.id and i.sequence_no <> o.place`.execute(db)
}

/** Returns those of the files that no item uses any more, as its own or as a picture of a menu. */
export async function unusedFiles(db: Db, site: Site, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const { rows } = await sql<{ name: string }>`select n.name from unnest(${names}::text[]) as n(name)
    where not exists (select from loop_items i where i.web_site_id = ${site.web_site_id}
      and (i.file_name = n.name or i.kind = 'menu' and strpos(i.content, n.name) > 0))`.execute(db)
  return rows.map(({ name }) => name)
}
