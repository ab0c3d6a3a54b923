import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../testing/world.ts'

/** Text that a database cannot store is refused before the handler, wherever it is in a request. */

let w: World
let dana: Person
beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('enterprise')
})
afterAll(() => w.close())

const invalid = { status: 0, message: 'invalid_request', data: null }

async function ask(person: Person, method: string, path: string, body?: string | Buffer) {
  const response = await person.request(`/api/v1${path}`, {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: body as string }),
  })
  return { http: response.status, ...((await response.json()) as object) }
}

const malformed = { NUL: '\\u0000', 'half of an emoji': '\\ud83d', 'the other half': '\\ude00' }

describe.each(Object.entries(malformed))('%s', (_name, escape) => {
  test('is refused in feedback', async () => {
    const body = `{"rating":5,"feedback":"Good${escape} films"}`
    expect(await ask(dana, 'POST', '/saveFeedback', body)).toEqual({ http: 400, ...invalid })
  })
  test('is refused in the name of a user who forgot a password', async () => {
    expect(await ask(w.visitor(), 'POST', '/forgotPassword', `{"username":"dana${escape}"}`)).toEqual({
      http: 400,
      ...invalid,
    })
  })
  test('is refused in the JSON of a search among sends, in the path and in the query', async () => {
    const { user_id } = await dana.me()
    const json = encodeURIComponent(`{"user_id":${user_id},"search":"Ana${escape}"}`)
    for (const asked of [`/getSends/${json}`, `/getSends?json=${json}`])
      expect(await ask(dana, 'GET', asked)).toEqual({ http: 400, ...invalid })
  })
  test('is refused in a key, in a list and in nested values', async () => {
    for (const body of [`{"a${escape}":1}`, `{"list":["x","${escape}"]}`, `{"a":{"b":{"c":"${escape}"}}}`])
      expect(await ask(dana, 'POST', '/saveFeedback', body)).toEqual({ http: 400, ...invalid })
  })
})

test('refuses NUL and broken escapes in a path or a query', async () => {
  for (const path of [
    '/part/%00',
    '/part/%zz',
    '/part/%ED%A0%80',
    '/getCountry?x=%00',
    '/getCountry?x=%C0%AF',
    '/getCountry?%',
  ])
    expect(await ask(dana, 'GET', path), path).toEqual({ http: 400, ...invalid })
})

test('refuses bytes that are not UTF-8', async () => {
  const body = Buffer.concat([Buffer.from('{"username":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])
  expect(await ask(w.visitor(), 'POST', '/forgotPassword', body)).toEqual({ http: 400, ...invalid })
})

test('refuses NUL in a field next to a file, and in the file name', async () => {
  const { user_id } = await dana.me()
  for (const [field, name] of [
    ['a\0b', 'logo.png'],
    ['a', 'lo\0go.png'],
  ] as const) {
    const line = 'line-between-fields'
    const form =
      `--${line}\r\ncontent-disposition: form-data; name="user_id"\r\n\r\n${user_id}\r\n` +
      `--${line}\r\ncontent-disposition: form-data; name="uploaded_logo_url"\r\n\r\n${field}\r\n` +
      `--${line}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\nx\r\n--${line}--\r\n`
    const response = await dana.request('/api/v1/uploadLogo', {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${line}` },
      body: form,
    })
    expect({ http: response.status, ...((await response.json()) as object) }).toEqual({ http: 400, ...invalid })
  }
})

test('accepts well-formed text of every kind', async () => {
  const body = String.raw`{"rating":5,"feedback":"Caf\u00e9 \ud83d\ude00 \\u0000 עברית"}`
  expect(await ask(dana, 'POST', '/saveFeedback', body)).toMatchObject({ http: 200, status: 1 })
  expect(await ask(dana, 'GET', '/getCountry?x=100%25&y=%F0%9F%98%80')).toMatchObject({ http: 200 })
})

test('ignores query parameters that other sites add to the address of a page', async () => {
  const response = await w.visitor().request('/healthz?utm=100%25')
  expect(response.status).toBe(200)
})
