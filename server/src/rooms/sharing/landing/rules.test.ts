import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hitKind, mergeStretches, programOf, standingAnswer, watchedPercent } from './rules.ts'

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

describe('the watched ranges of a film of 100 seconds', () => {
  const percent = (...flat: number[]) => watchedPercent(mergeStretches(flat, 100)!, 100)

  test('count each second on the screen once', () => {
    expect(percent()).toBe(0)
    expect(percent(0, 25)).toBe(25)
    expect(percent(0, 25, 0, 25)).toBe(25)
    expect(percent(50, 75, 0, 60)).toBe(75)
    expect(percent(0, 10, 90, 100)).toBe(20)
  })
  test('never exceed the film', () => {
    expect(percent(0, 86_400)).toBe(100)
    expect(percent(90, 500)).toBe(10)
    expect(watchedPercent([0, 1], 0)).toBe(0)
  })
  test('a list that is no list of ranges is refused', () => {
    expect(mergeStretches([1], 100)).toBeNull()
    expect(mergeStretches([5, 2], 100)).toBeNull()
    expect(mergeStretches([0, Number.NaN], 100)).toBeNull()
  })
  test('do not depend on the order or the repetition of reports', () => {
    const stretch = fc
      .tuple(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 1200 }))
      .map(([a, b]) => [Math.min(a, b) / 10, Math.max(a, b) / 10] as const)
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 20 }), fc.integer({ min: 0, max: 20 }), (stretches, cut) => {
        const whole = mergeStretches(stretches.flat(), 100)!
        const first = mergeStretches(stretches.slice(cut).flat(), 100)!
        const later = mergeStretches([...first, ...stretches.slice(0, cut).flat()], 100)!
        expect(watchedPercent(later, 100)).toBe(watchedPercent(whole, 100))
        expect(mergeStretches([...whole, ...whole], 100)).toEqual(whole)
        for (let i = 2; i < whole.length; i += 2) expect(whole[i]!).toBeGreaterThan(whole[i - 1]!)
      }),
    )
  })
})

test('an answer counts until it is taken back', () => {
  const at = new Date('2026-11-22T09:44:00Z')
  expect(standingAnswer(undefined)).toBeNull()
  expect(standingAnswer({ answer: 'approve', at })).toEqual({ answer: 'approve', at: at.toISOString() })
  expect(standingAnswer({ answer: 'withdraw', at })).toBeNull()
})
