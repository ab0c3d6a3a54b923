import { contract } from '@cutaway/contract'
import { customerModePermissions } from '@cutaway/contract/permissions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

/** The touch screen in the waiting room, used by customers and by the service adviser. */

const { changeTouchScreenMode, getUserSession } = contract.sessions

let w: World
let kiosk: Person
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())
beforeEach(async () => {
  kiosk = await w.loggedIn('kiosk')
})

const handTo = (TouchScreenMode: 'customer' | 'service_adviser', person = kiosk) =>
  person.send(changeTouchScreenMode, { body: { TouchScreenMode } })
const session = () => kiosk.call(getUserSession)
/** Grants the kiosk's user individual rights, as an administrator does; null removes them. */
const grant = (permissions: string[] | null) =>
  w.database.system.updateTable('users').set({ permissions }).where('username', '=', 'kiosk').execute()

describe('a touch screen', () => {
  test('starts in customer mode, and toggles between customer and service_adviser', async () => {
    expect((await session()).TouchScreenMode).toBe('customer')
    expect(await handTo('service_adviser')).toMatchObject({ status: 1, data: { TouchScreenMode: 'service_adviser' } })
    expect((await session()).TouchScreenMode).toBe('service_adviser')
    expect(await handTo('customer')).toMatchObject({ status: 1, data: { TouchScreenMode: 'customer' } })
    expect((await session()).TouchScreenMode).toBe('customer')
  })

  test('returns to customer mode when adviser mode is not renewed', async () => {
    await handTo('service_adviser')
    w.clock.forward(140)
    expect((await session()).TouchScreenMode).toBe('service_adviser')
    await handTo('service_adviser')
    w.clock.forward(140)
    expect((await session()).TouchScreenMode).toBe('service_adviser')
    w.clock.forward(20)
    expect((await session()).TouchScreenMode).toBe('customer')
  })

  test('goes idle after 120 s, or after the site’s setting', async () => {
    expect((await session()).touch_screen_idle).toBe(120)
    const settings = (value: object) =>
      w.database.system
        .updateTable('web_sites')
        .set({ settings: JSON.stringify(value) })
        .where('web_site_id', '=', 31)
        .execute()
    await settings({ touch_screen_idle: 45 })
    await w.running.services.sites.refresh()
    expect((await session()).touch_screen_idle).toBe(45)
    await settings({})
    await w.running.services.sites.refresh()
  })

  test('mode exists only for touch screen users', async () => {
    const dana = await w.loggedIn('advisor')
    expect((await dana.call(getUserSession)).TouchScreenMode).toBeNull()
    expect(await handTo('customer', dana)).toMatchObject({ http: 403 })
  })

  test('refuses unknown modes', async () => {
    const answer = await kiosk.request('/api/v1/changeTouchScreenMode', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"TouchScreenMode":"manager"}',
    })
    expect(answer.status).toBe(400)
  })

  test('by default may watch narrated films and mark favourites: no PDF, sharing or embedding', async () => {
    await handTo('service_adviser')
    const { permissions } = await session()
    expect(permissions).toEqual(expect.arrayContaining(['allow_view_animations', 'allow_favourite']))
    expect(permissions.filter((p) => /pdf|share|embed|link|interactive|report|users|billing/.test(p))).toEqual([])
  })
})

describe('in customer mode the server refuses', () => {
  test('every right beyond watching, whatever rights the user has', async () => {
    await grant(['allow_view_animations', 'allow_favourite', 'view_reports', 'manage_users', 'allow_share_email'])
    expect((await session()).permissions).toEqual(['allow_view_animations', 'allow_favourite'])
    await handTo('service_adviser')
    expect((await session()).permissions).toContain('manage_users')
    await handTo('customer')
    expect((await session()).permissions.filter((p) => !customerModePermissions.includes(p))).toEqual([])
    await grant(null)
  })

  test('the viewing history of others', async () => {
    const { user_id } = await kiosk.me()
    const params = { user_id, web_site_id: 31, brand: 1, videoType: 'narrated', lang: '50' } as const
    expect(await kiosk.send(contract.player.UserHistory, { params })).toMatchObject({ http: 403 })
    await handTo('service_adviser')
    expect(await kiosk.send(contract.player.UserHistory, { params })).toMatchObject({ status: 1 })
  })

  test('to store a customer’s language for the next customer', async () => {
    await kiosk.call(contract.sites.setLanguage, { body: { language_id: 98 } })
    expect((await kiosk.me()).language_id).toBeNull()
    await handTo('service_adviser')
    await kiosk.call(contract.sites.setLanguage, { body: { language_id: 98 } })
    expect((await kiosk.me()).language_id).toBe(98)
    await w.database.system.updateTable('users').set({ language_id: null }).where('username', '=', 'kiosk').execute()
  })
})

describe('without allow_interactive_in_kiosk_mode only narrated films appear', () => {
  const { catalogue, player } = contract
  const at = async () => ({ user: (await kiosk.me()).user_id, lang: 'en-US', brand: 1, driverside: 'left' as const })
  const kinds = (films: { video_type: string }[]) => [...new Set(films.map((f) => f.video_type))]
  const withRight = () => grant(['allow_view_animations', 'allow_interactive_in_kiosk_mode'])

  test('in the library of the home page', async () => {
    const library = async () => kiosk.call(catalogue.getMainSystemsSubSystemsHierarchy, { params: await at() })
    const narrated = await library()
    expect(kinds(narrated.allAnimation)).toEqual(['narrated'])
    expect(narrated.mainSystems.map((s) => s.interactive_count).filter(Boolean)).toEqual([])
    await withRight()
    const both = await library()
    expect(kinds(both.allAnimation).toSorted()).toEqual(['interactive', 'narrated'])
    await grant(null)
    // The response is cached in memory for other callers; this caller must not receive it.
    expect(kinds((await library()).allAnimation)).toEqual(['narrated'])
  })

  test('in search results', async () => {
    const search = () =>
      kiosk.call(catalogue.getSearchedResults, {
        body: { keyword: 'brake', langaudeId: 50, video_type: 'interactive' },
      })
    expect(kinds(await search())).toEqual(['narrated'])
    await withRight()
    expect(kinds(await search())).toContain('interactive')
    await grant(null)
  })

  test('on the vehicle', async () => {
    const view = await kiosk.call(catalogue.getVehicleImages, { params: { ...(await at()), vehicle: 'hatch' } })
    expect(kinds(view.films)).toEqual(['narrated'])
  })

  test('as related films, and not the interactive film of the same part', async () => {
    const { user, ...place } = await at()
    const params = {
      user_id: user,
      part_id: 'BRKDSC',
      brand_id: place.brand,
      driverside: place.driverside,
      language_id: 'en-US',
    }
    const open = () => kiosk.call(player.relatedAnimationsDetailsByPartId, { params })
    const narrated = await open()
    expect(kinds(narrated.related)).toEqual(['narrated'])
    expect([narrated.equivalent_interactive_part_id, narrated.equivalent_part_id]).toEqual([null, null])
    await withRight()
    const both = await open()
    expect(kinds(both.related).toSorted()).toEqual(['interactive', 'narrated'])
    expect(both.equivalent_interactive_part_id).toBe('BRKDSC-INT')
    await grant(null)
    expect(kinds((await open()).related)).toEqual(['narrated'])
  })

  test('by direct URL, and as a media file', async () => {
    const { user, brand, driverside } = await at()
    const params = { user_id: user, part_id: 'BRKDSC-INT', brand_id: brand, driverside, language_id: 'en-US' }
    expect(await kiosk.send(player.relatedAnimationsDetailsByPartId, { params })).toMatchObject({
      status: 0,
      message: 'Part no found',
    })
    const dana = await w.loggedIn('advisor')
    const own = { ...params, user_id: (await dana.me()).user_id }
    const { video } = await dana.call(player.relatedAnimationsDetailsByPartId, { params: own })
    // Samples on the public home page are open to everyone, so this uses a site that has none.
    await w.database.system
      .updateTable('web_sites')
      .set({ settings: JSON.stringify({ sample_films: ['ENGFST'] }) })
      .where('web_site_id', '=', 31)
      .execute()
    await w.running.services.sites.refresh()
    expect((await dana.request(video.videoUrl!, { headers: { range: 'bytes=0-9' } })).status).toBe(206)
    expect((await kiosk.request(video.videoUrl!, { headers: { range: 'bytes=0-9' } })).status).toBe(403)
  })
})
