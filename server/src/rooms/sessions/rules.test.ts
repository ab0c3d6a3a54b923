import { describe, expect, test } from 'vitest'
import { secondsAfter } from '../../core/clock.ts'
import { linkOrigin } from '../../core/http/origin.ts'
import { hashPassword, needsRehash, verifyPassword } from './passwords/hashing.ts'
import { addressKey, sessionEnd, slide, userKey } from './rules.ts'

const hours = (n: number) => n * 3600
const days = (n: number) => hours(24 * n)
const noon = new Date('2026-03-02T12:00:00Z')

describe('addressKey', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('counts %s as %s', (ip, key) => expect(addressKey(ip)).toBe(key))
})

test('userKey maps every capitalisation of a name to one key', () => {
  expect(userKey('  ANNA ')).toBe('anna')
  expect(userKey('Ångström')).toBe('ångström')
})

describe('session expiry', () => {
  const session = { createdAt: noon, lastSeenAt: noon, expiresAt: sessionEnd(noon, false) }

  test('is 12 hours, or 30 days with "stay logged in"', () => {
    expect(sessionEnd(noon, false)).toEqual(secondsAfter(noon, hours(12)))
    expect(sessionEnd(noon, true)).toEqual(secondsAfter(noon, days(30)))
  })

  test('slides with use, and is written at most every five minutes', () => {
    expect(slide(session, secondsAfter(noon, 299))).toBeNull()
    expect(slide(session, secondsAfter(noon, 300))).toEqual(secondsAfter(noon, 300 + hours(12)))
  })

  test('never exceeds 30 days', () => {
    const old = {
      createdAt: noon,
      lastSeenAt: secondsAfter(noon, days(29.8)),
      expiresAt: secondsAfter(noon, days(29.9)),
    }
    expect(slide(old, secondsAfter(noon, days(29.85)))).toEqual(secondsAfter(noon, days(30)))
  })

  test('does not slide with "stay logged in"', () => {
    const staying = { ...session, expiresAt: sessionEnd(noon, true) }
    expect(slide(staying, secondsAfter(noon, days(3)))).toEqual(secondsAfter(noon, days(30)))
    expect(slide(staying, secondsAfter(noon, days(29.9)))).toEqual(secondsAfter(noon, days(30)))
  })
})

describe('the base URL of a mailed link', () => {
  const demo = { secure: false, publicBaseUrl: undefined }
  const live = { secure: true, publicBaseUrl: 'https://portal.example' }
  const hosts = ['films.example', 'videos.example']

  test.each([
    ['http://films.example', demo, 'http://films.example'],
    ['http://site33.localhost:4000', demo, 'http://site33.localhost:4000'],
    ['http://127.0.0.1:4000', demo, 'http://127.0.0.1:4000'],
    ['https://videos.example', live, 'https://videos.example'],
    ['http://videos.example', live, 'https://videos.example'],
    ['https://Videos.Example:8443', live, 'https://videos.example:8443'],
  ])('for a request to %s is the request’s host', (origin, config, expected) => {
    expect(linkOrigin(origin, hosts, config)).toBe(expected)
  })

  test.each([
    'https://evil.example',
    'https://evil.example/films.example',
    'https://evil.example/.localhost',
    'https://films.example@evil.example',
    'https://films.example.evil.example',
    'https://localhost',
    'https://evil example',
    'https://%zz',
    'https://',
  ])('for a request to %s is the portal', (origin) => {
    expect(linkOrigin(origin, ['portal.example', ...hosts], live)).toBe('https://portal.example')
    // A web site whose pages are not at the address of the portal.
    expect(linkOrigin(origin, hosts, live)).toBe('https://films.example')
  })

  test('is a host of the web site that it is about, wherever the operator works', () => {
    expect(linkOrigin('https://portal.example', hosts, live)).toBe('https://films.example')
    expect(linkOrigin('http://localhost:4000', ['site44.localhost'], demo)).toBe('http://site44.localhost:4000')
    expect(linkOrigin('http://127.0.0.1:4000', ['site31.localhost', 'localhost'], demo)).toBe('http://127.0.0.1:4000')
  })

  test('is the portal for a web site with local names only, at its port', () => {
    expect(linkOrigin('', ['site33.localhost'], { ...demo, port: 4000 })).toBe('http://site33.localhost:4000')
    expect(linkOrigin('', ['films.example'], { ...demo, port: 4000 })).toBe('http://films.example')
    expect(linkOrigin('', ['site33.localhost'], live)).toBe('https://portal.example')
  })

  test('is the site’s first host if the portal has no configured URL', () => {
    for (const origin of ['http://evil.example/.localhost', 'http://evil.example'])
      expect(linkOrigin(origin, hosts, demo)).toBe('http://films.example')
  })
})

describe('password hashes', () => {
  test('match one password in every Unicode composition', async () => {
    const stored = await hashPassword('caf\u00E9 au lait')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verifyPassword(stored, 'cafe\u0301 au lait')).toBe(true)
    expect(await verifyPassword(stored, 'cafe au lait')).toBe(false)
  })

  test('are salted', async () => {
    expect(await hashPassword('cutaway-demo')).not.toBe(await hashPassword('cutaway-demo'))
  })

  test('that are missing or malformed match no password', async () => {
    expect(await verifyPassword(undefined, 'anything')).toBe(false)
    expect(await verifyPassword('', '')).toBe(false)
    expect(await verifyPassword('!locked', '!locked')).toBe(false)
  })

  test('with outdated parameters need a rehash', async () => {
    expect(needsRehash(await hashPassword('cutaway-demo'))).toBe(false)
    expect(needsRehash('$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaA')).toBe(true)
  })
})
