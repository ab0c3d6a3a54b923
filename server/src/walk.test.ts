import { allCalls } from '@cutaway/contract'
import { urlOf } from '@cutaway/contract/client.ts'
import { isFileReply, jsonParameter, pathParameters, type Endpoint } from '@cutaway/contract/endpoint.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routePaths } from './core/http/routes.ts'
import { world, type Person, type World } from './testing/world.ts'

/**
 * Sends many kinds of input to every declared call. The response is always the envelope with a matching status, never a
 * 5xx. Who may call, and for whom, is tested in walk/scope.test.ts.
 */

let w: World
let advisor: Person
let stranger: Person

beforeAll(async () => {
  w = await world()
  advisor = await w.loggedIn('advisor')
  stranger = w.visitor()
})
afterAll(() => w.close())

const calls = allCalls()
const title = ({ room, name, endpoint }: (typeof calls)[number]) =>
  `${room}.${name} ${endpoint.method} ${endpoint.path}`

/** Valid parameter values of our calls, by name. */
const examples: Record<string, unknown> = {
  lang: 'en-US',
  language_id: '50',
  driverside: 'left',
  part_id: 'BRKDSC',
  video_type: 'narrated',
  videoType: 'narrated',
  type: 'narrated',
  locale: 'en-US',
  api: 'api',
  user: 1,
  user_id: 1,
  web_site_id: 31,
  web_site: 31,
  site: 31,
  id: 31,
  brand: 1,
  brand_id: 1,
  vehicle: 'hatch',
  userOrSite: 31,
  system: 1,
  json: {},
}
const keyed: Record<string, string> = {
  getTermsAndCondition: 'terms_and_condition',
  getPrivacyPolicy: 'privacy_policy',
}

function fitting(name: string, e: Endpoint, more: Record<string, unknown> = {}): string {
  const id =
    name === 'getOutboxMail' || name === 'getOutboxMessage'
      ? '00000000-0000-4000-8000-000000000000'
      : name === 'getLanguage'
        ? 50
        : examples['id']
  const type = name === 'getEmailAnAnimationDetails' ? 'email' : examples['type']
  return urlOf(e, { ...examples, key: keyed[name], id, type, ...more })
}

async function ask(person: Person, method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  // Each caller has an address of its own: the walk does not test rate limits.
  const ip = `198.51.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`
  const response = await person.request(path, {
    method,
    headers: {
      'x-forwarded-for': ip,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') ?? '' }
}

const Envelope = z.object({
  status: z.union([z.literal(0), z.literal(1)]),
  message: z.string().min(1),
  data: z.unknown(),
})

function expectEnvelope(answer: { status: number; text: string; type: string }, e: Endpoint) {
  expect(answer.status, answer.text.slice(0, 300)).toBeLessThan(500)
  if (answer.status === 200 && isFileReply(e.reply) && !answer.type.startsWith('application/json; charset=utf-8'))
    return
  if (answer.status === 200 && isFileReply(e.reply)) return expect(() => JSON.parse(answer.text)).not.toThrow()
  const envelope = Envelope.parse(JSON.parse(answer.text))
  if (answer.status >= 400) expect(envelope).toMatchObject({ status: 0, data: null })
}

const boundary = 'line-between-fields'
const formType = { 'content-type': `multipart/form-data; boundary=${boundary}` }
/** Returns an encoded form with one file of the given size. */
const formOf = (field: string, bytes: number, last = true) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="x.png"\r\n` +
  `content-type: image/png\r\n\r\n${'x'.repeat(bytes)}\r\n${last ? `--${boundary}--\r\n` : ''}`

const bodyFor = (e: Endpoint) => (e.method === 'GET' ? undefined : '{}')

/**
 * Returns every third of the unexpected values, and a different third for the next call: together all are sent to each
 * kind.
 */
const sampled = <T>(values: readonly T[], at: number): T[] => values.filter((_, i) => (i + at) % 3 === 0)

describe.each(calls.map((c, at) => ({ title: title(c), at, ...c })))('$title', ({ name, room, at, endpoint: e }) => {
  beforeAll(async () => {
    // A call of the sessions room, tested earlier, may have ended the session.
    if (at === 0 || calls[at - 1]?.room === 'sessions' || room === 'sessions') advisor = await w.loggedIn('advisor')
  })

  test('describes its purpose and its reply', () => {
    expect(e.reply).toBeTruthy()
    expect(e.summary.length).toBeGreaterThan(10)
    expect(routePaths(e).length).toBeGreaterThan(0)
  })

  test('refuses undeclared methods', async () => {
    const others = ['GET', 'POST', 'PUT', 'DELETE'].filter(
      (m) => !calls.some((c) => c.endpoint.method === m && samePath(c.endpoint, e)),
    )
    for (const method of others) {
      const answer = await ask(advisor, method, fitting(name, e), method === 'GET' ? undefined : '{}')
      expect([403, 404, 405]).toContain(answer.status)
      expectEnvelope(answer, e)
    }
  })

  test('handles malformed paths, ids and escapes', async () => {
    const segments = pathParameters(e.path)
    const bad = [
      '%',
      '%zz',
      '%00',
      '%C0%AF',
      '..%2f..%2fetc',
      "'%3Bdrop%20table%20users--",
      '-1',
      '99999999999999999999',
      'NaN',
      'null',
      'a'.repeat(3000),
      '%F0%9F%9A%97',
    ]
    for (const { name: parameter } of segments)
      for (const value of sampled(bad, at)) {
        const path = fitting(name, e, { [parameter]: 'MARKER' })
          .replace('MARKER', value)
          .replace(encodeURIComponent('"MARKER"'), value)
        expectEnvelope(await ask(advisor, e.method, path, bodyFor(e)), e)
      }
    for (const tail of ['/%', '/extra/segments/here', '?json=%7B', '?a[b]=c&__proto__=1'])
      expectEnvelope(await ask(advisor, e.method, `${fitting(name, e)}${tail}`, bodyFor(e)), e)
  })

  if (jsonParameter(e))
    test('handles any JSON parameter, in the path and in the query', async () => {
      for (const json of ['', '{', '[]', 'null', '1', '"x"', '{"__proto__":{"x":1}}', `{"a":"${'x'.repeat(5000)}"}`]) {
        const inPath = await ask(
          advisor,
          e.method,
          fitting(name, e, { json: 'MARKER' }).replace('MARKER', encodeURIComponent(json)),
        )
        expectEnvelope(inPath, e)
        const bare = fitting(name, e, { json: 'MARKER' }).replace('/MARKER', '')
        expectEnvelope(await ask(advisor, e.method, `${bare}?json=${encodeURIComponent(json)}`), e)
      }
    })

  if (e.method !== 'GET') {
    test('handles any body', async () => {
      const bodies = [
        '',
        '{',
        '[]',
        'null',
        '0',
        '"text"',
        '{"__proto__":{"admin":true}}',
        '{"constructor":{"prototype":{"x":1}}}',
        `{"x":"${'y'.repeat(20_000)}"}`,
      ]
      for (const body of bodies) expectEnvelope(await ask(advisor, e.method, fitting(name, e), body), e)
    })

    test('handles random bodies', async () => {
      const fields = e.body instanceof z.ZodObject ? Object.keys(e.body.shape) : ['x']
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.constantFrom(...fields), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 8 }),
          async (body) => {
            expectEnvelope(await ask(stranger, e.method, fitting(name, e), JSON.stringify(body)), e)
          },
        ),
        { numRuns: 8 },
      )
    })

    if (!e.upload)
      test('refuses a form with a file', async () => {
        const form = await ask(advisor, e.method, fitting(name, e), formOf('file', 8), formType)
        expect([400, 403, 415]).toContain(form.status)
        expectEnvelope(form, e)
      })

    if (e.upload) {
      const { maxBytes } = e.upload
      test('accepts exactly one file, in its field and within its limit', async () => {
        const person = await w.loggedIn('super')
        const send = (body: string) => ask(person, e.method, fitting(name, e), body, formType)
        expect((await send(formOf('file', maxBytes + 1))).status).toBe(413)
        for (const body of ['', 'no form', formOf('other', 8), `${formOf('file', 8, false)}${formOf('file', 8)}`]) {
          const answer = await send(body)
          expect(answer.status).toBe(400)
          expectEnvelope(answer, e)
        }
      })

      test('refuses the form of another web site', async () => {
        const headers = { ...formType, origin: 'https://evil.example' }
        const answer = await ask(advisor, e.method, fitting(name, e), formOf('file', 8), headers)
        expect(answer.status).toBe(403)
        expect(JSON.parse(answer.text)).toMatchObject({ message: 'cross_site_request_refused' })
      })
    }

    test('returns 413 for a body that is too large, and refuses one that is not JSON', async () => {
      const large = await ask(
        stranger,
        e.method,
        fitting(name, e),
        JSON.stringify({ x: 'y'.repeat((e.maxBody ?? 256 * 1024) + 1) }),
      )
      expect(large.status).toBe(413)
      expectEnvelope(large, e)
      const form = await ask(stranger, e.method, fitting(name, e), 'a=1', {
        'content-type': 'application/x-www-form-urlencoded',
      })
      expect([400, 415]).toContain(form.status)
      expectEnvelope(form, e)
    })

    test('refuses requests of another web site', async () => {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: '', 'sec-fetch-site': 'cross-site' },
        { origin: 'null' },
      ]
      for (const headers of foreign) {
        const answer = await ask(advisor, e.method, fitting(name, e), '{}', headers)
        expect(answer.status).toBe(403)
        expect(JSON.parse(answer.text)).toMatchObject({ message: 'cross_site_request_refused' })
      }
    })
  }
})

test('returns 404 with the envelope for an unknown call', async () => {
  const answer = await ask(advisor, 'GET', '/api/v1/noSuchCall')
  expect(answer.status).toBe(404)
  expect(JSON.parse(answer.text)).toMatchObject({ status: 0, message: 'not_found' })
})

test('responds to oversized headers with the envelope', async () => {
  const answer = await ask(stranger, 'GET', `/api/v1/getLanguage/50?x=${'y'.repeat(60_000)}`)
  expect(answer.status).toBe(431)
  expect(JSON.parse(answer.text)).toMatchObject({ status: 0, message: 'too_large' })
})

const samePath = (a: Endpoint, b: Endpoint) => routePaths(a).some((p) => routePaths(b).includes(p))
