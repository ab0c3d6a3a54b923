import { contract } from '@cutaway/contract'
import type { WebSiteFields } from '@cutaway/contract/rooms/sites/operator.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textsUrl } from '@cutaway/contract/boot.ts'
import { localeUrl } from './rooms/sites/translations.ts'
import { world, type Person, type World } from './testing/world.ts'

/** What an operator changes in the console on one node is on every other one, and in the audit log of the web site. */

const { catalogue, organisation, sessions, sites, users } = contract
/** The operator works on web site 31 and changes this one. */
const site = 33
/** Its default language, Australian English. */
let english: number
/** A second is promised; a busy computer gets some more. Without notices a change takes ten minutes. */
const soon = { interval: 20 }

let here: World
let there: World
let sam: Person
beforeAll(async () => {
  here = await world()
  there = await here.another()
  sam = await here.loggedIn('super')
  english = (await sam.call(sites.getWebSite, { params: { web_site_id: site } })).default_lang_id
}, 240_000)
afterAll(async () => {
  await there.close()
  await here.close()
})

/** Returns the latest entry of the web site's audit log, as the operator reads it in the console. */
async function logged(action: string) {
  const json = { web_site_id: site, action, person: null, period: 'day', search: '', page: 1, size: 1 } as const
  const { rows } = await sam.call(users.getAuditLog, { params: { json } })
  const [row] = rows
  expect(row).toMatchObject({ action, outcome: 'ok', who: { name: 'Sam Okonkwo' } })
  return sam.call(users.getAuditEntry, { params: { entry: row!.entry, web_site_id: site } })
}
const details = () => there.visitor({ site }).call(sites.getWebSiteDetails)
async function change(changes: Partial<WebSiteFields>) {
  const { version } = await sam.call(sites.getWebSite, { params: { web_site_id: site } })
  return sam.call(sites.updateWebSite, { body: { web_site_id: site, version, changes } })
}

test('fields, colours and features of a web site', async () => {
  await change({ name: 'Films of the Harbour', brand_colour: '#0f6e6e', features: ['free_trial'] })
  await expect.poll(details, soon).toMatchObject({
    name: 'Films of the Harbour',
    theme: { brand: '#0f6e6e' },
    features: ['free_trial'],
  })
  const { fields } = await logged('web_site.change')
  expect(fields).toContainEqual(expect.objectContaining({ name: 'brand_colour', after: '#0f6e6e' }))
})

test('a language that is taken away, and given back', async () => {
  const { language_ids, default_lang_id } = await sam.call(sites.getWebSite, { params: { web_site_id: site } })
  const offered = async () =>
    (await there.visitor({ site }).call(sites.getLanguages, { params: { web_site_id: site } })).map(
      ({ language_id }) => language_id,
    )
  const gone = language_ids.find((id) => id !== default_lang_id)!
  await change({ language_ids: language_ids.filter((id) => id !== gone) })
  await expect.poll(offered, soon).not.toContain(gone)
  await change({ language_ids })
  await expect.poll(offered, soon).toContain(gone)
})

test('a web site that is taken out of service, and put back', async () => {
  const status = async () => (await there.visitor({ site }).send(sites.getWebSiteDetails)).http
  await sam.call(sites.takeWebSiteOutOfService, { body: { web_site_id: site } })
  await expect.poll(status, soon).toBe(503)
  expect((await logged('web_site.take_out_of_service')).fields[0]).toMatchObject({ after: 'out_of_service' })
  await sam.call(sites.putWebSiteBackInService, { body: { web_site_id: site } })
  await expect.poll(status, soon).toBe(200)
  await logged('web_site.put_back_in_service')
})

test('a business that is suspended, and active again', async () => {
  const advisor = there.visitor({ site })
  await advisor.logIn('advisor')
  const { businessentity_id } = await advisor.me()
  const of = { web_site_id: site, businessentity_id: businessentity_id! }
  await sam.call(organisation.suspendBusiness, { body: of })
  expect(await advisor.send(sessions.getUserSession)).toMatchObject({ status: 0 })
  await logged('business.lock')
  await sam.call(organisation.resumeBusiness, { body: of })
  expect(await advisor.logIn('advisor')).toMatchObject({ status: 1 })
  await logged('business.unlock')
})

test('the systems, the news and the films of the home page', async () => {
  const dana = there.visitor({ site })
  await dana.logIn('advisor')
  const { user_id } = await dana.me()
  const page = { lang: String(english), brand: 0, driverside: 'left' as const }
  const systems = async () =>
    (await dana.call(catalogue.getHomepageSystems, { params: { userOrSite: site, ...page } })).map(
      ({ system_id }) => system_id,
    )
  const news = async () =>
    (await dana.call(catalogue.getNews, { params: { web_site: site, lang: String(english) } })).map(
      ({ title }) => title,
    )
  const films = async () =>
    (await dana.call(catalogue.getCustomAnimationsOnHome, { params: { user: user_id, web_site: site, ...page } })).map(
      ({ video_name }) => video_name,
    )
  // The second node has answered before, so that it holds what it caches.
  const before = [await systems(), await news(), await films()]
  expect(before.flat()).not.toContain('Free brake check')

  const { chosen } = await sam.call(catalogue.getHomeSystemChoice, { params: { web_site_id: site } })
  await sam.call(catalogue.setHomeSystems, { body: { web_site_id: site, systems: [3, 1], seen: chosen } })
  await expect.poll(systems, soon).toEqual([3, 1])
  expect((await logged('home_page.change')).fields).toMatchObject([{ name: 'systems', after: '3, 1' }])

  const item = { language_id: english, title: 'Free brake check', html: '<p>All week.</p>', part_id: 'BRKDSC' }
  const { news: saved } = await sam.call(catalogue.saveSiteNews, {
    body: { web_site_id: site, news: { ...item, published_from: '2026-01-01T08:00' } },
  })
  await expect.poll(news, soon).toContain('Free brake check')
  await logged('news.change')
  await sam.call(catalogue.deleteSiteNews, { body: { web_site_id: site, item: saved.news_id } })
  await expect.poll(news, soon).not.toContain('Free brake check')
  await logged('news.delete')

  await sam.call(catalogue.saveSiteFilm, {
    body: {
      web_site_id: site,
      film: { video_name: 'Our workshop', video_url: 'https://youtu.be/aqz-KE-bpKQ', on_home: true },
    },
  })
  await expect.poll(films, soon).toContain('Our workshop')
  await logged('site_film.change')
})

test('the legal texts', async () => {
  const privacy = async () =>
    (
      await there
        .visitor({ site })
        .call(sites.getPrivacyPolicy, { params: { web_site: site, key: 'privacy_policy', lang: String(english) } })
    ).html
  expect(await privacy()).not.toContain('nothing at all')
  const which = { web_site_id: site, kind: 'privacy' as const, language_id: english }
  const draft = await sam.call(sites.saveLegalText, {
    body: { ...which, html: '<p>We keep nothing at all.</p>', seen: null },
  })
  await sam.call(sites.publishLegalText, { body: { ...which, seen: draft.saved_at } })
  await expect.poll(privacy, soon).toContain('nothing at all')
  await logged('legal_text.publish')
})

test('a translated text, in the file of texts that a page loads', async () => {
  const language = there.running.services.sites.language(english)!
  const texts = async () => {
    const { services } = there.running
    const url = textsUrl(localeUrl(services, services.sites.byId(site)!, language), 'catalogue')
    return (await there.visitor({ site }).request(url)).text()
  }
  expect(await texts()).not.toContain('Find it, show it')
  await sam.call(sites.saveSiteText, {
    body: { web_site_id: site, language_id: english, message_key: 'home_title', text: 'Find it, show it', seen: null },
  })
  await expect.poll(texts, soon).toContain('Find it, show it')
  await logged('text.change')
})
