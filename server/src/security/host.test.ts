import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkIn, mailsTo } from '../rooms/sessions/testing.ts'
import { world, type Person, type World } from '../testing/world.ts'

/** A forged Host header does not appear in addresses, mails or redirects. */

let w: World
let dana: Person
beforeAll(async () => {
  w = await world()
  dana = w.visitor()
})
afterAll(() => w.close())

const evil = [
  'evil.example',
  'evil.example:4000',
  'localhost.evil.example',
  'site31.localhost.evil.example',
  'a b',
  '[::',
  '%zz',
]

const get = async (path: string, host: string) => {
  const response = await dana.request(path, { headers: { host, 'x-forwarded-host': host } })
  return { http: response.status, text: await response.text(), location: response.headers.get('location') ?? '' }
}

describe.each(evil)('Host: %s', (host) => {
  test('is not used as the address of the web site', async () => {
    const { text } = await get('/api/v1/getWebsiteUrl', host)
    expect(JSON.parse(text)).toMatchObject({ data: { url: 'http://site31.localhost' } })
  })

  test('is in no response of a public page or call, and breaks none', async () => {
    for (const path of [
      '/api/v1/getDomainName/31',
      '/api/v1/getAnimationLinkVideo/unknown',
      '/animation_link/unknown',
      '/l/unknown',
      '/oembed?url=http://x.example/l/unknown',
      '/healthz',
      '/api/v1/openapi.json',
    ]) {
      const { http, text, location } = await get(path, host)
      expect(http, path).toBeLessThan(500)
      expect(text + location, path).not.toContain('evil.example')
    }
  })
})

test('links in mail lead to the site, whatever the Host header of the request', async () => {
  const { email } = await w.database.system
    .selectFrom('users')
    .select('email')
    .where('web_site_id', '=', 31)
    .where('username', '=', 'staff')
    .executeTakeFirstOrThrow()
  await dana.request('/api/v1/forgotPassword', {
    method: 'POST',
    headers: { host: 'evil.example', origin: 'http://evil.example', 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'staff' }),
  })
  const mails = await mailsTo(dana, email)
  expect(linkIn(mails.at(-1)!).href).toMatch(/^http:\/\/site31\.localhost\//)
})

test('uses a host of the site as its address, with the port of the request', async () => {
  expect(await dana.call(contract.sites.getWebsiteUrl)).toEqual({ url: `http://${dana.host}` })
  const { text } = await get('/api/v1/getWebsiteUrl', 'SITE33.localhost:4000')
  expect(JSON.parse(text)).toMatchObject({ data: { url: 'http://site33.localhost:4000' } })
})
