import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type World } from '../../testing/world.ts'
import { parseCdnOrigins, cdnOriginOf } from './cdn-redirect.ts'

/** Static content is served from a regional CDN, depending on the host (viewing.md 9). */

describe('the CDN of a host', () => {
  const origins = parseCdnOrigins(
    'shop.example.cn=https://one.example, *.example.cn=https://static.example.cn, *=https://static.example.com/',
  )
  test.each([
    ['shop.example.cn', 'https://one.example'],
    ['SHOP2.example.cn:8443', 'https://static.example.cn'],
    ['films.example.com', 'https://static.example.com'],
    ['static.example.cn', undefined],
  ])('%s: %s', (host, origin) => expect(cdnOriginOf(origins, host)).toBe(origin))

  test('is undefined if no entry matches or there are no entries', () => {
    expect(cdnOriginOf(parseCdnOrigins('*.cn=https://static.example.cn'), 'films.example.com')).toBeUndefined()
    expect(cdnOriginOf(parseCdnOrigins(''), 'films.example.com')).toBeUndefined()
  })

  test.each([
    '*.cn',
    '*.cn=static.example.cn',
    'a b=https://x.example',
    '*=https://x.example/path',
    '*=ftp://x.example',
  ])('%s is refused by name', (text) => expect(() => parseCdnOrigins(text)).toThrow(`"${text}" is not a host`))
})

describe('a portal with a CDN for one of its hosts', () => {
  let w: World
  beforeAll(async () => {
    w = await world({ env: { STATIC_ORIGINS: 'site31.localhost=http://near.localhost:9' } })
  })
  afterAll(() => w.close())

  /** fetch() sets the Host header itself; the test needs the one that a browser sends. */
  const get = (host: string, path: string) =>
    new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
      request(`${w.address}${path}`, { headers: { host } }, (answer) => {
        answer.resume().on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers }))
      })
        .on('error', reject)
        .end()
    })

  test('redirects Dana’s browser to the CDN for images, and does not redirect other hosts', async () => {
    const poster = '/films/BRKDSC/1/poster.webp'
    const sent = await get('site31.localhost', poster)
    expect(sent.status).toBe(302)
    expect(sent.headers['location']).toBe(`http://near.localhost:9${poster}`)
    expect((await get('site10.localhost', poster)).status).toBe(200)
  })

  test('lets the CDN cache files and use them on every page', async () => {
    const answer = await get('near.localhost', '/films/BRKDSC/1/poster.webp')
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(answer.headers['cache-control']).toMatch(/^public/)
  })

  test('does not redirect films and calls', async () => {
    expect((await get('site31.localhost', '/films/ENGOIL/1/video-720.mp4')).status).toBe(401)
    expect((await get('site31.localhost', '/api/v1/getThemeDetails')).status).toBe(200)
  })

  test('lets pages load from the CDN and from no other origin', async () => {
    const policy = String((await get('site31.localhost', '/api/v1')).headers['content-security-policy'])
    expect(policy).toContain("img-src 'self' http://near.localhost:9")
    expect(policy).toContain("media-src 'self' blob:")
  })
})
