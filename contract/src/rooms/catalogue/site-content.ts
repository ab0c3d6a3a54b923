import { z } from 'zod'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, may, notAudited } from '../../endpoint.ts'
import { Id, Nothing, PartId, PathId, Yes } from '../../fields.ts'

/** What the operator chooses for the home page of a web site: systems and news. */

const operator = may('manage_web_sites')

// ── systems ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const HomeSystem = z.object({ system_id: Id, slug: z.string(), name: z.string(), film_count: z.int() })
export type HomeSystem = z.infer<typeof HomeSystem>

export const getHomeSystemChoice = endpoint({
  method: 'GET',
  path: '/getHomeSystemChoice/:web_site_id',
  who: operator,
  site: 'web_site_id',
  summary: 'Returns the systems that a web site shows on its home page, in its order, and all systems of the library.',
  params: z.object({ web_site_id: PathId }),
  reply: z.object({ chosen: z.array(Id), systems: z.array(HomeSystem) }),
})

export const setHomeSystems = endpoint({
  method: 'PUT',
  path: '/setHomeSystems',
  who: operator,
  site: 'web_site_id',
  audit: { action: 'home_page.change' },
  summary:
    'Sets the systems of a home page and their order; none shows every system. `seen` is the choice that the caller saw: if it has changed since, the call refuses.',
  body: z.object({ web_site_id: Id, systems: z.array(Id).max(100), seen: z.array(Id).max(100) }),
  fails: ['home_systems_changed_meanwhile'],
  reply: z.object({ chosen: z.array(Id) }),
})

// ── news ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A day and a time in the time zone of the web site: '2026-11-22T08:00'. */
const LocalTime = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/)
  .meta({ example: '2026-11-22T08:00' })

export const mostNewsText = 20_000

/** What the form of a news item edits. */
export const NewsFields = z.object({
  language_id: Id,
  title: z.string().trim().min(1).max(200),
  html: z.string().trim().min(1).max(mostNewsText),
  link_url: z.union([z.literal(''), z.httpUrl().max(500)]).default(''),
  /** A film of the library; empty: none. */
  part_id: z.union([z.literal(''), PartId]).default(''),
  published_from: LocalTime,
  /** Empty: without end. */
  published_until: z.union([z.literal(''), LocalTime]).default(''),
  /** Also shown to customers on touch screens, which show no other news. */
  for_customers: Yes.default(false),
})
export type NewsFields = z.output<typeof NewsFields>

export const newsStates = ['current', 'planned', 'past'] as const

export const SiteNews = NewsFields.extend({
  news_id: Id,
  for_customers: z.boolean(),
  state: z.enum(newsStates),
  /** Changes with each change of the item. */
  revision: z.int(),
})
export type SiteNews = z.infer<typeof SiteNews>

export const getSiteNews = endpoint({
  method: 'POST',
  path: '/getSiteNews',
  who: operator,
  site: 'web_site_id',
  audit: notAudited('reads only'),
  summary: 'Returns the news of a web site in pages, in all languages or in one, the latest first.',
  body: z.object({
    web_site_id: Id,
    ...listFields(['from', 'title']),
    language_id: Id.nullable().default(null),
    state: z.enum(['all', ...newsStates]).default('all'),
  }),
  reply: z.array(SiteNews),
  /** `now` is the time on the clocks of the web site. */
  beside: listTotal().extend({ now: z.string() }),
})

const NewsId = z.int().min(1)

export const saveSiteNews = endpoint({
  method: 'PUT',
  path: '/saveSiteNews',
  who: operator,
  site: 'web_site_id',
  audit: { action: 'news.change' },
  summary:
    'Adds a news item, or changes the one of `item`. Markup that news may not have is removed, and `was_cleaned` says so. `revision` is the one that the caller saw: if the item has changed since, the call refuses.',
  body: z.object({
    web_site_id: Id,
    item: NewsId.nullable().default(null),
    revision: z.int().default(0),
    news: NewsFields,
  }),
  fails: ['site_news_changed_meanwhile', 'site_news_until_before_from', 'Part no found'],
  reply: z.object({ news: SiteNews, was_cleaned: z.boolean() }),
})

export const deleteSiteNews = endpoint({
  method: 'POST',
  path: '/deleteSiteNews',
  who: operator,
  site: 'web_site_id',
  audit: { action: 'news.delete' },
  summary: 'Deletes a news item.',
  body: z.object({ web_site_id: Id, item: NewsId }),
  reply: Nothing,
})
