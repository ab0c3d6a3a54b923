import type * as contract from '@cutaway/contract/rooms/catalogue/site-content.ts'
import type { SiteNews } from '@cutaway/contract/rooms/catalogue/site-content.ts'
import { answer, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { cleanedHtml } from '../../../core/html.ts'
import { sanitiseLine, sanitiseText } from '../../../core/sanitise-text.ts'
import { textFor } from '../library/library.ts'
import { filmsSeen } from '../systems.ts'
import { brandOf } from '../brands.ts'
import { findHomepageSystems } from './home.queries.ts'
import * as queries from './site-content.queries.ts'

/** What the operator chooses for the home page of a web site. Home pages show it with their next load. */
export const siteContent: Handlers<typeof contract> = {
  getHomeSystemChoice: async ({ caller, site, services, db }) => {
    const { library } = services
    const language = services.sites.language(caller.user.language_id ?? site.default_lang_id) ?? notFound()
    const tag = language.language_code
    const films = filmsSeen(library, { kind: brandOf(site, 0).vehicle_kind, side: site.driverside, tag })
    const systems = library.systems.map((system) => ({
      system_id: system.id,
      slug: system.slug,
      name: textFor(new Map(Object.entries(system.name)), tag),
      film_count: films.filter((film) => film.of.system === system).length,
    }))
    const known = new Set(systems.map(({ system_id }) => system_id))
    return { chosen: (await findHomepageSystems(db, site)).filter((id) => known.has(id)), systems }
  },

  setHomeSystems: async ({ body, site, services, db, audit }) => {
    const known = new Set(services.library.systems.map(({ id }) => id))
    const chosen = [...new Set(body.systems)]
    if (chosen.some((id) => !known.has(id))) notFound()
    await queries.lockHomeSystems(db, site)
    const before = (await findHomepageSystems(db, site)).filter((id) => known.has(id))
    if (before.join() !== body.seen.join()) fail('home_systems_changed_meanwhile')
    await queries.replaceHomeSystems(db, site, chosen)
    audit({
      target: { kind: 'home_page', id: site.web_site_id },
      before: { systems: before },
      after: { systems: chosen },
    })
    return answer({ chosen }, { message: 'home_systems_saved' })
  },

  getSiteNews: async ({ body, site, services, db }) => {
    const filter = { languageId: body.language_id, state: body.state, now: services.clock.now() }
    const { rows, total } = await queries.listNews(db, site, filter, body)
    const now = await queries.timeAt(db, site, filter.now)
    return answer(rows.map(shown), { beside: { total, now } })
  },

  saveSiteNews: async ({ body, site, services, db, audit }) => {
    const { item, news } = body
    if (!site.languages.some(({ language_id }) => language_id === news.language_id)) notFound()
    if (news.published_until !== '' && news.published_until <= news.published_from) fail('site_news_until_before_from')
    if (news.part_id !== '' && !services.library.film(news.part_id)) fail('Part no found')
    const now = services.clock.now()
    const before = item === null ? undefined : ((await queries.lockNewsItem(db, site, item)) ?? notFound())
    if (before && before.revision !== body.revision) fail('site_news_changed_meanwhile')
    const former = item === null ? undefined : await queries.findNewsItem(db, site, item, now)
    const { html, wasCleaned } = cleanedHtml(sanitiseText(news.html))
    const id = await queries.putNewsItem(db, site, item, {
      language_id: news.language_id,
      title: sanitiseLine(news.title),
      html,
      link_url: news.link_url || null,
      part_id: news.part_id || null,
      published_from: news.published_from,
      published_until: news.published_until || null,
      for_customers: news.for_customers,
    })
    const after = shown((await queries.findNewsItem(db, site, id, now))!)
    audit({ target: { kind: 'news', id }, before: former ? shown(former) : null, after })
    return answer({ news: after, was_cleaned: wasCleaned }, { message: 'site_news_saved' })
  },

  deleteSiteNews: async ({ body, site, services, db, audit }) => {
    const former = (await queries.findNewsItem(db, site, body.item, services.clock.now())) ?? notFound()
    await queries.deleteNewsItem(db, site, body.item)
    audit({ target: { kind: 'news', id: body.item }, before: shown(former) })
    return answer(null, { message: 'site_news_deleted' })
  },
}

const shown = (row: queries.NewsRow): SiteNews => ({
  ...row,
  link_url: row.link_url ?? '',
  part_id: row.part_id ?? '',
  published_from: row.published_from ?? '',
  published_until: row.published_until ?? '',
})
