import { allCalls } from '@cutaway/contract'
import { routes } from '@cutaway/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routePaths } from './core/http/routes.ts'
import { exampleOf } from './testing/examples.ts'
import { checksum } from './testing/walk-people.ts'
import { world, type World } from './testing/world.ts'

/** The server serves exactly the routes that the contract lists. */

let w: World
beforeAll(async () => {
  w = await world({
    env: {
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: 'x'.repeat(32),
      TWILIO_FROM: '+15035550100',
      PUBLIC_BASE_URL: 'https://portal.example',
      REPLY_DOMAIN: 'reply.portal.example',
      REPLY_SIGNING_KEY: 'x'.repeat(32),
    },
    pages: { html: () => Promise.resolve('<html></html>'), scripts: () => [], textRooms: () => Promise.resolve([]) },
  })
})
afterAll(() => w.close())

test('every route is declared', () => {
  const calls = allCalls().flatMap(({ endpoint }) => routePaths(endpoint).map((path) => `${endpoint.method} ${path}`))
  const declared = new Set([...calls, ...Object.values(routes).map(({ method, path }) => `${method} ${path}`)])
  expect(w.running.app.servedRoutes.length).toBeGreaterThan(200)
  // Unknown paths of the API return 404 for every method.
  const unknown = / \/api(\/\*)?$/
  expect(w.running.app.servedRoutes.filter((route) => !declared.has(route) && !unknown.test(route))).toEqual([])
})

test('every declared route is served', () => {
  const served = new Set(w.running.app.servedRoutes)
  // This world does not serve the folder of built pages.
  const listed = Object.values(routes).filter(({ path }) => path !== '/assets/*')
  expect(listed.map(({ method, path }) => `${method} ${path}`).filter((route) => !served.has(route))).toEqual([])
})

test('other methods on the path of a call return 405 with the methods that it has, unknown paths 404', async () => {
  const ask = async (method: string, path: string) => {
    const { status, headers } = await w.visitor().request(path, { method })
    return [status, headers.get('allow')]
  }
  expect(await ask('DELETE', '/api/v1/login')).toEqual([405, 'POST'])
  expect(await ask('PATCH', '/API/V1/Login/?again=1')).toEqual([405, 'POST'])
  expect(await ask('GET', '/api/v1/updateUnsubscribeEmailDetails')).toEqual([405, 'POST, PUT'])
  expect(await ask('POST', '/api/v1/getUserSession')).toEqual([405, 'GET'])
  for (const path of ['/api', '/api/v1/nothing', '/api/v1/login/more'])
    expect([path, ...(await ask('POST', path))]).toEqual([path, 404, null])
})

/** Reads that share their path with a call that changes something. */
const reads = new Set(['autoLoginByRemoteIP', 'getDemoClock', 'handleRecharge'])

test('no call that changes something answers GET: a link, a picture or a mail scanner changes nothing', async () => {
  const person = await w.loggedIn('enterprise')
  const before = await checksum(w, { web_site_id: 31 })
  const calls = allCalls()
  const changing = calls.filter(({ endpoint: { method } }) => method !== 'GET')
  expect(changing.length).toBeGreaterThan(250)
  const answered: string[] = []
  for (const { name, endpoint } of changing) {
    const twin = calls.find((one) => one.endpoint.method === 'GET' && one.endpoint.path === endpoint.path)
    if (twin && reads.has(twin.name)) continue
    const { path } = exampleOf(endpoint, { web_site_id: 31 })
    const { status } = await person.request(path, { method: 'GET' })
    if (status !== 405 && status !== 404) answered.push(`${name}: ${status}`)
  }
  expect(answered).toEqual([])
  expect(await checksum(w, { web_site_id: 31 })).toBe(before)
})
