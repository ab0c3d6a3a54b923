import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import crawlers from 'crawler-user-agents'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hitKind, programOf } from '../rooms/player/visitors.ts'
import { updateLink } from '../rooms/sharing/links/links.queries.ts'
import { sent, type Sent } from '../rooms/sharing/testing.ts'
import { world, type World } from '../testing/world.ts'

/** What strangers and programs can do with the public landing page of a link. */

const { getAnimationLinkVideo, askShop } = contract.sharing
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

let w: World
let danaId: number
beforeAll(async () => {
  w = await world({
    pages: {
      html: () => Promise.resolve(''),
      scripts: () => ['/assets/customer.js'],
      textRooms: () => Promise.resolve([]),
    },
  })
  danaId = (await (await w.loggedIn('advisor')).me()).user_id
})
afterAll(() => w.close())

const revoke = ({ link_id }: Sent) =>
  w.database.inTenant(31, (db) =>
    updateLink(db, w.running.services.sites.byId(31)!, link_id, { revoked_at: w.clock.now() }),
  )

describe('robots that run scripts', () => {
  const names = crawlers.flatMap(({ instances }) => instances)

  test('every name in the crawler list is detected as a program', () => {
    expect(names.length).toBeGreaterThanOrEqual(2118)
    expect(names.filter((name) => programOf(name) === null)).toEqual([])
  })

  test.each([
    phone,
    'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 15; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 OPR/126.0.0.0',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
    'Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.7000.50 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/150.0 Mobile/15E148 Safari/605.1.15',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0.0.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/370.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/500.0.0.0;]',
    'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/150.0.0.0 Mobile Safari/537.36 Line/14.20.0',
    'Mozilla/5.0 (Linux; Android 13; M2101K6G) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.30',
    'Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; U; Android 13; zh-CN; V2185A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/15.5.8 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60 NetType/WIFI Language/zh_CN',
    'Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/6.0 Chrome/108.0.0.0 TV Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  ])('a person’s browser is none: %s', (agent) =>
    expect(hitKind({ method: 'GET', headers: { 'user-agent': agent } })).toBe('page'),
  )

  test('forged reports under known names do not count as a person’s view', async () => {
    const link = await sent(w, danaId)
    for (const name of [names[0]!, names[700]!, names[1400]!, names[2100]!]) {
      const forged = { view_key: randomUUID(), first_frame: true, stretches: [0, 60] }
      expect(await report(link, forged, name)).toBe(0)
    }
    expect(await views(link)).toEqual([])
  })

  test('reported time counts as watched only after a frame was decoded', async () => {
    const link = await sent(w, danaId)
    const view_key = randomUUID()
    expect(await report(link, { view_key, stretches: [0, 20] })).toBe(0)
    expect(await views(link)).toMatchObject([{ first_frame_at: null, watched_percent: 0 }])
    expect(await report(link, { view_key, first_frame: true, stretches: [0, 20] })).toBeGreaterThan(0)
    expect(await views(link)).toMatchObject([{ first_frame_at: expect.any(Date) }])
  })

  /** Reports as the page's script does. Returns how much counts as watched. */
  async function report({ token }: Sent, body: object, userAgent = phone): Promise<number> {
    const answer = await w.visitor().request('/api/v1/animationVideoTracking', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ randomNumber: token, ...body }),
    })
    const { data } = (await answer.json()) as { data: { watched_percent: number } }
    return data.watched_percent
  }
  const views = ({ link_id }: Sent) =>
    w.database.system
      .selectFrom('link_views')
      .select(['first_frame_at', 'watched_percent'])
      .where('link_id', '=', link_id)
      .execute()
})

describe('a link that the sender has revoked', () => {
  const ask = ({ token }: Sent) =>
    w.visitor().send(askShop, { body: { randomNumber: token, contact: '555 0100', message: 'Hello?' } })

  test('accepts no question, and its page offers none', async () => {
    const link = await sent(w, danaId)
    await revoke(link)
    expect(await ask(link)).toMatchObject({ status: 0, message: 'link_not_available' })
    const page = await (await w.visitor().request(`/animation_link/${link.token}`)).text()
    expect(page).toContain('This link is no longer available.')
    expect(page).not.toMatch(/<form|ask-data/)
    const questions = w.database.system.selectFrom('link_questions').selectAll().where('link_id', '=', link.link_id)
    expect(await questions.execute()).toEqual([])
  })

  test('accepts none either if it has also expired; a link that has only expired does', async () => {
    const ended = await sent(w, danaId, { expiresIn: -60 })
    await revoke(ended)
    expect(await ask(ended)).toMatchObject({ status: 0, message: 'link_not_available' })
    const expired = await sent(w, danaId, { expiresIn: -60 })
    expect(await (await w.visitor().request(`/animation_link/${expired.token}`)).text()).toContain('<form id="ask"')
    expect(await ask(expired)).toMatchObject({ status: 1, data: { asked: 1 } })
  })
})

describe('an invalid Host header', () => {
  test.each(['a b', '[', 'x:y:z', '%', 'evil.example:99999', 'http://', '<script>', 'evil.example'])(
    '%s gets a response that does not repeat it',
    async (host) => {
      const { token } = await sent(w, danaId)
      const answer = await w.visitor().request(`/api/v1/getAnimationLinkVideo/${token}`, { headers: { host } })
      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ status: 1, domainName: 'site31.localhost', loginPath: '/login' })
    },
  )

  test('the response contains the host that the customer uses', async () => {
    const { token } = await sent(w, danaId)
    const customer = w.visitor()
    const reply = await customer.send(getAnimationLinkVideo, { params: { random: token } })
    expect(reply).toMatchObject({ status: 1, domainName: customer.host })
  })
})
