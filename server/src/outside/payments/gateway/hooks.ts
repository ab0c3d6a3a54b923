import { createSign, randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hmac } from '../hooks.ts'
import type { Certificate } from './certificate.ts'
import type { Faults } from './faults.ts'
import type { Secrets } from './stand-in.ts'
import type { Charge, Face, Ledger } from './ledger.ts'

/** The webhooks of the stand-in: signed as the providers sign theirs, sent late, twice or in reverse as the card says. */

export interface Hooks {
  /** Announces what happened to a charge or an order. */
  announce(about: Announcement): void
  /** Sends a webhook again, as often as asked. */
  sendAgain(id: string, times: number): Promise<void>
  /** Sends what was held. */
  release(): void
  /** Takes up what was due before the gateway was started. */
  resume(): void
  stop(): void
}

export interface Announcement {
  face: Face
  /** The charge or order. */
  of: string
  name: string
  resource: Record<string, unknown>
  charge?: Charge
}

interface Needs {
  ledger: Ledger
  secrets: Secrets
  certificate: Certificate
  faults: Faults
  now: () => Date
  pace: number
  address(): string
  portal(): string | null
}

const lateness = 10 * 60_000
/** A charge is announced in two events; the second is what the reverse order brings first. */
const between = 250

export function makeHooks({ ledger, secrets, certificate, faults, now, pace, address, portal }: Needs): Hooks {
  const timers = new Set<NodeJS.Timeout>()
  let isStopped = false
  const later = (milliseconds: number, work: () => void) => {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        work()
      },
      Math.min(milliseconds, 2 ** 31 - 1),
    )
    timers.add(timer)
    timer.unref()
  }

  function schedule(id: string): void {
    const hook = ledger.hooks.get(id)
    if (!hook || hook.dueAt === null || faults.hold_hooks) return
    later(Math.max(0, Date.parse(hook.dueAt) - now().getTime()), () => void send(id))
  }

  async function send(id: string): Promise<void> {
    const hook = ledger.hooks.get(id)
    const to = portal()
    if (!hook || to === null || hook.face === 'eway') return
    let status: number | null = null
    try {
      const response = await fetch(`${to}/hooks/payments/${hook.face}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed(hook.face, hook.body) },
        body: hook.body,
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      })
      status = response.status
      await response.arrayBuffer()
    } catch {
      // The ledger records that it was not delivered; the page can send it again.
    }
    // The gateway was closed meanwhile.
    if (isStopped) return
    ledger.record({ kind: 'hook_sent', id, status })
  }

  /** Returns the headers with which a provider signs a webhook. */
  function signed(face: Face, body: string): Record<string, string> {
    if (face === 'cybersource') {
      const t = String(now().getTime())
      const { payload } = JSON.parse(body) as { payload: unknown }
      const sig = hmac(Buffer.from(secrets.cybersource.webhook_secret, 'base64'), `${t}.${JSON.stringify(payload)}`)
      return { 'v-c-signature': `t=${t};keyId=${secrets.cybersource.webhook_key_id};sig=${sig}` }
    }
    return paypalSignature({
      body,
      certificate,
      certificateUrl: `${address()}/paypal/v1/notifications/certs/CERT-test`,
      webhookId: secrets.paypal.webhook_id,
      now: now(),
    })
  }

  return {
    announce({ face, of, name, resource, charge }) {
      // eWAY has no webhooks.
      if (face === 'eway') return
      const behaviour = charge?.source.behaviour
      const wait = behaviour === 'late_hook' ? lateness * pace : 0
      const due = (after: number) => new Date(now().getTime() + wait + after * pace).toISOString()
      const id = () => `WH-${randomUUID()}`
      const body = (eventId: string, kind: string) => JSON.stringify(eventOf(face, eventId, kind, resource, now()))
      const first = id()
      const events: [string, string, string][] = [[first, name, due(0)]]
      if (behaviour === 'doubled_hooks') {
        // The later event first, and each twice.
        const second = id()
        if (face === 'paypal') events.push([second, 'PAYMENT.CAPTURE.PENDING', due(between)])
        else events.splice(0, 1, [second, 'payments.payments.updated', due(0)], [first, name, due(between)])
      }
      for (const [eventId, kind, dueAt] of events) {
        ledger.record({ kind: 'hook', id: eventId, face, of, name: kind, body: body(eventId, kind), dueAt })
        schedule(eventId)
        if (behaviour === 'doubled_hooks') schedule(eventId)
      }
    },
    async sendAgain(id, times) {
      for (let i = 0; i < times; i += 1) await send(id)
    },
    release() {
      for (const [id, { sent }] of ledger.hooks) if (sent.length === 0) schedule(id)
    },
    resume() {
      for (const [id, { sent }] of ledger.hooks) if (sent.length === 0) schedule(id)
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      isStopped = true
    },
  }
}

function eventOf(face: Face, id: string, kind: string, resource: Record<string, unknown>, now: Date) {
  if (face === 'cybersource')
    return {
      notificationId: id,
      webhookId: id,
      productId: 'payments',
      eventType: kind,
      eventDate: now.toISOString(),
      payload: resource,
    }
  // Names and fields are those that PayPal publishes: developer.paypal.com/api/rest/webhooks/event-names and, for the
  // body, the event of developer.paypal.com/docs/api/webhooks/v1 (simulate-event, webhooks-events).
  const self = `https://api-m.sandbox.paypal.com/v1/notifications/webhooks-events/${id}`
  return {
    id,
    event_version: '1.0',
    create_time: now.toISOString(),
    resource_type: kind.startsWith('CHECKOUT.ORDER') ? 'checkout-order' : 'capture',
    resource_version: '2.0',
    event_type: kind,
    summary: summaries[kind] ?? kind,
    resource,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/resend`, rel: 'resend', method: 'POST' },
    ],
  }
}
const summaries: Record<string, string | undefined> = {
  'CHECKOUT.ORDER.APPROVED': 'An order has been approved by buyer',
  'PAYMENT.CAPTURE.COMPLETED': 'Payment completed',
  'PAYMENT.CAPTURE.PENDING': 'Payment pending',
}

/** Signs a body as PayPal does. */
export function paypalSignature({
  body,
  certificate,
  certificateUrl,
  webhookId,
  now,
}: {
  body: string
  certificate: Certificate
  certificateUrl: string
  webhookId: string
  now: Date
}): Record<string, string> {
  const id = randomUUID()
  const time = now.toISOString().replace(/\.\d+Z$/, 'Z')
  const signature = createSign('sha256')
    .update(`${id}|${time}|${webhookId}|${crc32(body)}`)
    .sign(certificate.key, 'base64')
  return {
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature,
    'paypal-cert-url': certificateUrl,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}
