import { allCalls } from '@cutaway/contract'
import { routes } from '@cutaway/contract/routes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routePaths } from './core/http/routes.ts'
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

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']

test('every route is declared', () => {
  const calls = allCalls().flatMap(({ endpoint }) => routePaths(endpoint))
  // Other methods on the path of a call return 405.
  const declared = new Set([
    ...calls.flatMap((path) => methods.map((method) => `${method} ${path}`)),
    ...Object.values(routes).map(({ method, path }) => `${method} ${path}`),
  ])
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
