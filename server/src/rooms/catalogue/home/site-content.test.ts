import { contract } from '@cutaway/contract'
import type { NewsFields } from '@cutaway/contract/rooms/catalogue/site-content.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

/** The operator chooses what the home page of a web site shows. */

const c = contract.catalogue

let w: World
let sam: Person
beforeAll(async () => {
  w = await world()
  sam = await w.loggedIn('super')
})
afterAll(() => w.close())

describe('systems of the home page', () => {
  const choice = () => sam.call(c.getHomeSystemChoice, { params: { web_site_id: 31 } })
  const set = (systems: number[], seen: number[]) =>
    sam.send(c.setHomeSystems, { body: { web_site_id: 31, systems, seen } })

  test('are chosen and ordered; an advisor sees them with the next load', async () => {
    const { chosen, systems } = await choice()
    const [first, ...others] = chosen
    const order = [...others, first!]
    expect(await set(order, chosen)).toMatchObject({ message: 'home_systems_saved', data: { chosen: order } })
    const dana = await w.loggedIn('advisor')
    const shown = await dana.call(c.getHomepageSystems, {
      params: { userOrSite: 31, lang: '50', brand: 0, driverside: 'left' },
    })
    const name = (id: number) => systems.find(({ system_id }) => system_id === id)!.name
    expect(shown.map(({ system_name }) => system_name)).toEqual(order.map(name))
  })

  test('a choice that another operator has changed meanwhile is refused', async () => {
    const { chosen } = await choice()
    expect(await set([1], [])).toMatchObject({ status: 0, message: 'home_systems_changed_meanwhile' })
    expect(await set([], chosen)).toMatchObject({ status: 1 })
    expect((await choice()).chosen).toEqual([])
    expect((await set([9999], [])).http).toBe(404)
  })
})

describe('news', () => {
  const item = (more: Partial<NewsFields> = {}): NewsFields => ({
    language_id: 50,
    title: 'Free brake check',
    html: '<p>All week.</p>',
    link_url: '',
    part_id: '',
    published_from: '2026-01-01T08:00',
    published_until: '',
    for_customers: false,
    ...more,
  })
  const save = (news: NewsFields, of: { item?: number; revision?: number } = {}, web_site_id = 31) =>
    sam.send(c.saveSiteNews, { body: { web_site_id, news, ...of } })
  const visible = async (site = 31, lang = '50') =>
    (await w.visitor({ site }).call(c.getNews, { params: { web_site: site, lang } })).map(({ title }) => title)

  test('are added, changed and deleted; visitors read them', async () => {
    const { data } = await save(item({ part_id: 'BRKDSC', link_url: 'https://garage.example/brakes' }))
    expect(await visible()).toContain('Free brake check')
    const { news_id, revision } = data!.news
    await save(item({ title: 'Free battery check' }), { item: news_id, revision })
    expect(await visible()).toContain('Free battery check')
    expect(await visible()).not.toContain('Free brake check')
    expect(await save(item(), { item: news_id, revision })).toMatchObject({ message: 'site_news_changed_meanwhile' })
    await sam.call(c.deleteSiteNews, { body: { web_site_id: 31, item: news_id } })
    expect(await visible()).not.toContain('Free battery check')
    expect((await save(item(), { item: news_id, revision: 2 })).http).toBe(404)
  })

  test('begin at once when they begin now on the clocks of the web site', async () => {
    const { now } = await sam.send(c.getSiteNews, { body: { web_site_id: 10 } })
    const body = { web_site_id: 10, news: item({ language_id: 49, title: 'At once', published_from: now }) }
    expect((await sam.send(c.saveSiteNews, { body })).data!.news).toMatchObject({ state: 'current' })
  })

  test('lose scripts, and the operator learns of it', async () => {
    const html = '<p>Hello <img src=x onerror=alert(1)><a href="https://garage.example">there</a></p>'
    const saved = await save(item({ title: 'With a picture', html }))
    expect(saved.data!.was_cleaned).toBe(true)
    expect(saved.data!.news.html).not.toMatch(/img|onerror/)
    expect(saved.data!.news.html).toContain('https://garage.example')
  })

  test('begin and end on the clocks of the web site, also when summer time begins', async () => {
    const site = w.running.services.sites.all().find(({ time_zone }) => time_zone === 'America/New_York')!
    const language_id = site.default_lang_id
    const times = { published_from: '2026-03-08T12:00', published_until: '2030-07-01T00:00' }
    const saved = await save(item({ title: 'Summer', language_id, ...times }), {}, site.web_site_id)
    expect(saved.data!.news).toMatchObject(times)
    const { published_from, published_until } = await w.database.system
      .selectFrom('news')
      .select(['published_from', 'published_until'])
      .where('web_site_id', '=', site.web_site_id)
      .where('news_id', '=', saved.data!.news.news_id)
      .executeTakeFirstOrThrow()
    expect(published_from.toISOString()).toBe('2026-03-08T16:00:00.000Z')
    expect(published_until!.toISOString()).toBe('2030-07-01T04:00:00.000Z')
  })

  test('are listed by state; planned ones are not shown yet', async () => {
    await save(item({ title: 'Next decade', published_from: '2036-01-01T00:00' }))
    const list = await sam.call(c.getSiteNews, { body: { web_site_id: 31, state: 'planned' } })
    expect(list.map(({ title }) => title)).toEqual(['Next decade'])
    expect(await visible()).not.toContain('Next decade')
  })

  test('must end after they begin, name an existing film, and be in a language of the web site', async () => {
    expect(await save(item({ published_until: '2026-01-01T08:00' }))).toMatchObject({
      message: 'site_news_until_before_from',
    })
    expect(await save(item({ part_id: 'NOSUCH' }))).toMatchObject({ message: 'Part no found' })
    expect((await save(item({ language_id: 49 }))).http).toBe(404)
    expect((await save(item({ link_url: 'javascript:alert(1)' }))).http).toBe(400)
  })
})
