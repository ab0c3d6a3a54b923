import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'
import type { Log } from '../core/observability/log.ts'
import { readDeliveryReport, type DeliveryReport } from './mail.dsn.ts'
import { readReturnAddress } from './mail.verp.ts'

/**
 * Receives bounce reports from mail servers. It accepts mail only for the return addresses of mail.verp.ts, one
 * recipient at a time. It relays nothing.
 */

export interface BounceReceiver {
  port: number
  host: string
  domain: string
  /** The secret of the return addresses. */
  secret: string
}

/** A report usually contains only the headers of the original mail; some servers return the whole mail. */
const mostBytes = 512 * 1024

/**
 * Starts the receiver. Calls `reported` with the reference of the return address; if that throws, the other server is
 * asked to try again. Returns the port, and a function that stops the receiver.
 */
export async function startBounceReceiver(
  { port, host, domain, secret }: BounceReceiver,
  log: Log,
  reported: (reference: string, report: DeliveryReport) => Promise<void>,
): Promise<{ port: number; stop: () => Promise<void> }> {
  const referenceOf = (address: string) => readReturnAddress(address, domain, secret)
  const server = new SMTPServer({
    name: domain,
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
      done(referenceOf(address) === undefined ? refusal(550, 'no such mailbox') : null)
    },
    onData(stream, session, done) {
      const reference = referenceOf(session.envelope.rcptTo[0]?.address ?? '')
      const answer = async () => {
        try {
          const raw = await read(stream)
          if (raw === undefined) return refusal(552, 'the report is too large')
          const report = readDeliveryReport(raw)
          // Mail that is not a report is accepted and dropped: rejecting it could start a loop between machines.
          if (reference !== undefined && report) await reported(reference, report)
          return null
        } catch (error) {
          log.error({ err: error }, 'a report about a mail could not be recorded')
          return refusal(451, 'try again later')
        }
      }
      const end = async () => done(await answer())
      void end()
    },
  })
  server.on('error', (error) => log.debug({ err: error }, 'a connection to the receiver of bounces broke'))
  await new Promise<void>((resolve, reject) => {
    const listener = server.listen(port, host, resolve)
    listener.once('error', reject)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
  }
}

/**
 * Returns the bytes of a report as text; undefined if there are too many. Reads them all, so that the sender gets a
 * response.
 */
async function read(stream: Readable & { sizeExceeded?: boolean }): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= mostBytes) chunks.push(chunk)
  }
  return bytes > mostBytes || stream.sizeExceeded ? undefined : Buffer.concat(chunks).toString('utf8')
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
