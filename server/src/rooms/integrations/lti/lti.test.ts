import { contract } from '@cutaway/contract'
import type { BodyInputOf } from '@cutaway/contract/endpoint.ts'
import { SignJWT } from 'jose'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { film as madeFilm, upload } from '../../customvideos/testing.ts'
import { loadOtherTool } from './testing.other-tool.ts'
import { type AuthRequest, type Platform, readAuthRequest, startPlatform } from './testing.ts'

/** City College shows films in its courses. Ella’s business registers its platform; students have no accounts. */

const calls = contract.integrations
let w: World
let ella: Person
let college: Platform
beforeAll(async () => {
  w = await world({ env: { WEBHOOKS_TO_PRIVATE_ADDRESSES: '1' } })
  ella = await w.loggedIn('enterprise')
  college = await startPlatform()
})
afterAll(async () => {
  await college.close()
  await w.close()
})
beforeEach(async () => {
  for (const table of ['lti_people', 'lti_logins', 'lti_choices'] as const)
    await w.database.system.deleteFrom(table).execute()
  await w.database.system.deleteFrom('third_party_logins').where('lti_platform_id', 'is not', null).execute()
  await w.database.system.deleteFrom('lti_platforms').execute()
})

const register = (more: object = {}, who = ella) =>
  who.call(calls.makeLtiPlatform, { body: { ...college.registration, ...more } })
type Registered = Awaited<ReturnType<typeof register>>
const pathOf = (url: string) => new URL(url).pathname + new URL(url).search

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST',
  redirect: 'manual' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  body: new URLSearchParams(fields).toString(),
})

/** A browser: it has the cookies of a person’s computer, or in a frame none. */
function browser(keepsCookies = true) {
  const visitor = w.visitor()
  let cookie = ''
  return async (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}) => {
    const headers = { ...init.headers, ...(keepsCookies && cookie ? { cookie } : {}) }
    const response = await visitor.request(path, { redirect: 'manual', ...init, headers })
    const set = response.headers.getSetCookie().map((one) => one.split(';')[0]!)
    if (set.length > 0) cookie = set.join('; ')
    return response
  }
}
type Browser = ReturnType<typeof browser>

async function begin(one: Registered, at: Browser, more: Record<string, string> = {}): Promise<AuthRequest> {
  const hints = {
    iss: college.origin,
    login_hint: 'p1',
    target_link_uri: one.tool.launch_url,
    lti_message_hint: 'm',
    ...more,
  }
  const response = await at(`${pathOf(one.tool.login_url)}?${new URLSearchParams(hints)}`)
  expect(response.status).toBe(302)
  const to = response.headers.get('location')!
  expect(to.startsWith(`${college.origin}/auth?`)).toBe(true)
  return readAuthRequest(to)
}

type Claims = Parameters<typeof college.sign>[0]
const frame = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site', origin: 'https://lms.example' }

/** Launches as the platform does, and returns the response. */
async function launch(
  one: Registered,
  claimsOf: (auth: AuthRequest) => Claims,
  { at = browser(), headers = {} }: { at?: Browser; headers?: Record<string, string> } = {},
) {
  const auth = await begin(one, at)
  const id_token = await college.sign(claimsOf(auth))
  const fields = { id_token, state: auth.state }
  return { fields, auth, at, response: await at(pathOf(auth.redirectUri), form(fields, headers)) }
}
const custom = 'https://purl.imsglobal.org/spec/lti/claim/custom'
const film =
  (more: object = {}) =>
  (auth: AuthRequest) =>
    college.resourceLink(auth, w.clock.now(), { [custom]: { part_id: 'BRKDSC' }, ...more })
const problem = async () => (await ella.call(calls.getLtiPlatforms))[0]!.last_problem

describe('a film in a course', () => {
  test('opens in a frame without cookies, for a viewer who may do nothing but watch it', async () => {
    const one = await register()
    const { response } = await launch(one, film(), { at: browser(false), headers: frame })
    expect(response.status).toBe(303)
    const place = new URL(response.headers.get('location')!, 'http://x')
    expect(place.pathname).toBe('/thirdPartyLogin')
    const token = place.searchParams.get('token')!
    const opened = await w.visitor().send(contract.sessions.thirdPartyLoginForApi, { body: { token } })
    expect(opened.data).toMatchObject({ options: { part_id: 'BRKDSC', show_menu: false, language_code: 'es-ES' } })
    expect(opened.data!.session!.user).toMatchObject({ username: '', email: '' })
    expect(opened.data!.session!.permissions).not.toContain('manage_users')
    const [row] = await w.database.system.selectFrom('third_party_logins').select('origin').execute()
    expect(row!.origin).toBe(college.origin)
    // Deleting the registration ends the open page.
    const asPage = (path: string) =>
      w.visitor().request(path, { headers: { authorization: `Bearer ${opened.data!.token}` } })
    const details = `/api/v1/relatedAnimationsDetailsByPartId/${(await ella.me()).user_id}/BRKDSC/1/left/50`
    expect((await asPage(details)).status).toBe(200)
    await ella.call(calls.deleteLtiPlatform, { params: { platform_id: one.id } })
    expect((await asPage(details)).status).toBe(401)
  })

  test('is launched once: a second try with the same state is refused, also at the same moment', async () => {
    const one = await register()
    const at = browser()
    const auth = await begin(one, at)
    const fields = { id_token: await college.sign(film()(auth)), state: auth.state }
    const post = () => at(pathOf(auth.redirectUri), form(fields))
    const both = await Promise.all([post(), post()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 403])
    expect((await post()).status).toBe(403)
    expect(await problem()).toBe('login_unknown')
  })

  test('is refused with another nonce, signature, audience, deployment or age, and Ella sees why', async () => {
    const one = await register()
    const tries: [string, (auth: AuthRequest) => Claims][] = [
      ['nonce', film({ nonce: 'another' })],
      ['claims', film({ aud: 'another tool' })],
      ['claims', film({ aud: ['tool-77', 'another tool'] })],
      ['claims', film({ aud: ['tool-77', 'another tool'], azp: 'another tool' })],
      ['claims', film({ iss: 'https://another.example' })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/version': '2.0' })],
      ['deployment', film({ 'https://purl.imsglobal.org/spec/lti/claim/deployment_id': 'deployment-2' })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/version': undefined })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/message_type': undefined })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/message_type': 'LtiStartProctoring' })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/deployment_id': undefined })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/resource_link': { title: 'Brakes' } })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/resource_link': undefined })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/target_link_uri': undefined })],
      ['claims', film({ 'https://purl.imsglobal.org/spec/lti/claim/roles': undefined })],
      ['claims', film({ nonce: undefined })],
      ['claims', film({ iat: Math.floor(w.clock.now().getTime() / 1000) + 3600 })],
      ['expired', film({ exp: Math.floor(w.clock.now().getTime() / 1000) - 120 })],
    ]
    for (const [why, claims] of tries) {
      const { response } = await launch(one, claims)
      expect([why, response.status, await problem()]).toEqual([why, 403, why])
    }
    // Signed with a shared secret, with a key that the platform does not serve, or without the name of the key.
    for (const kid of ['unknown', undefined]) {
      const by = browser()
      const asked = await begin(one, by)
      const id_token = await college.sign(film()(asked), { kid })
      expect((await by(pathOf(asked.redirectUri), form({ id_token, state: asked.state }))).status).toBe(403)
      expect(await problem()).toBe('signature')
    }
    const at = browser()
    const auth = await begin(one, at)
    const forged = await new SignJWT(film()(auth))
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(new TextEncoder().encode('x'.repeat(32)))
    expect((await at(pathOf(auth.redirectUri), form({ id_token: forged, state: auth.state }))).status).toBe(403)
    expect(await problem()).toBe('signature')
    // What platforms send beside that: no role, roles and claims of their own, several audiences.
    const roles = 'https://purl.imsglobal.org/spec/lti/claim/roles'
    for (const fine of [
      { aud: ['tool-77', 'x'], azp: 'tool-77' },
      { [roles]: [] },
      { [roles]: ['https://lms.example/roles#Guest'] },
      { 'https://lms.example/colour': { name: 'violet' } },
    ])
      expect((await launch(one, film(fine))).response.status).toBe(303)
  })

  test('opens after the platform has changed its keys, and is refused while they cannot be read', async () => {
    const one = await register()
    await launch(one, film())
    const before = college.keyRequests()
    await launch(one, film())
    expect(college.keyRequests()).toBe(before)
    await college.rotate()
    w.clock.forward(31)
    expect((await launch(one, film())).response.status).toBe(303)
    await college.rotate()
    college.respond(302)
    w.clock.forward(31)
    expect((await launch(one, film())).response.status).toBe(403)
    college.respond(200)
    w.clock.forward(31)
    expect((await launch(one, film())).response.status).toBe(303)
  })

  test('is not launched for another registration, another issuer, or after ten minutes', async () => {
    const one = await register()
    const other = await register({ client_id: 'tool-78' })
    const { at, auth, id_token } = await (async () => {
      const browserOf = browser()
      const asked = await begin(one, browserOf)
      return { at: browserOf, auth: asked, id_token: await college.sign(film()(asked)) }
    })()
    expect((await at(pathOf(other.tool.launch_url), form({ id_token, state: auth.state }))).status).toBe(403)
    const wrong = { iss: 'https://another.example', login_hint: 'p1', target_link_uri: 'https://another.example/' }
    expect((await at(`${pathOf(one.tool.login_url)}?${new URLSearchParams(wrong)}`)).status).toBe(400)
    // An address that a platform names is only asked for its film: the browser is sent nowhere else.
    const evil = 'https://evil.example/?part_id=BRKDSC'
    const away = await begin(one, browser(), { target_link_uri: evil })
    expect(away.redirectUri).toBe(one.tool.launch_url)
    const target = { 'https://purl.imsglobal.org/spec/lti/claim/target_link_uri': evil, [custom]: undefined }
    const { response } = await launch(one, film(target))
    expect(response.headers.get('location')).toMatch(/^\/thirdPartyLogin\?/)
    w.clock.forward(601)
    expect((await at(pathOf(auth.redirectUri), form({ id_token, state: auth.state }))).status).toBe(403)
    expect((await at(`/lti/${'x'.repeat(20)}/launch`, form({ id_token, state: auth.state }))).status).toBe(400)
  })
})

describe('a person of the platform', () => {
  const home =
    (email: string, sub = 'person-1') =>
    (auth: AuthRequest) =>
      college.resourceLink(auth, w.clock.now(), { sub, email })
  const emailOf = async (username: string) => (await (await w.loggedIn(username)).me()).email

  test('is logged in as the user of this business with the same address, without rights over accounts', async () => {
    const one = await register({ maps_people: true })
    const { response, at } = await launch(one, home((await emailOf('advisor')).toUpperCase()))
    expect([response.status, response.headers.get('location')]).toEqual([303, '/home'])
    const session = (await (await at('/api/v1/getUserSession')).json()) as { data: { user: { username: string } } }
    expect(session.data.user.username).toBe('advisor')
    // The film of a link opens in the portal.
    const again = await launch(one, film({ email: 'changed@since.example' }))
    expect(again.response.headers.get('location')).toBe('/animation/BRKDSC')
    // Somebody else who takes over the address stays a viewer.
    const thief = await launch(one, home(await emailOf('advisor'), 'person-2'))
    expect(thief.response.headers.get('location')).toBeNull()
    expect((await ella.call(calls.getLtiPlatforms))[0]).toMatchObject({ people: 1 })
    await ella.call(calls.unlinkLtiPeople, { body: { platform_id: one.id } })
    expect((await ella.call(calls.getLtiPlatforms))[0]).toMatchObject({ people: 0 })
  })

  test('is never somebody of another business, a manager, or anybody if the business does not want it', async () => {
    const one = await register({ maps_people: true })
    for (const [username, sub] of [
      ['advisor2', 'a'],
      ['enterprise', 'b'],
      ['super', 'c'],
    ] as const) {
      const { response } = await launch(one, home(await emailOf(username), sub))
      expect([username, response.status]).toEqual([username, 200])
    }
    expect(await w.database.system.selectFrom('lti_people').selectAll().execute()).toEqual([])
    await ella.call(calls.updateLtiPlatform, { body: { platform_id: one.id, maps_people: false } })
    expect((await launch(one, home(await emailOf('advisor')))).response.status).toBe(200)
  })

  test('is logged in neither in a frame nor in a browser that did not begin the log-in', async () => {
    const one = await register({ maps_people: true })
    const email = await emailOf('advisor')
    const framed = await launch(one, film({ email }), { headers: frame })
    expect(framed.response.headers.get('location')).toContain('/thirdPartyLogin')
    const auth = await begin(one, browser())
    const fields = { id_token: await college.sign(home(email)(auth)), state: auth.state }
    const elsewhere = await browser()(pathOf(auth.redirectUri), form(fields))
    expect(elsewhere.headers.getSetCookie()).toEqual([])
    expect(elsewhere.status).toBe(200)
  })

  test('without a name, an address or an id watches the film', async () => {
    const one = await register({ maps_people: true })
    expect((await launch(one, film({ sub: undefined }))).response.headers.get('location')).toContain('/thirdPartyLogin')
  })
})

describe('choosing films for a course', () => {
  async function choosing(settings: object = {}) {
    const one = await register()
    const started = await launch(one, (auth) => college.deepLinking(auth, w.clock.now(), settings), {
      at: browser(false),
      headers: frame,
    })
    return { one, ...started, place: started.response.headers.get('location') }
  }
  const jwtIn = (html: string) => /name="JWT" value="([^"]+)"/.exec(html)![1]!

  test('returns them signed, once, and each of them then opens', async () => {
    const { one, at, place } = await choosing()
    const page = await at(place!)
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${college.origin}`)
    const html = await page.text()
    expect(html).toContain('type="checkbox" name="part_id" value="BRKDSC"')
    expect(html).toContain('lang="es-ES"')
    const body = 'part_id=BRKDSC&part_id=BRKPAD&part_id=nothing'
    const choose = () => at(place!, { ...form({}), body })
    const answer = await choose()
    const policy = answer.headers.get('content-security-policy')
    expect(policy).toContain(`form-action 'self' ${college.origin}`)
    const returned = await answer.text()
    expect(returned).toContain(`action="${college.origin}/course/5/items"`)
    const keys = (await (await at(pathOf(one.tool.jwks_url))).json()) as { keys: object[] }
    expect(JSON.stringify(keys)).not.toMatch(/"(d|p|q)":/)
    const items = await college.readItems(jwtIn(returned), keys, w.clock.now())
    expect(items.map(({ custom: given }) => given)).toEqual(
      expect.arrayContaining([{ part_id: 'BRKDSC' }, { part_id: 'BRKPAD' }]),
    )
    expect(items).toHaveLength(2)
    const { ContentItemSchema } = await loadOtherTool()
    expect(items.map((item) => ContentItemSchema.parse(item))).toEqual(items)
    expect(items.every(({ type, url }) => type === 'ltiResourceLink' && url.startsWith(one.tool.launch_url))).toBe(true)
    expect((await choose()).status).toBe(410)
    // A platform that keeps no custom parameters names the film by the address of the link.
    const target = { 'https://purl.imsglobal.org/spec/lti/claim/target_link_uri': items[0]!.url, [custom]: undefined }
    expect((await launch(one, film(target))).response.headers.get('location')).toContain('/thirdPartyLogin')
  })

  test('returns one where the platform takes one, and none where nothing was chosen', async () => {
    const { one, at, place } = await choosing({ accept_multiple: false })
    expect(await (await at(place!)).text()).toContain('type="radio"')
    const returned = await (await at(place!, { ...form({}), body: 'part_id=BRKDSC&part_id=BRKPAD' })).text()
    const keys = (await (await at(pathOf(one.tool.jwks_url))).json()) as { keys: object[] }
    expect(await college.readItems(jwtIn(returned), keys, w.clock.now())).toHaveLength(1)
  })

  test('ends after an hour, and is refused where the platform accepts no links or names no address', async () => {
    const { at, place } = await choosing()
    w.clock.forward(3601)
    expect((await at(place!)).status).toBe(410)
    await w.database.system.deleteFrom('lti_choices').execute()
    await w.database.system.deleteFrom('lti_logins').execute()
    await w.database.system.deleteFrom('lti_platforms').execute()
    expect((await choosing({ accept_types: ['file'] })).response.status).toBe(403)
    expect(await problem()).toBe('deep_linking')
  })
})

describe('a video of the business', () => {
  const embed = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'video' }
  /** The pages of the video at its platform, after a launch. */
  async function opened(part_id: string) {
    const one = await register()
    const { response } = await launch(one, film({ [custom]: { part_id } }), { at: browser(false), headers: frame })
    return { one, response, place: response.headers.get('location') ?? '' }
  }

  test('on another website plays in the page of its launch, whose policy names that website', async () => {
    const { part_id } = await ella.call(contract.customvideos.addUserCustomVideo, {
      body: {
        video_name: 'Elsewhere',
        description: '',
        texts: [],
        on_home: false,
        video_url: 'https://media.shop.example/brakes.mp4',
      },
    })
    const { place } = await opened(part_id)
    const page = await browser(false)(place, { headers: frame })
    expect(page.headers.get('content-security-policy')).toMatch(
      /media-src [^;]*https:\/\/media\.shop\.example(?:;| |$)/,
    )
  })

  test('can be chosen, and opens in a frame of the platform alone, until the registration ends', async () => {
    const video = await upload(ella, 'team.mp4', await madeFilm('team.mp4'))
    const { one, response, place } = await opened(video.part_id)
    expect([response.status, place.split('?')[0]]).toEqual([303, pathOf(one.tool.launch_url).replace('launch', 'film')])
    const at = browser(false)
    const page = await at(place, { headers: frame })
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors 'self' ${college.origin}`)
    expect(page.headers.getSetCookie()).toEqual([])
    const html = await page.text()
    expect(html).toContain('lang="es-ES"')
    const file = /src="(\/lti\/[^"]+\.mp4[^"]*)"/.exec(html)![1]!.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
    expect((await at(file, { headers: { ...embed, range: 'bytes=0-99' } })).status).toBe(206)
    expect((await at(file, { headers: { ...embed, 'sec-fetch-site': 'cross-site' } })).status).toBe(404)
    expect((await at(place.replace('pass=', 'pass=x'), { headers: frame })).status).toBe(403)
    const choice = await launch(one, (auth) => college.deepLinking(auth, w.clock.now()))
    const list = await (await choice.at(choice.response.headers.get('location')!)).text()
    expect(list).toContain(`value="${video.part_id}"`)
    w.clock.forward(12 * 3600 + 1)
    expect((await at(place, { headers: frame })).status).toBe(403)
    ella = await w.loggedIn('enterprise')
    const again = (await launch(one, film({ [custom]: { part_id: video.part_id } }))).response.headers.get('location')!
    expect((await at(again, { headers: frame })).status).toBe(200)
    await ella.call(calls.deleteLtiPlatform, { params: { platform_id: one.id } })
    expect((await at(again, { headers: frame })).status).toBe(404)
  })

  test('counts each view once, for the user who registered the platform, while the registration holds', async () => {
    const video = await upload(ella, 'counted.mp4', await madeFilm('counted.mp4'))
    const { one, place } = await opened(video.part_id)
    const html = await (await browser(false)(place, { headers: frame })).text()
    const { report } = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]!) as {
      report: { call: string; view: BodyInputOf<typeof calls.courseFilmViewed> }
    }
    expect(report.call).toBe('courseFilmViewed')
    const student = w.visitor()
    const watch = async (more: object = {}, agent = 'Mozilla/5.0 Chrome/150.0.0.0') => {
      const body = JSON.stringify({ ...report.view, view_key: randomUUID(), ...more })
      const headers = { 'content-type': 'application/json', 'user-agent': agent }
      const path = '/api/v1/courseFilmViewed'
      return (await (await student.request(path, { method: 'POST', headers, body })).json()) as { message: string }
    }
    const views = () =>
      w.database.system
        .selectFrom('views')
        .select(['user_id', 'tracktype', 'language_id'])
        .where('part_id', '=', video.part_id)
        .execute()
    const view_key = randomUUID()
    // Two students at once, one of whom reports again later, and a machine.
    expect((await watch({ view_key })).message).toBe('ok')
    await watch()
    w.clock.forward(120)
    await watch({ view_key })
    await watch({}, 'curl/8.0')
    const one_view = { user_id: (await ella.me()).user_id, tracktype: 'api', language_id: 98 }
    expect(await views()).toEqual([one_view, one_view])
    for (const wrong of [{ proof: `x${report.view.proof}` }, { part_id: 'BRKDSC' }, { token: 'x'.repeat(20) }])
      expect((await watch(wrong)).message).toBe('lti_film_gone')
    await ella.call(calls.deleteLtiPlatform, { params: { platform_id: one.id } })
    expect((await watch()).message).toBe('lti_film_gone')
    expect(await views()).toHaveLength(2)
  })

  test('of another business, or deleted, is gone', async () => {
    const rival = await w.loggedIn('enterprise2')
    const theirs = await upload(rival, 'theirs.mp4', await madeFilm('theirs.mp4'))
    expect((await opened(theirs.part_id)).response.status).toBe(410)
  })
})

describe('a registration', () => {
  test('is one user’s, each client once in a business, and every key is its own', async () => {
    const one = await register()
    expect((await ella.send(calls.makeLtiPlatform, { body: college.registration })).message).toBe('lti_platform_exists')
    const rival = await w.loggedIn('enterprise2')
    const theirs = await register({}, rival)
    expect(theirs.tool.launch_url).not.toBe(one.tool.launch_url)
    const keyOf = async (of: Registered) =>
      JSON.stringify(await (await w.visitor().request(pathOf(of.tool.jwks_url))).json())
    expect(await keyOf(one)).not.toBe(await keyOf(theirs))
    expect((await rival.send(calls.updateLtiPlatform, { body: { platform_id: one.id, active: 0 } })).http).toBe(404)
    await ella.call(calls.updateLtiPlatform, { body: { platform_id: one.id, active: 0 } })
    expect((await w.visitor().request(pathOf(one.tool.jwks_url))).status).toBe(404)
  })

  test('is refused with addresses that lead inside', async () => {
    const strict = await world()
    try {
      const boss = await strict.loggedIn('enterprise')
      const refusal = async (jwks_url: string) => {
        const body = {
          ...college.registration,
          auth_url: 'https://a.example/',
          token_url: 'https://a.example/',
          jwks_url,
        }
        return (await boss.send(calls.makeLtiPlatform, { body })).message
      }
      expect(await refusal('https://169.254.169.254/keys')).toBe('lti_url_not_public')
      expect(await refusal('https://localhost/keys')).toBe('lti_url_not_public')
      expect(await refusal('http://lms.example/keys')).toBe('lti_url_not_secure')
      expect(await refusal('javascript:alert(1)')).toBe('lti_url_not_valid')
    } finally {
      await strict.close()
    }
  })
})
