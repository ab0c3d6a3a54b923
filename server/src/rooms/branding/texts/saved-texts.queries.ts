import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Reach } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of saved texts, and of the logo and banners that a business uses for everybody. */

type Words = { language_id: number; text: string }[]

const texts = (db: Db, site: Site) =>
  db
    .selectFrom('saved_texts as t')
    .select(['t.text_id', 't.user_id', 't.businessentity_id', 't.channel', 't.title', 't.words'])
    .where('t.web_site_id', '=', site.web_site_id)

export type SavedTextRow = Awaited<ReturnType<ReturnType<typeof texts>['executeTakeFirstOrThrow']>>

/** Returns the texts of a user and of the user's business, by title. */
export const findTexts = (
  db: Db,
  site: Site,
  { user_id, businessentity_id }: { user_id: number; businessentity_id: number | null },
): Promise<SavedTextRow[]> =>
  texts(db, site)
    .where((e) =>
      e.or([
        e('t.user_id', '=', user_id),
        ...(businessentity_id === null ? [] : [e('t.businessentity_id', '=', businessentity_id)]),
      ]),
    )
    .orderBy(sql`lower(t.title)`)
    .orderBy('t.text_id')
    .execute()

export const findTextsById = (db: Db, site: Site, ids: readonly number[], reach: Reach): Promise<SavedTextRow[]> =>
  texts(db, site).where('t.text_id', 'in', ids).where(reach.users('t.user_id')).execute()

export async function insertText(
  db: Db,
  site: Site,
  text: {
    user_id: number
    businessentity_id: number | null
    channel: 'sms' | 'email'
    title: string
    words: Words
    created_at: Date
  },
): Promise<SavedTextRow> {
  const { words, ...rest } = text
  return db
    .insertInto('saved_texts')
    .values({ web_site_id: site.web_site_id, words: JSON.stringify(words), ...rest })
    .returning(['text_id', 'user_id', 'businessentity_id', 'channel', 'title', 'words'])
    .executeTakeFirstOrThrow()
}

export async function updateText(
  db: Db,
  site: Site,
  id: number,
  { words, ...change }: { businessentity_id: number | null; title: string; words: Words },
): Promise<SavedTextRow> {
  return db
    .updateTable('saved_texts')
    .set({ ...change, words: JSON.stringify(words) })
    .where('web_site_id', '=', site.web_site_id)
    .where('text_id', '=', id)
    .returning(['text_id', 'user_id', 'businessentity_id', 'channel', 'title', 'words'])
    .executeTakeFirstOrThrow()
}

export async function removeText(db: Db, site: Site, id: number): Promise<void> {
  await db.deleteFrom('saved_texts').where('web_site_id', '=', site.web_site_id).where('text_id', '=', id).execute()
}

/** Returns the user whose logo and banners a business uses for everybody. */
export const findBrandUser = (db: Db, site: Site, businessentityId: number) =>
  db
    .selectFrom('entity_brand_defaults as d')
    .innerJoin('users as u', (j) =>
      j
        .onRef('u.web_site_id', '=', 'd.web_site_id')
        .onRef('u.user_id', '=', 'd.user_id')
        .on('u.deleted_at', 'is', null),
    )
    .select(['u.user_id', 'u.first_name', 'u.last_name'])
    .where('d.web_site_id', '=', site.web_site_id)
    .where('d.businessentity_id', '=', businessentityId)
    .executeTakeFirst()

/** Returns the user whose logo and banners stand in for those that a user lacks; undefined if there is none. */
export async function findBrandUserFor(db: Db, site: Site, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('entity_brand_defaults as d', (j) =>
      j.onRef('d.web_site_id', '=', 'u.web_site_id').onRef('d.businessentity_id', '=', 'u.businessentity_id'),
    )
    .select('d.user_id')
    .where('u.web_site_id', '=', site.web_site_id)
    .where('u.user_id', '=', userId)
    .where(sql<SqlBool>`d.user_id <> u.user_id`)
    .executeTakeFirst()
  return row?.user_id
}

export async function writeBrandUser(
  db: Db,
  site: Site,
  businessentity_id: number,
  user_id: number | null,
): Promise<void> {
  if (user_id === null)
    await db
      .deleteFrom('entity_brand_defaults')
      .where('web_site_id', '=', site.web_site_id)
      .where('businessentity_id', '=', businessentity_id)
      .execute()
  else
    await db
      .insertInto('entity_brand_defaults')
      .values({ web_site_id: site.web_site_id, businessentity_id, user_id })
      .onConflict((c) => c.columns(['web_site_id', 'businessentity_id']).doUpdateSet({ user_id }))
      .execute()
}
