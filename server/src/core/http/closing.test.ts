import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'

/** The end of a portal to which connections are open. */

test('connections that a browser opened in advance, and one that was used, do not delay the end', async () => {
  const w = await world()
  const { port } = new URL(w.address)
  const silent = connect(Number(port), '127.0.0.1')
  const used = connect(Number(port), '127.0.0.1')
  await Promise.all([once(silent, 'connect'), once(used, 'connect')])
  used.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
  const [answer] = (await once(used, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /)
  // Both are kept open by the server until it closes.
  await w.close()
  for (const socket of [silent, used]) expect(socket.closed || (await once(socket.resume(), 'close'))).toBeTruthy()
})
