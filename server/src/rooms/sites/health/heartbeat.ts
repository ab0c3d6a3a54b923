import type { FastifyInstance } from 'fastify'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Services } from '../../../core/services.ts'
import { deleteNode, markNode } from './health.queries.ts'

/** The processes of the portal note in the database that they run, so that an operator sees all of them. */

const beatEvery = 20_000

const packageFile = join(import.meta.dirname, '../../../../../package.json')
const Package = z.object({ version: z.string() })

/** Registers this process from the moment it listens until it stops. */
export function registerHeartbeat(app: FastifyInstance, { database, clock, log }: Services): void {
  const startedAt = clock.now()
  let timer: NodeJS.Timeout | undefined
  let node: string | undefined
  let version = ''
  const beat = async () => {
    if (node === undefined) return
    try {
      await markNode(database.system, { node, version, started_at: startedAt, last_seen_at: clock.now() })
    } catch (error) {
      log.warn({ err: error }, 'this node could not be marked as running')
    }
  }
  app.addHook('onListen', async () => {
    const address = app.server.address()
    const port = typeof address === 'object' && address ? `:${address.port}` : ''
    node = `${hostname()}${port} (${process.pid})`
    ;({ version } = Package.parse(JSON.parse(await readFile(packageFile, 'utf8'))))
    timer = setInterval(() => void beat(), beatEvery).unref()
    await beat()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    if (node === undefined) return
    await deleteNode(database.system, node).catch((error: unknown) =>
      log.warn({ err: error }, 'this node could not be marked as stopped'),
    )
  })
}
