import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { insertNews } from './home.queries.ts'

/** The home page: the content that a web site and a business selected for it. */

const {
  getHomepageSystems,
  getRelatedSystems,
  getNarratedAnimationIcons,
  getNarratedAnimations,
  getNews,
  getCustomAnimationsOnHome,
} = contract.catalogue

let w: World
let dana: Person
let danaId: number

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

describe('homepage systems', () => {
  const ask = (
    who: Person,
    userOrSite: number,
    more: Partial<{ videoType: 'narrated' | 'interactive'; lang: string; brand: number }> = {},
  ) => who.call(getHomepageSystems, { params: { userOrSite, lang: '50', brand: 0, driverside: 'left', ...more } })
  const slugs = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).map(({ slug }) => slug)

  test('are returned in the order of the web site, for its id and for the caller’s id', async () => {
    const chosen = ['brakes', 'tyres', 'suspension', 'steering', 'electrical']
    expect(await slugs(dana, danaId)).toEqual(chosen)
    expect(await slugs(dana, 31)).toEqual(chosen)
    expect((await ask(dana, 31, { lang: 'he-IL' }))[0]?.system_name).toBe('בלמים')
  })

  test('any other id, of a user or of a web site, is refused', async () => {
    const bob = await w.loggedIn('lite')
    for (const id of [(await bob.me()).user_id, 33, 0]) await expect(ask(dana, id)).rejects.toMatchObject({ http: 403 })
  })

  test('with a kind of film, include only those with such films, counted for the brand', async () => {
    await w.database.system
      .insertInto('homepage_systems')
      .values({ web_site_id: 31, system_id: 7, sequence_no: 9 })
      .execute()
    expect(await slugs(dana, 31)).toContain('drivetrain')
    expect(await slugs(dana, 31, { videoType: 'interactive' })).not.toContain('drivetrain')
    const [brakes] = await ask(dana, 31, { videoType: 'narrated' })
    expect(brakes).toMatchObject({ slug: 'brakes', narrated_count: 3, interactive_count: 3 })
  })

  test('include narrated films only for a touch screen without the right', async () => {
    const kiosk = await w.loggedIn('kiosk')
    const systems = await ask(kiosk, 31, { videoType: 'interactive' })
    expect(systems.map(({ slug }) => slug)).not.toContain('drivetrain')
    for (const { narrated_count, interactive_count } of systems) {
      expect(narrated_count).toBeGreaterThan(0)
      expect(interactive_count).toBe(0)
    }
  })

  test('are per web site, and may be empty', async () => {
    const rider = await w.loggedIn('advisor', { site: 44 })
    expect(await slugs(rider, 44)).toEqual(['engine', 'brakes'])
    const plain = await w.loggedIn('advisor', { site: 2 })
    expect(await ask(plain, 2)).toEqual([])
  })
})

describe('related systems', () => {
  const related = async (
    system: number,
    videoType: 'narrated' | 'interactive' = 'narrated',
    who = dana,
    user = danaId,
    site = 31,
  ) =>
    (
      await who.call(getRelatedSystems, {
        params: { system, user, web_site: site, lang: '50', brand: 0, driverside: 'left', videoType },
      })
    ).map(({ slug }) => slug)

  test('are those with references in either direction, the closest first', async () => {
    // Two parts of the tyres and the steering systems name parts of the suspension.
    expect((await related(4)).toSorted()).toEqual(['steering', 'tyres'])
    expect(await related(1)).toEqual(['tyres'])
    expect((await related(10)).toSorted()).toEqual(['brakes', 'steering', 'suspension'])
    expect(await related(10, 'interactive')).toEqual(await related(10))
  })

  test('count only films that the brand shows', async () => {
    const rider = await w.loggedIn('advisor', { site: 44 })
    // Motorcycle sites show no film of the tyres system.
    expect(await related(1, 'narrated', rider, (await rider.me()).user_id, 44)).toEqual([])
  })

  test('exclude interactive films on a touch screen without the right; an unknown system has none', async () => {
    const kiosk = await w.loggedIn('kiosk')
    expect(await related(4, 'interactive', kiosk, (await kiosk.me()).user_id)).toEqual([])
    await expect(related(77)).rejects.toMatchObject({ http: 404 })
  })
})

describe('narrated films', () => {
  test('as icons: per site, language, brand and driver side; new films can be marked', async () => {
    const ask = (who: Person, site: number, lang = '50') =>
      who.call(getNarratedAnimationIcons, { params: { site, lang, brand: 0, driverside: 'left' } })
    const icons = await ask(dana, 31)
    expect(icons.length).toBeGreaterThanOrEqual(12)
    expect(icons[0]).toMatchObject({
      part_name: expect.any(String),
      icon_url: expect.stringMatching(/^\/films\/.*\.webp$/),
    })
    expect(new Set(icons.map(({ isNew }) => isNew)).size).toBeGreaterThanOrEqual(1)
    expect((await ask(dana, 31, 'he-IL'))[0]!.part_name).toMatch(/[\u0590-\u05ff]/)
    const rider = await w.loggedIn('advisor', { site: 44 })
    expect((await ask(rider, 44)).map(({ part_id }) => part_id).toSorted()).toEqual(['BRKDSC', 'BRKPAD', 'ENGFST'])
    await expect(ask(dana, 44)).rejects.toMatchObject({ http: 403 })
  })

  test('as a list in the caller’s language', async () => {
    const ask = () => dana.call(getNarratedAnimations, { params: { user_id: danaId } })
    const films = await ask()
    expect(new Set(films.map(({ video_type }) => video_type))).toEqual(new Set(['narrated']))
    expect(films.map(({ part_name }) => part_name)).toContain('Disc brake')
    await dana.call(contract.sites.setLanguage, { body: { language_id: 71 } })
    expect((await ask())[0]!.part_name).toMatch(/[\u0590-\u05ff]/)
    await dana.call(contract.sites.setLanguage, { body: { language_id: 50 } })
    const bob = await w.loggedIn('lite')
    await expect(bob.call(getNarratedAnimations, { params: { user_id: danaId } })).rejects.toMatchObject({ http: 403 })
  })
})

describe('news per web site and language', () => {
  const ask = (who: Person, lang = '50', web_site = 31) => who.call(getNews, { params: { web_site, lang } })
  const titles = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).map(({ title }) => title)

  test('visitors can read news, the newest first, with the related film', async () => {
    const items = await ask(w.visitor())
    expect(items.map(({ title }) => title)).toEqual([
      'Winter check: twenty points in thirty minutes',
      'Three steps that customers ask to see again',
      'Captions under every film',
      'Free battery test this winter',
    ])
    expect(items[0]).toMatchObject({ language_code: 'en-US', film: { part_id: 'ELECHG' }, link_url: null })
    expect(items[0]!.summary).toMatch(/^The first cold mornings/)
    expect(items[2]).toMatchObject({ film: null, link_url: 'https://www.w3.org/WAI/media/av/captions/' })
    expect((await titles(dana, 'he-IL'))[0]).toMatch(/[\u0590-\u05ff]/)
  })

  test('a touch screen shows customers the news for customers only, and the adviser all of it', async () => {
    const kiosk = await w.loggedIn('kiosk')
    expect(await titles(kiosk)).toEqual(['Free battery test this winter'])
    await kiosk.call(contract.sessions.changeTouchScreenMode, { body: { TouchScreenMode: 'service_adviser' } })
    expect(await titles(kiosk)).toContain('Captions under every film')
  })

  test('unpublished and expired news is hidden, and the site’s order precedes the date', async () => {
    const at = (days: number) => new Date(w.clock.now().getTime() + days * 86_400_000)
    const item = { web_site_id: 31, language_id: 94, html: '<p>x</p>' }
    await insertNews(w.database.system, [
      { ...item, title: 'tomorrow', published_from: at(1) },
      { ...item, title: 'over', published_from: at(-9), published_until: at(-1) },
      { ...item, title: 'first of all', published_from: at(-99), sequence_no: -1 },
    ])
    const french = await titles(dana, '94')
    expect(french[0]).toBe('first of all')
    expect(french).toHaveLength(5)
    w.clock.forward(2 * 86_400)
    dana = await w.loggedIn('advisor')
    expect(await titles(dana, '94')).toContain('tomorrow')
  })

  test('HTML is sanitised on write and on read; a link is http or https', async () => {
    const html = '<p onclick="x()">Read <a href="javascript:alert(1)">this</a><script>alert(1)</script></p>'
    const published_from = new Date(w.clock.now().getTime() - 1000)
    await insertNews(w.database.system, [
      { web_site_id: 33, language_id: 49, title: 'written', html, link_url: 'javascript:alert(1)', published_from },
    ])
    const written = await w.database.system.selectFrom('news').selectAll().where('title', '=', 'written').execute()
    expect(written[0]).toMatchObject({ html: '<p>Read this</p>', link_url: null })
    // Simulates a write that bypasses sanitising.
    await w.database.system
      .insertInto('news')
      .values({
        web_site_id: 33,
        language_id: 49,
        title: 'past',
        html,
        link_url: null,
        part_id: null,
        published_from,
        published_until: null,
      })
      .execute()
    const items = await ask(w.visitor({ site: 33 }), '49', 33)
    expect(items.find(({ title }) => title === 'past')?.html).toBe('<p>Read this</p>')
  })

  test('falls back to the site’s default language, and never returns another site’s news', async () => {
    await w.database.system.deleteFrom('news').where('web_site_id', '=', 31).where('language_id', '=', 26).execute()
    const items = await ask(dana, '26')
    expect(items[0]).toMatchObject({ language_code: 'en-US' })
    expect(await titles(w.visitor({ site: 44 }), '50', 44)).toHaveLength(4)
    await expect(ask(dana, '50', 44)).rejects.toMatchObject({ http: 403 })
    await expect(ask(await w.loggedIn('super'), '50', 44)).rejects.toMatchObject({ http: 404 })
  })

  test('omits a film that the site does not show', async () => {
    const rider = w.visitor({ site: 44 })
    expect((await ask(rider, '50', 44))[0]!.film?.part_id).toBe('ENGFST')
    await w.database.system.updateTable('news').set({ part_id: 'TYRWER' }).where('web_site_id', '=', 44).execute()
    expect((await ask(rider, '50', 44)).map(({ film }) => film)).toEqual([null, null, null, null])
  })
})

describe('custom animations on home', () => {
  const ask = (who: Person, user: number, web_site = 31, videoType?: 'narrated' | 'interactive') =>
    who.call(getCustomAnimationsOnHome, {
      params: { user, web_site, lang: '50', brand: 0, driverside: 'left', ...(videoType ? { videoType } : {}) },
    })
  const give = (more: object) =>
    w.database.system
      .insertInto('custom_videos')
      .values({
        web_site_id: 31,
        part_id: `custom-${Math.random().toString(36).slice(2)}`,
        user_id: null,
        businessentity_id: null,
        video_name: 'Another',
        video_url: 'https://cdn.example.com/a.mp4',
        poster_url: null,
        duration: null,
        deleted_at: null,
        ...more,
      })
      .execute()

  test('a user gets the video of her business, and it plays', async () => {
    const [video] = await ask(dana, danaId)
    expect(video).toEqual({
      part_id: 'custom-31',
      video_name: 'Your brake check',
      video_type: 'custom',
      video_kind: 'file',
      video_url: '/samples/custom-film.mp4',
      poster_url: '/samples/custom-film.webp',
      duration: 12,
    })
    expect(await ask(dana, danaId, 31, 'interactive')).toEqual([video])
    const answer = await dana.request(video!.video_url, { headers: { range: 'bytes=0-99' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    for (const path of ['/samples/samples.yaml', '/samples/..%2fsamples.yaml', '/samples/hashes.json'])
      expect((await dana.request(path)).headers.get('content-type'), path).not.toMatch(/yaml|mp4/)
  })

  test('other businesses and sites do not get it; everyone on the site gets a video of the web site', async () => {
    await give({ video_name: 'From the makers' })
    const bob = await w.loggedIn('advisor2')
    expect((await ask(bob, (await bob.me()).user_id)).map(({ video_name }) => video_name)).toEqual(['From the makers'])
    const elsewhere = await w.loggedIn('advisor', { site: 33 })
    expect(await ask(elsewhere, (await elsewhere.me()).user_id, 33)).toEqual([])
    await expect(ask(bob, danaId)).rejects.toMatchObject({ http: 403 })
  })

  test('an allowed player is embedded in a frame; any other code or URL is omitted', async () => {
    await w.database.system.deleteFrom('custom_videos').where('web_site_id', '=', 31).execute()
    await give({ video_name: 'frame', video_url: '<iframe src="https://player.vimeo.com/video/123"></iframe>' })
    await give({ video_name: 'evil frame', video_url: '<iframe src="https://evil.example/1"></iframe>' })
    await give({ video_name: 'script', video_url: 'javascript:alert(1)' })
    await give({ video_name: 'gone', deleted_at: new Date() })
    await give({ video_name: 'elsewhere only', on_home: false })
    expect(await ask(dana, danaId)).toMatchObject([
      { video_name: 'frame', video_kind: 'embed', video_url: 'https://player.vimeo.com/video/123' },
    ])
    const policy = (await dana.request('/healthz')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain('https://player.vimeo.com')
    expect(policy).not.toContain('evil')
  })

  test('the id of a customer’s video never has six characters, which identify films of the library', async () => {
    await expect(give({ part_id: 'CUSTOM' })).rejects.toThrow(/check constraint/)
  })
})
