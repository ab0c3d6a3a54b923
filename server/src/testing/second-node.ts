import type { AddressInfo } from 'node:net'
import { makeLog } from '../core/observability/log.ts'
import { start } from '../start.ts'
import { easyCaptcha } from './captcha.ts'
import { makePerson, type Person, type World } from './world.ts'

/** Starts a second node of a world: the same configuration and database, with an application and memory of its own. */
export async function secondNode(w: World): Promise<{
  /** Returns the same device, with its requests routed to this node. */
  as(person: Person): Person
  close(): Promise<void>
}> {
  const { config } = w.running.services
  const options = { clock: w.clock, database: w.database, captchaDifficulty: easyCaptcha }
  const node = await start(config, makeLog(config), options)
  await node.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = node.app.server.address() as AddressInfo
  return {
    as: (person) =>
      makePerson({ address: `http://127.0.0.1:${port}`, host: person.host, ip: person.ip, cookies: person.cookies }),
    close: () => node.stop(),
  }
}
