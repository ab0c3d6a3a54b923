import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../testing/world.ts'

/** A client that sends a request one byte at a time does not hold a connection for long. */

let w: World
beforeAll(async () => {
  w = await world({ env: { REQUEST_TIMEOUT: '1' } })
})
afterAll(() => w.close())

/** Sends the start of a request and then a byte at intervals. Returns the reply and how long it took. */
async function dribble(beginning: string, drop: string) {
  const { hostname, port } = new URL(w.address)
  const socket = connect(Number(port), hostname)
  const start = performance.now()
  let reply = ''
  socket.setEncoding('utf8').on('data', (text: string) => (reply += text))
  socket.on('error', () => undefined)
  const dripping = setInterval(() => socket.writable && socket.write(drop), 100)
  socket.write(beginning)
  // The server may reset the connection, because the client still sends.
  await Promise.race([new Promise((resolve) => socket.once('close', resolve)), sleep(15_000)])
  clearInterval(dripping)
  const seconds = (performance.now() - start) / 1000
  socket.destroy()
  return { reply, seconds }
}

const refused = (reply: string) => {
  expect(reply).toMatch(/^HTTP\/1\.1 408 /)
  expect(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n')))).toEqual({
    status: 0,
    message: 'request_timeout',
    data: null,
  })
}

test.each([
  ['of a call', 'POST /api/v1/login'],
  ['of an unknown path', 'POST /api/v1/nothing'],
  ['of an address that cannot be decoded', 'POST /api/v1/%zz'],
])('cuts off a slow body %s', async (_what, line) => {
  const { reply, seconds } = await dribble(
    `${line} HTTP/1.1\r\nhost: site31.localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
    ' ',
  )
  expect(seconds).toBeLessThan(12)
  if (line.endsWith('login')) refused(reply)
})

test('cuts off a slow body without a length', async () => {
  const { reply, seconds } = await dribble(
    'POST /api/v1/login HTTP/1.1\r\nhost: site31.localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    '1\r\n \r\n',
  )
  expect(seconds).toBeLessThan(12)
  refused(reply)
})

test('cuts off a slow request head', async () => {
  const { reply, seconds } = await dribble('GET /api/v1/getCountry HTTP/1.1\r\nhost: site31.localhost\r\nx-slow: ', 'a')
  expect(seconds).toBeLessThan(12)
  refused(reply)
})

test('allows a picture the time that its size needs', async () => {
  const dana = await w.loggedIn('enterprise')
  const cookie = [...dana.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const start =
    `POST /api/v1/uploadLogo HTTP/1.1\r\nhost: ${dana.host}\r\norigin: http://${dana.host}\r\ncookie: ${cookie}\r\n` +
    'content-type: multipart/form-data; boundary=line\r\ncontent-length: 40\r\n\r\n'
  // 40 bytes at one in 100 ms are four seconds, longer than any other body may take here.
  const { reply } = await dribble(start, 'x')
  expect(reply).toMatch(/^HTTP\/1\.1 400 /)
})

test('does not disturb a fast request on a keep-alive connection', async () => {
  const dana = await w.loggedIn('advisor')
  for (let i = 0; i < 4; i += 1) {
    expect((await dana.me()).username).toBe('advisor')
    await sleep(400)
  }
})
