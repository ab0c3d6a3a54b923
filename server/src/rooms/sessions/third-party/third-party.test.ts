import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson, world, type Person, type World } from '../../../testing/world.ts'

/**
 * Ella administers a business. Her intranet frames films by her API key, and logs kiosks in with tickets. Visitors of the
 * intranet have no account and, in a frame, no cookie.
 */

const c = contract.sessions
const origin = 'https://intranet.shop.example'
const site = 39

let w: World
let ella: Person
let key: string
beforeAll(async () => {
  const html = '<!doctype html><html><head><!--head--></head><body><!--early--><!--boot--></body></html>'
  w = await world({ pages: { html: async () => html, scripts: () => [], textRooms: async () => ['frame'] } })
  ella = await w.loggedIn('enterprise', { site })
  key = await makeKey()
})
afterAll(() => w.close())

async function makeKey(scopes: ('logins' | 'films')[] = ['logins']): Promise<string> {
  const { user_id } = await ella.me()
  const body = { user_id, description: 'Intranet', scopes, days: 30 }
  return (await ella.call(contract.users.makeApiKey, { body })).whole_key
}

/** A program, or a page in a frame: it sends no cookies, and perhaps a token. */
const program = (bearer?: string, at = site): Person => {
  const visitor = w.visitor({ site: at })
  const person = makePerson({ address: visitor.address, host: visitor.host, ip: visitor.ip })
  if (bearer === undefined) return person
  const request: Person['request'] = (path, init) =>
    person.request(path, { ...init, headers: { ...init?.headers, authorization: `Bearer ${bearer}` } })
  return { ...person, request }
}
function clientOf(request: Person['request']) {
  const post = async (path: string, body: unknown): Promise<Reply> => {
    const headers = { 'content-type': 'application/json' }
    const response = await request(`/api/v1${path}`, { method: 'POST', body: JSON.stringify(body), headers })
    return { http: response.status, ...((await response.json()) as Omit<Reply, 'http'>) }
  }
  return { post }
}
type Reply = { http: number; status: number; message: string; data: Awaited<ReturnType<typeof issue>> }

const post = (bearer: string | undefined, path: string, body: object, at = site): Promise<Reply> => {
  const { request } = program(bearer, at)
  return clientOf(request).post(path, body)
}
const login = '/thirdPartyLoginForApi'
async function issue(more: object = {}, by = key) {
  const body = { api_name: 'animation_page' as const, part_id: 'BRKDSC', origin, ...more }
  const answer = await program().send(c.thirdPartyLoginForApi, { body: { ...body, token: by } })
  return answer.data ?? expect.fail(answer.message)
}
const open = (token: string, at = site, more: object = {}) => post(undefined, login, { token, ...more }, at)
const refusal = { status: 0, message: 'third_party_login_failed', data: null }

async function details(bearer: string, user_id: number, part = 'BRKDSC') {
  const { request } = program(bearer)
  const response = await request(`/api/v1/relatedAnimationsDetailsByPartId/${user_id}/${part}/1/left/50`)
  return { http: response.status, text: await response.text() }
}

describe('a film in a frame', () => {
  test('is opened by the token that the key of a program gets, which says whose page it is', async () => {
    const { request } = program(key)
    const asked = await clientOf(request).post(login, { part_id: 'BRKDSC', origin, show_menu: '0', lang: 'en_US' })
    const { data } = asked
    const me = await ella.me()
    expect(data).toMatchObject({
      user: { user_id: me.user_id, user_access_id: 3, web_site_id: site, lang_id: 50 },
      web_site: { web_site_id: site, language_code: 'en-US' },
      options: { part_id: 'BRKDSC', show_menu: false, show_description: true, auto_play: false },
      session: null,
    })
    const minutes = (new Date(data.expires_at).getTime() - w.clock.now().getTime()) / 60_000
    expect(Math.round(minutes)).toBe(15)
    const url = new URL(data.url!)
    expect(url.pathname).toBe('/thirdPartyLogin')

    const page = await open(url.searchParams.get('token')!)
    expect(page).toMatchObject({ status: 1, data: { url: null, options: { show_menu: false } } })
    // Nothing about the person whose key it is.
    expect(page.data.session).toMatchObject({
      user: { username: '', email: '', first_name: '', last_name: '' },
      permissions: ['allow_view_animations', 'allow_interactive_in_kiosk_mode'],
      acting: null,
    })
    expect(JSON.stringify(page.data)).not.toContain(me.email)
    expect((await details(page.data.token, me.user_id)).http).toBe(200)
  })

  test('plays without a cookie: its files are at an address of this page and this part', async () => {
    // Films that everybody may see as samples would play anyway.
    const { films } = w.running.services.library
    const part = films.findLast(({ kind, of }) => kind === 'narrated' && of.streams)!
    const { data } = await open((await issue({ part_id: part.partId })).token)
    const found = await details(data.token, data.user.user_id, part.partId)
    const { video } = (JSON.parse(found.text) as { data: { video: { videoUrl: string; posterUrl: string } } }).data
    expect(video.videoUrl).toMatch(/^\/viewAnimation\/film\//)
    const range = { headers: { range: 'bytes=0-99' } }
    const visitor = program()
    expect((await visitor.request(video.videoUrl, range)).status).toBe(206)
    // Not that of another part, of another web site, or with a changed pass; and the plain address stays closed.
    const [, , , pass, folder, version, file] = video.videoUrl.split('/')
    expect((await visitor.request(`/films/${folder}/${version}/${file}`)).status).toBe(401)
    const other = films.find((film) => film.of.folder !== folder)!.of.folder
    expect((await visitor.request(`/viewAnimation/film/${pass}/${other}/${version}/${file}`)).status).toBe(401)
    expect((await program(undefined, 31).request(video.videoUrl)).status).toBe(401)
    expect((await visitor.request(video.videoUrl.replace(pass!, `${pass!.slice(0, -2)}xx`))).status).toBe(401)
    expect((await visitor.request(video.videoUrl.replace(pass!, 'x'))).status).toBe(401)
  })

  test('opens once, also for two requests at the same moment', async () => {
    const { token } = await issue()
    const both = await Promise.all([open(token), open(token)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1])
    expect(await open(token)).toMatchObject(refusal)
  })

  test('is refused with a token that is expired, foreign, truncated, changed or none', async () => {
    const { token } = await issue()
    expect(await open(token, 31)).toMatchObject(refusal)
    for (const wrong of [token.slice(0, -1), `${token.slice(0, -4)}AAAA`, 'cutlogin_', `cutlogin_${'A'.repeat(43)}`])
      expect((await open(wrong)).status).toBe(0)
    expect(await post(undefined, login, { part_id: 'BRKDSC' })).toMatchObject(refusal)
    // The wrong tries used nothing up.
    expect((await open(token)).status).toBe(1)
    const late = await issue()
    w.clock.forward(15 * 60 + 1)
    expect(await open(late.token)).toMatchObject(refusal)
  })

  test('ends 15 minutes after the last use, and not before', async () => {
    const { data } = await open((await issue()).token)
    const user = data.user.user_id
    for (let i = 0; i < 3; i += 1) {
      w.clock.forward(10 * 60)
      expect((await details(data.token, user)).http).toBe(200)
      await expect
        .poll(async () => {
          const [row] = await w.database.system
            .selectFrom('third_party_logins')
            .select('session_expires_at')
            .orderBy('session_expires_at', 'desc')
            .where('session_expires_at', 'is not', null)
            .execute()
          return row!.session_expires_at! > new Date(w.clock.now().getTime() + 14 * 60_000)
        })
        .toBe(true)
    }
    w.clock.forward(15 * 60 + 1)
    expect((await details(data.token, user)).http).toBe(401)
  })

  test('may do nothing but show films: no lists, no people, no other person', async () => {
    const { data } = await open((await issue()).token)
    const { user_id } = data.user
    const statusOf = async (path: string, init = {}) => (await program(data.token).request(path, init)).status
    expect(await statusOf(`/api/v1/getApiDetailsList/${user_id}`)).toBe(403)
    expect(await statusOf(`/api/v1/getUsersByBusinessentityId`)).toBe(403)
    expect(await statusOf(`/api/v1/UserHistory/${user_id}/1/left/narrated/50`)).toBe(403)
    expect((await details(data.token, user_id + 1)).http).toBe(403)
    // getUserSession knows people only.
    expect(await program(data.token).send(c.getUserSession)).toMatchObject({ status: 0, message: 'session_required' })
    const viewed = await post(data.token, '/insertTrackPartViewed', {
      part_id: 'BRKDSC',
      brand_id: 1,
      driverside: 'left',
      tracktype: 'api',
      video_type: 'narrated',
      lang_id: 50,
    })
    expect(viewed.status).toBe(1)
  })

  test('counts for itself: visitors who watch the same film at once are as many views', async () => {
    const { user_id } = await ella.me()
    const pages = await Promise.all([1, 2, 3].map(async () => (await open((await issue()).token)).data.token))
    const watch = (page: string) =>
      post(page, '/insertTrackPartViewed', {
        part_id: 'COLCIR',
        brand_id: 1,
        driverside: 'left',
        tracktype: 'api',
        video_type: 'narrated',
        lang_id: 50,
      })
    // The last one is a repeated report of the first page.
    for (const page of [...pages, pages[0]!]) expect(await watch(page)).toMatchObject({ status: 1 })
    const rows = await w.database.system
      .selectFrom('views')
      .select('part_id')
      .where('web_site_id', '=', site)
      .where('user_id', '=', user_id)
      .where('part_id', '=', 'COLCIR')
      .where('tracktype', '=', 'api')
      .execute()
    expect(rows).toHaveLength(pages.length)
  })

  test('follows what the program said, and the address in what it left open', async () => {
    const { token } = await issue({ video_only: true })
    const { data } = await open(token, site, { video_only: false, auto_play: true, part_id: 'nothing' })
    expect(data.options).toMatchObject({ video_only: true, auto_play: true, part_id: 'BRKDSC' })
    const plain = await issue({ part_id: undefined, language_code: 'xx' }).catch(() => null)
    expect(plain).toBeNull()
    expect((await issue({ is_interactive: '1' })).options.part_id).not.toBe('BRKDSC')
  })
})

describe('a key', () => {
  test('needs the scope for log-ins; an unknown one is refused', async () => {
    const films = await makeKey(['films'])
    expect(await post(films, login, { part_id: 'BRKDSC' })).toMatchObject({ http: 403 })
    expect(await post(undefined, login, { part_id: 'BRKDSC', token: films })).toMatchObject(refusal)
    expect(await post(`cutaway_${'0'.repeat(32)}`, login, {})).toMatchObject({ http: 401, message: 'api_key_invalid' })
    expect(await post(key, login, { part_id: 'BRKDSC' }, 31)).toMatchObject({ http: 401 })
  })

  test('that is revoked ends its open pages and opens no more', async () => {
    const own = await makeKey()
    const waiting = await issue({}, own)
    const { data } = await open((await issue({}, own)).token)
    const { user_id } = await ella.me()
    const list = await ella.call(contract.users.getApiDetailsList, { params: { user: user_id } })
    await ella.call(contract.users.deleteApiKey, { params: { id: list[0]!.id } })
    expect((await details(data.token, user_id)).http).toBe(401)
    expect(await open(waiting.token)).toMatchObject(refusal)
    expect(await post(undefined, login, { part_id: 'BRKDSC', token: own })).toMatchObject(refusal)
  })

  test('of a suspended business, or of an owner who moved to another one, opens nothing', async () => {
    const waiting = await issue()
    const { data } = await open((await issue()).token)
    const me = await ella.me()
    const business = (at: Date | null) =>
      w.database.system
        .updateTable('business_entities')
        .set({ suspended_at: at })
        .where('web_site_id', '=', site)
        .where('businessentity_id', '=', me.businessentity_id)
        .execute()
    await business(w.clock.now())
    expect((await details(data.token, me.user_id)).http).toBe(401)
    expect(await open(waiting.token)).toMatchObject(refusal)
    await business(null)
    expect((await details(data.token, me.user_id)).http).toBe(200)
    await w.database.system
      .updateTable('third_party_logins')
      .set({ businessentity_id: null })
      .where('session_hash', 'is not', null)
      .execute()
    expect((await details(data.token, me.user_id)).http).toBe(401)
  })
})

describe('the page of a token', () => {
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const response = await program().request(path, { headers })
    return { policy: response.headers.get('content-security-policy') ?? '', response, body: await response.text() }
  }
  const ancestors = (policy: string) => /frame-ancestors ([^;]*)/.exec(policy)?.[1]

  test('may be framed by the origin of the token, and by no other', async () => {
    const { token } = await issue()
    const { policy, response } = await page(`/thirdPartyLogin?api_name=animation_page&token=${token}`)
    expect(ancestors(policy)).toBe(`'self' ${origin}`)
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('x-robots-tag')).toContain('noindex')
    // A robot that reads the page uses nothing up.
    expect((await open(token)).status).toBe(1)
    for (const other of [
      `/thirdPartyLogin?token=${token.slice(0, -1)}`,
      '/thirdPartyLogin',
      '/viewAnimation/BRKDSC',
      '/',
    ])
      expect(ancestors((await page(other)).policy)).toBe("'self'")
    // The token of one web site says nothing on another.
    const elsewhere = await program(undefined, 31).request(`/thirdPartyLogin?token=${token}`)
    expect(ancestors(elsewhere.headers.get('content-security-policy') ?? '')).toBe("'self'")
  })

  test('takes an origin and nothing more: no path, no list, no wildcard, no second directive', async () => {
    for (const wrong of ['*', 'https://*.shop.example', `${origin}/x`, `${origin} *`, `${origin};script-src *`, 'null'])
      expect((await post(key, login, { part_id: 'BRKDSC', origin: wrong })).http).toBe(400)
    const { token } = await issue({ origin: undefined })
    expect(ancestors((await page(`/thirdPartyLogin?token=${token}`)).policy)).toBe("'self'")
  })

  test('is reached from an older address, by a document that shows and reads nothing', async () => {
    const { policy, body } = await page('/', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' })
    expect(ancestors(policy)).toContain('*')
    expect(body).not.toContain('id="boot"')
    expect(body).toContain('location.replace')
  })
})

describe('an automatic login', () => {
  const by = (username: string, password: string, at = site) =>
    w.visitor({ site: at }).send(c.autologin, { body: { username, password, autoLoginFor: 'PLAY', flash: '0' } })
  const wrong = { status: 0, message: 'incorrect_login_details', data: null }
  async function ticketFor(username: string) {
    const person = await w.loggedIn(username, { site })
    const { user_id } = await person.me()
    return (await ella.send(c.makeLoginTicket, { body: { user_id } })).data!.ticket
  }

  test('takes a one-time ticket in the place of the password, once and for 15 minutes', async () => {
    const ticket = await ticketFor('kiosk')
    expect(await by('advisor', ticket)).toMatchObject(wrong)
    const fresh = await ticketFor('kiosk')
    const both = await Promise.all([by('kiosk', fresh), by('kiosk', fresh)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1])
    expect(both.find(({ status }) => status === 1)!.data!.user.username).toBe('kiosk')
    expect(await by('kiosk', fresh)).toMatchObject(wrong)
    const late = await ticketFor('advisor')
    w.clock.forward(15 * 60 + 1)
    expect(await by('advisor', late)).toMatchObject(wrong)
    expect(await by('advisor', `${late.slice(0, -3)}AAA`)).toMatchObject(wrong)
  })

  test('by ticket gives no rights over accounts, money or the password', async () => {
    const person = w.visitor({ site })
    const ticket = await ticketFor('location')
    const { data } = await person.send(c.autologin, { body: { username: 'location', password: ticket } })
    expect(data!.permissions).not.toContain('manage_users')
    expect(data!.permissions).toContain('allow_view_animations')
    const { user_id } = data!.user
    const body = { user_id, password: 'a new password of mine' }
    expect((await person.send(contract.users.updatePassword, { body })).status).toBe(0)
    // With the password the same person has them.
    const own = await w.loggedIn('location', { site })
    expect((await own.call(c.getUserSession)).permissions).toContain('manage_users')
  })

  test('tickets exist for people below the managers of the business only, and only of those in reach', async () => {
    const me = await ella.me()
    expect(await ella.send(c.makeLoginTicket, { body: { user_id: me.user_id } })).toMatchObject({
      message: 'auto_login_not_for_role',
    })
    const stranger = await w.loggedIn('advisor2', { site })
    const { user_id } = await stranger.me()
    expect((await ella.send(c.makeLoginTicket, { body: { user_id } })).http).toBe(403)
    const mine = await w.loggedIn('advisor', { site })
    const ticket = await post(key, '/makeLoginTicket', { user_id: (await mine.me()).user_id })
    expect(ticket).toMatchObject({ status: 1, data: { username: 'advisor' } })
  })

  test('by password is a login like any other, and the key of a manager is refused', async () => {
    expect(await by('advisor', 'cutaway-demo')).toMatchObject({ status: 1 })
    expect(await by('advisor', 'not the password')).toMatchObject(wrong)
    expect(await by('enterprise', key)).toMatchObject(wrong)
  })

  test('exists only where the web site has it', async () => {
    expect(await by('advisor', 'cutaway-demo', 31)).toMatchObject({ message: 'auto_login_off' })
  })
})
