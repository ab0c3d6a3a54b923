import type { Favourite } from '@cutaway/contract/rooms/favourites.ts'
import { sql } from 'kysely'
import { keyedRead, type KeyedRead } from '../../core/db/keyed-read.ts'
import type { Db } from '../../core/db/database.ts'
import type { Reach } from '../../core/scope.ts'
import type { Site } from '../../core/tenancy.ts'

/** The list that a favourite belongs to. */
export interface FavouriteList {
  user_id: number
  brand_id: number
}

const columns = ['favourite_id as id', 'part_id', 'sequence_no'] as const

/**
 * Returns favourites in list order. Two that were added simultaneously may share a number; the older one then comes
 * first.
 */
export async function findFavourites(db: Db, site: Site, list: FavouriteList): Promise<Favourite[]> {
  return db
    .selectFrom('favourites')
    .select(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', list.user_id)
    .where('brand_id', '=', list.brand_id)
    .orderBy('sequence_no')
    .orderBy('favourite_id')
    .execute()
}

export async function findFavourite(
  db: Db,
  site: Site,
  list: FavouriteList,
  partId: string,
): Promise<Favourite | undefined> {
  return db
    .selectFrom('favourites')
    .select(columns)
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', list.user_id)
    .where('brand_id', '=', list.brand_id)
    .where('part_id', '=', partId)
    .executeTakeFirst()
}

/**
 * Returns a batched reader for the favourite id of a film in a list. Every view of a film page reads it, so concurrent
 * reads share a query.
 */
export const favouriteIds = (): KeyedRead<
  [userId: number, brandId: number, partId: string],
  { favourite_id: number }
> =>
  keyedRead(
    'favourite-ids',
    `select asked.place::int, f.web_site_id, f.favourite_id
    from unnest($1::int[], $2::int[], $3::int[], $4::text[])
      with ordinality as asked(web_site_id, user_id, brand_id, part_id, place)
    join favourites f on f.web_site_id = asked.web_site_id and f.user_id = asked.user_id and f.brand_id = asked.brand_id
      and f.part_id = asked.part_id`,
  )

/** A favourite with its list. */
export type FavouriteRow = Favourite & FavouriteList

export async function findFavouritesById(
  db: Db,
  site: Site,
  ids: readonly number[],
  reach: Reach,
): Promise<FavouriteRow[]> {
  return db
    .selectFrom('favourites')
    .select([...columns, 'user_id', 'brand_id'])
    .where('web_site_id', '=', site.web_site_id)
    .where('favourite_id', 'in', ids)
    .where(reach.users('favourites.user_id'))
    .execute()
}

/** Serialises changes of a user's lists until the end of the transaction, so that positions stay consistent. */
export async function lockLists(db: Db, site: Site, userId: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}

/** Adds a film at the end; returns undefined if the list already contains it. */
export async function insertFavourite(
  db: Db,
  site: Site,
  list: FavouriteList,
  partId: string,
): Promise<Favourite | undefined> {
  const { web_site_id } = site
  const { user_id, brand_id } = list
  return db
    .insertInto('favourites')
    .values(({ selectFrom }) => ({
      web_site_id,
      user_id,
      brand_id,
      part_id: partId,
      sequence_no: selectFrom('favourites')
        .select(sql<number>`coalesce(max(sequence_no), 0) + 1`.as('next'))
        .where('web_site_id', '=', web_site_id)
        .where('user_id', '=', user_id)
        .where('brand_id', '=', brand_id),
    }))
    .onConflict((c) => c.columns(['web_site_id', 'user_id', 'brand_id', 'part_id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** Numbers favourites from 1 in the order of their ids. */
export async function writeOrder(db: Db, site: Site, ids: readonly number[]): Promise<void> {
  await sql`update favourites f set sequence_no = o.place
    from unnest(${ids}::int[]) with ordinality as o(id, place)
    where f.web_site_id = ${site.web_site_id} and f.favourite_id = o.id and f.sequence_no <> o.place`.execute(db)
}

export async function deleteFavourite(
  db: Db,
  site: Site,
  list: FavouriteList,
  partId: string,
): Promise<Favourite | undefined> {
  return db
    .deleteFrom('favourites')
    .where('web_site_id', '=', site.web_site_id)
    .where('user_id', '=', list.user_id)
    .where('brand_id', '=', list.brand_id)
    .where('part_id', '=', partId)
    .returning(columns)
    .executeTakeFirst()
}

export async function deleteFavouriteById(db: Db, site: Site, id: number): Promise<Favourite | undefined> {
  return db
    .deleteFrom('favourites')
    .where('web_site_id', '=', site.web_site_id)
    .where('favourite_id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}
