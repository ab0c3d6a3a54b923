import type { ListQuery } from '@cutaway/contract/administration/list.ts'
import type { newsStates } from '@cutaway/contract/rooms/catalogue/site-content.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import { contains, readPage } from '../../../core/db/list.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Queries of what the operator chooses for the home page. */

/** Lets one change of the systems follow another. */
export const lockHomeSystems = (db: Db, site: Site) =>
  sql`select pg_advisory_xact_lock(${site.web_site_id}, hashtext('home systems'))`.execute(db)

export async function replaceHomeSystems(db: Db, site: Site, systems: readonly number[]): Promise<void> {
  await db.deleteFrom('homepage_systems').where('web_site_id', '=', site.web_site_id).execute()
  if (systems.length === 0) return
  await db
    .insertInto('homepage_systems')
    .values(systems.map((system_id, i) => ({ web_site_id: site.web_site_id, system_id, sequence_no: i + 1 })))
    .execute()
}

type NewsState = (typeof newsStates)[number]

/** A point in time as the clocks of a web site show it: '2026-11-22T08:00'. */
const localTime = (site: Site, column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone ${site.time_zone}, 'YYYY-MM-DD"T"HH24:MI')`

/** Returns what the clocks of a web site show at a point in time. */
export async function timeAt(db: Db, site: Site, at: Date): Promise<string> {
  const { rows } = await sql<{ time: string }>`
    select to_char(${at}::timestamptz at time zone ${site.time_zone}, 'YYYY-MM-DD"T"HH24:MI') as time`.execute(db)
  return rows[0]!.time
}

const stateAt = (now: Date) =>
  sql<NewsState>`case when n.published_from > ${now} then 'planned'
    when n.published_until <= ${now} then 'past' else 'current' end`

const newsOf = (db: Db, site: Site, now: Date) =>
  db
    .selectFrom('news as n')
    .select([
      'n.news_id',
      'n.language_id',
      'n.title',
      'n.html',
      'n.link_url',
      'n.part_id',
      'n.for_customers',
      'n.revision',
    ])
    .select([
      localTime(site, 'n.published_from').as('published_from'),
      localTime(site, 'n.published_until').as('published_until'),
      stateAt(now).as('state'),
    ])
    .where('n.web_site_id', '=', site.web_site_id)
export type NewsRow = Awaited<ReturnType<ReturnType<typeof newsOf>['execute']>>[number]

export function listNews(
  db: Db,
  site: Site,
  { languageId, state, now }: { languageId: number | null; state: NewsState | 'all'; now: Date },
  asked: ListQuery<'from' | 'title'>,
) {
  const news = newsOf(db, site, now)
    .where(contains(['n.title', 'n.html'], asked.search))
    .$if(languageId !== null, (q) => q.where('n.language_id', '=', languageId))
    .$if(state !== 'all', (q) => q.where(stateAt(now), '=', state as NewsState))
  return readPage(news, asked, {
    by: { from: sql.ref('n.published_from'), title: sql`lower(n.title)` },
    unique: 'n.news_id',
  })
}

export const findNewsItem = (db: Db, site: Site, newsId: number, now: Date) =>
  newsOf(db, site, now).where('n.news_id', '=', newsId).executeTakeFirst()

export const lockNewsItem = (db: Db, site: Site, newsId: number) =>
  db
    .selectFrom('news')
    .select('revision')
    .where('web_site_id', '=', site.web_site_id)
    .where('news_id', '=', newsId)
    .forUpdate()
    .executeTakeFirst()

export interface WrittenNews {
  language_id: number
  title: string
  /** Sanitised. */
  html: string
  link_url: string | null
  part_id: string | null
  /** On the clocks of the web site. */
  published_from: string
  published_until: string | null
  for_customers: boolean
}

/** Returns the point in time at which the clocks of a web site show a time. */
const moment = (site: Site, local: string) => sql<Date>`${local}::timestamp at time zone ${site.time_zone}`

/** Inserts a news item, or changes one. Returns its id. */
export async function putNewsItem(db: Db, site: Site, newsId: number | null, news: WrittenNews): Promise<number> {
  const { published_from, published_until, ...rest } = news
  const values = {
    ...rest,
    published_from: moment(site, published_from),
    published_until: published_until === null ? null : moment(site, published_until),
  }
  if (newsId === null) {
    const { news_id } = await db
      .insertInto('news')
      .values({ web_site_id: site.web_site_id, ...values })
      .returning('news_id')
      .executeTakeFirstOrThrow()
    return news_id
  }
  await db
    .updateTable('news')
    .set({ ...values, revision: sql<number>`revision + 1` })
    .where('web_site_id', '=', site.web_site_id)
    .where('news_id', '=', newsId)
    .execute()
  return newsId
}

export async function deleteNewsItem(db: Db, site: Site, newsId: number): Promise<void> {
  await db.deleteFrom('news').where('web_site_id', '=', site.web_site_id).where('news_id', '=', newsId).execute()
}
