import type { FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import type { Db } from '../core/db/database.ts'
import { countBounce } from '../core/observability/metrics.ts'
import type { Services } from '../core/services.ts'
import type { Site } from '../core/tenancy.ts'
import { readDeliveryReport, type DeliveryReport } from './mail/dsn.ts'
import { markBounced } from './mail/mails.queries.ts'
import { readReturnAddress, type BouncedMail } from './mail/verp.ts'

/**
 * Receives what mail servers report about mails of ours that they could not deliver. It takes mail for the return addresses
 * that mail.smtp.ts writes, one recipient at a time, and nothing else; it passes nothing on.
 */

export interface BounceHooks {
  /** An address is of no use for good. In the transaction of its web site, once for each mail. */
  bounced(db: Db, site: Site, address: string, reason: string): Promise<void>
}

/** A report holds at most the headers of the mail that it is about; some servers send the whole mail back. */
const mostBytes = 512 * 1024

type BounceServices = Pick<Services, 'config' | 'database' | 'sites' | 'clock' | 'log'>

/** Listens while the application runs, where the configuration names a port. A port that is taken fails the start. */
export function registerBounces(app: FastifyInstance, services: BounceServices, hooks: BounceHooks): void {
  const { bounces } = services.config
  if (!bounces) return
  let stop: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    stop = (await startBounces(services, hooks)).stop
  })
  app.addHook('onClose', () => stop?.())
}

/** Starts the receiver. Answers the port it listens on, and how to stop it. */
export async function startBounces(
  services: BounceServices,
  hooks: BounceHooks,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const { config, log } = services
  const { bounces, linkSecret } = config
  if (!bounces) throw new Error('the configuration has no port for bounces')
  const about = (address: string) => readReturnAddress(address, bounces.domain, linkSecret)
  const server = new SMTPServer({
    name: bounces.domain,
    banner: 'reports only',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: mostBytes,
    maxClients: 50,
    socketTimeout: 30_000,
    closeTimeout: 2000,
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length > 0) return done(refusal(452, 'one recipient at a time'))
      done(about(address) ? null : refusal(550, 'no such mailbox'))
    },
    onData(stream, session, done) {
      const mail = about(session.envelope.rcptTo[0]?.address ?? '')
      const answer = async () => {
        try {
          const raw = await take(stream)
          if (raw === undefined) return refusal(552, 'the report is too large')
          const report = readDeliveryReport(raw)
          // What is no report is taken and forgotten: giving it back would begin a conversation between machines.
          if (mail && report) await record(services, hooks, mail, report)
          return null
        } catch (error) {
          log.error({ err: error }, 'a report about a mail could not be written down')
          return refusal(451, 'try again later')
        }
      }
      const end = async () => done(await answer())
      void end()
    },
  })
  server.on('error', (error) => log.debug({ err: error }, 'a connection to the receiver of bounces broke'))
  await new Promise<void>((resolve, reject) => {
    const listener = server.listen(bounces.port, bounces.host, resolve)
    listener.once('error', reject)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}

async function record(
  { database, sites, clock, log }: BounceServices,
  hooks: BounceHooks,
  { webSiteId, mailId }: BouncedMail,
  { kind, reason }: DeliveryReport,
): Promise<void> {
  const site = sites.byId(webSiteId)
  if (!site) return
  const key = { web_site_id: webSiteId, mail_id: mailId }
  const isNew = await database.inTenant(
    webSiteId,
    async (db) => {
      const address = await markBounced(db, key, { at: clock.now(), reason })
      if (address === undefined) return false
      if (kind === 'hard') await hooks.bounced(db, site, address, reason)
      return true
    },
    { lane: 'background' },
  )
  if (!isNew) return
  countBounce(kind)
  log.info({ mail: mailId, reason }, 'a mail came back')
}

/** The bytes of a report as text; undefined when there are too many. They are all read, so that the sender gets an answer. */
async function take(stream: Readable & { sizeExceeded?: boolean }): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
  }
  return bytes > mostBytes || stream.sizeExceeded ? undefined : Buffer.concat(chunks).toString('utf8')
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
