import { cleanHtml, safeAddress } from '../../../core/html.ts'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'

/** Returns the ids of the systems that a web site selected for its home page, in its order. */
export async function findHomepageSystems(db: Db, site: Site): Promise<number[]> {
  const rows = await db
    .selectFrom('homepage_systems')
    .select('system_id')
    .where('web_site_id', '=', site.web_site_id)
    .orderBy('sequence_no')
    .orderBy('system_id')
    .execute()
  return rows.map(({ system_id }) => system_id)
}

const mostNews = 50

/**
 * Returns the news published at a time in one of the languages, in the order of the site, then the newest first. With
 * `forCustomers` only the news for customers.
 */
export async function findNews(
  db: Db,
  site: Site,
  { languageId, now, forCustomers }: { languageId: number; now: Date; forCustomers: boolean },
) {
  return db
    .selectFrom('news')
    .select(['news_id', 'language_id', 'title', 'html', 'link_url', 'part_id', 'published_from'])
    .where('web_site_id', '=', site.web_site_id)
    .where('language_id', '=', languageId)
    .where('published_from', '<=', now)
    .$if(forCustomers, (query) => query.where('for_customers', '=', true))
    .where((where) => where.or([where('published_until', 'is', null), where('published_until', '>', now)]))
    .orderBy('sequence_no')
    .orderBy('published_from', 'desc')
    .orderBy('news_id', 'desc')
    .limit(mostNews)
    .execute()
}

export interface NewNews {
  web_site_id: number
  language_id: number
  title: string
  html: string
  link_url?: string | null
  part_id?: string | null
  published_from: Date
  published_until?: Date | null
  sequence_no?: number
  for_customers?: boolean
}

/** Inserts news. Sanitises the markup; removes link URLs with a disallowed scheme. */
export async function insertNews(db: Db, news: readonly NewNews[]): Promise<void> {
  if (news.length === 0) return
  const rows = news.map((item) => {
    const link = item.link_url ? safeAddress(item.link_url) : null
    return {
      ...item,
      html: cleanHtml(item.html),
      link_url: link?.startsWith('http') ? link : null,
      part_id: item.part_id ?? null,
      published_until: item.published_until ?? null,
    }
  })
  await db.insertInto('news').values(rows).execute()
}

const mostVideos = 24

/** Returns the videos on a user's home page: those of the web site and those of the user's business. */
export async function findVideosOnHome(db: Db, site: Site, userId: number) {
  return db
    .selectFrom('custom_videos as v')
    .select(['v.part_id', 'v.video_name', 'v.video_url', 'v.poster_url', 'v.duration'])
    .where('v.web_site_id', '=', site.web_site_id)
    .where('v.deleted_at', 'is', null)
    .where('v.state', '=', 'ready')
    .where('v.on_home', '=', true)
    .where((where) =>
      where.or([
        where('v.businessentity_id', 'is', null),
        where('v.businessentity_id', '=', (inner) =>
          inner
            .selectFrom('users as u')
            .select('u.businessentity_id')
            .where('u.web_site_id', '=', site.web_site_id)
            .where('u.user_id', '=', userId),
        ),
      ]),
    )
    .orderBy('v.sequence_no')
    .orderBy('v.custom_video_id')
    .limit(mostVideos)
    .execute()
}
