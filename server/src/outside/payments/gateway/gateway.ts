import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NumbersAccount } from '../../numbers/numbers.ts'
import type { PaymentAccount } from '../accounts.ts'
import { makeCertificate, type Certificate } from './certificate.ts'
import { cybersourceFace } from './cybersource.ts'
import type { ChargeResult } from './engine.ts'
import { ewayFace } from './eway.ts'
import { noFaults, type Faults } from './faults.ts'
import { fieldRoutes } from './fields.ts'
import { makeHooks, type Hooks } from './hooks.ts'
import { Ledger } from './ledger.ts'
import { gatewayPage } from './page.ts'
import { secretsOf, standInAccounts, standInNumbers, type Secrets } from './stand-in.ts'
import { paypalFace } from './paypal.ts'
import { challengeRoutes } from './three-d-secure.ts'
import { contact, type Answer, type FromCustomer } from './telephones/telephones.ts'
import { twilioFace } from './telephones/twilio.ts'

/**
 * The stand-in for payment providers. It speaks their wire, so that the portal's own adapters run against it, and keeps
 * a ledger of its own. It moves no money.
 */

export interface GatewayOptions {
  folder: string
  /** The secret from which the credentials of its accounts are derived. */
  key: string
  port?: number
  now?: () => Date
  /** How long the waits of slow cards last, as a share of what the cards say (tests). */
  pace?: number
}

export interface Gateway {
  address: string
  ledger: Ledger
  faults: Faults
  hooks: Hooks
  accounts: PaymentAccount[]
  /** The account that buys telephone numbers. */
  numbers: NumbersAccount
  /** Writes to one of its numbers or calls it, as a customer does. */
  contact(given: FromCustomer): Promise<Answer>
  /** When a portal was last heard of. */
  heard(): Date
  close(): Promise<void>
}

/** What the faces work with. */
export interface Parts {
  ledger: Ledger
  secrets: Secrets
  hooks: Hooks
  certificate: Certificate
  now: () => Date
  /** The gateway's own address. */
  address(): string
  /** Where the portal serves; null until it has said so. */
  portal(): string | null
  /** Answers after a charge, as the card behaves. */
  answer(
    request: FastifyRequest,
    reply: FastifyReply,
    result: ChargeResult,
    body: () => { status: number; body: unknown },
  ): Promise<unknown>
}

/** Starts the gateway in this process. */
export async function startGateway({
  folder,
  key,
  port = 0,
  now = () => new Date(),
  pace = 1,
}: GatewayOptions): Promise<Gateway> {
  const ledger = new Ledger(join(folder, 'ledger.jsonl'), now)
  const certificate = makeCertificate('TEST MONEY', now())
  const secrets = secretsOf(key)
  let address = ''
  let heard = now()
  let replies = 0
  let downUntil = 0
  let portal: string | null = null
  const faults = noFaults()
  const hooks = makeHooks({
    ledger,
    secrets,
    certificate,
    faults,
    now,
    pace,
    address: () => address,
    portal: () => portal,
  })

  const app = fastify({
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500
    void reply.code(status).send({ message: (error as Error).message })
  })

  /** Ends the connection without a reply. */
  const cut = (reply: FastifyReply) => {
    reply.hijack()
    reply.raw.destroy()
  }
  /** Waits, but no longer than the caller. */
  const wait = async (request: FastifyRequest, milliseconds: number) => {
    const gone = new AbortController()
    request.raw.socket.once('close', () => gone.abort())
    await sleep(milliseconds * pace, undefined, { signal: gone.signal, ref: false }).catch(() => undefined)
  }
  const parts: Parts = {
    ledger,
    secrets,
    hooks,
    certificate,
    now,
    address: () => address,
    portal: () => portal,
    async answer(request, reply, { mishap }, body) {
      if (mishap === 'hold') {
        await wait(request, 90_000)
        return cut(reply)
      }
      if (mishap === 'cut') return cut(reply)
      if (mishap === 'error') return reply.code(502).send({ status: 'SERVER_ERROR', reason: 'SYSTEM_ERROR' })
      if (mishap === 'slow') await wait(request, 25_000)
      const { status, body: given } = body()
      return reply.code(status).send(given)
    },
  }

  app.addHook('onRequest', async (request, reply) => {
    if (!isFace(request.url)) return
    if (Date.now() < downUntil) return cut(reply)
    if (faults.delay > 0) await sleep(faults.delay)
    if (faults.fail) return reply.code(503).send({ message: 'the service is down' })
  })
  // The work is done and in the ledger when the reply is dropped.
  app.addHook('onSend', async (request, reply, payload) => {
    if (isFace(request.url) && faults.drop_every > 0 && ++replies % faults.drop_every === 0) reply.raw.destroy()
    return payload
  })

  cybersourceFace(app, parts)
  ewayFace(app, parts)
  paypalFace(app, parts)
  twilioFace(app, parts)
  fieldRoutes(app, parts)
  challengeRoutes(app, parts)
  gatewayPage(app, parts, {
    faults,
    change(given) {
      Object.assign(faults, given)
      if (given.down_for !== undefined) downUntil = Date.now() + given.down_for * 1000
      if (given.hold_hooks === false) hooks.release()
    },
    attach(at) {
      portal = at ?? portal
      heard = now()
    },
  })

  await app.listen({ port, host: '127.0.0.1' })
  address = `http://localhost:${(app.server.address() as AddressInfo).port}`
  hooks.resume()
  return {
    address,
    ledger,
    faults,
    hooks,
    accounts: standInAccounts(address, key, certificate.pem),
    numbers: standInNumbers(address, key),
    contact: (given) => contact(parts, given),
    heard: () => heard,
    async close() {
      hooks.stop()
      await app.close()
      ledger.close()
    },
  }
}

/** The requests that faults apply to: those of a portal, not those of people. */
const isFace = (url: string) =>
  /^\/(cybersource|eway|paypal|twilio)\/(?!flex|fields|scripts|3ds|checkoutnow|js)/.test(url)
