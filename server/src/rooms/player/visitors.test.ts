import { describe, expect, test } from 'vitest'
import { hitKind, programOf } from './visitors.ts'

const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'
const android =
  'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

describe('the kind of a visitor', () => {
  const asks = (agent: string, headers: Record<string, string> = {}, method = 'GET') =>
    hitKind({ method, headers: { 'user-agent': agent, ...headers } })

  test.each([
    iPhone,
    android,
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
    'Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]',
  ])('a person may: %s', (agent) => expect(asks(agent)).toBe('page'))

  test.each([
    ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview'],
    ['WhatsApp/2.24.20.77 A', 'preview'],
    ['facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', 'preview'],
    ['Twitterbot/1.0', 'preview'],
    ['TelegramBot (like TwitterBot)', 'preview'],
    ['Mozilla/5.0 (Windows NT 6.1; Win64; x64) Chrome/96 Safari/537.36 Google (+GoogleImageProxy)', 'preview'],
    ['Mozilla/5.0 (Windows NT 10.0) SafeLinks', 'scanner'],
    ['Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0)', 'scanner'],
    ['Barracuda Sentinel (EE)', 'scanner'],
    ['Mimecast-URL-Protect', 'scanner'],
    ['Proofpoint URL Defense', 'scanner'],
    ['curl/8.5.0', 'scanner'],
    ['python-requests/2.32', 'scanner'],
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/150.0.0.0 Safari/537.36', 'scanner'],
    ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'scanner'],
    ['', 'scanner'],
  ])('a program does: %s', (agent, kind) => {
    expect(asks(agent)).toBe(kind)
    expect(programOf(agent)).toBe(kind)
  })

  test('a prefetch or a HEAD request is not a page view', () => {
    expect(asks(iPhone, { 'sec-purpose': 'prefetch;prerender' })).toBe('prefetch')
    expect(asks(android, { purpose: 'prefetch' })).toBe('prefetch')
    expect(asks(iPhone, { 'x-moz': 'prefetch' })).toBe('prefetch')
    expect(asks(iPhone, {}, 'HEAD')).toBe('head')
  })
})
