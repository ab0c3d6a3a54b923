import { allCalls } from '@cutaway/contract'
import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { routes } from '@cutaway/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routePaths } from '../core/http/routes.ts'
import { world, type Person, type World } from '../testing/world.ts'

/** Everything under /api responds like the API: the same headers in every spelling, the envelope for unknown paths. */

let w: World
let dana: Person
beforeAll(async () => {
  w = await world({
    pages: {
      html: async () => '<!doctype html><title>the page</title>',
      scripts: () => [],
      textRooms: () => Promise.resolve([]),
    },
  })
  dana = await w.loggedIn('advisor')
})
afterAll(() => w.close())

const headersOf = async (path: string) => {
  const { headers } = await dana.request(path)
  return Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)))
}

test.each(['/API/V1/getUserSession', '/Api/v1/getusersession', '/%61pi/v1/getUserSession', '/api/v1/getUserSession/'])(
  '%s has the headers of the call',
  async (path) => {
    const usual = await headersOf('/api/v1/getUserSession')
    expect(usual['cache-control']).toBe('no-store')
    expect(await headersOf(path)).toEqual(usual)
  },
)

describe.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])('%s', (method) => {
  test.each([
    '/api',
    '/api/',
    '/api/v2/getUserSession',
    '/api/v1/noSuchCall',
    '/api/v1/getSiteBrands',
    '/api/v1/getUserSession/and/more',
    '/API/V1/noSuchCall',
  ])('of %s returns 404 with the envelope, not a page', async (path) => {
    const response = await dana.request(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{}' }),
    })
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ status: 0, message: 'not_found', data: null })
  })
})

/** Where a call of its own is without the JSON of another: only with the JSON in the query is it that other one. */
const onlyWithJson = ({ path }: Endpoint) => (path.endsWith('/:json') ? `/api/v1${path.replace(/\/:json$/, '')}` : '')
/** Routes that are declared, with every parameter as `x`. */
const declared = new Set(
  [
    ...allCalls().flatMap(({ endpoint }) => routePaths(endpoint).filter((path) => path !== onlyWithJson(endpoint))),
    ...Object.values(routes).map(({ path }) => path),
  ].map((path) => path.replaceAll(/:[^/.]+/g, 'x')),
)

test('a read with one segment less than declared returns 404 with the envelope', async () => {
  const short = allCalls()
    .filter(({ endpoint }) => endpoint.method === 'GET')
    .flatMap(({ endpoint }) => routePaths(endpoint))
    .map((path) => path.replaceAll(/:[^/.]+/g, 'x').replace(/\/[^/]*$/, ''))
    .filter((path) => path !== '/api/v1' && !declared.has(path))
  expect(short.length).toBeGreaterThan(20)
  expect(short).toContain('/api/v1/getConversations')
  for (const path of new Set(short)) {
    const response = await dana.request(path)
    expect([path, response.status, await response.json()]).toEqual([
      path,
      404,
      { status: 0, message: 'not_found', data: null },
    ])
  }
})

test.each(['/%zz', '/home%00', '/bhome%E0%A4%A', '/animation/%ff', '/animation/%C0%AF?t=3', '/l/%zz'])(
  'the malformed page address %s leads to the public home page',
  async (path) => {
    const response = await dana.request(path, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/bhome'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
  },
)

test('sends the same headers for an address that cannot be decoded', async () => {
  const response = await dana.request('/api/v1/getSiteBrands/%zz')
  expect(response.status).toBe(400)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
})

test('still serves pages next to the API', async () => {
  for (const path of ['/home', '/apis', '/apiary/x'])
    expect(await (await dana.request(path)).text()).toContain('the page')
})
