import { setTimeout as sleep } from 'node:timers/promises'
import { solve } from '../server/src/testing/captcha.ts'
import type { OutboxMessage } from './outbox.ts'
import { get, type Response } from './people.ts'

/** People who sign up and pay, over HTTP, and who repeat what got no reply, as the pages of the product do. */

export type Way = 'card' | 'eway' | 'paypal'

/** Where people find the portal and the page of the stand-in. They change when the portal starts again. */
export interface Place {
  portal: string
  gateway: string
}

interface Envelope {
  status: number
  message: string
  data: Record<string, unknown> | null
  timeCount?: number
  error_message?: { error: string }
}
interface Action {
  url: string
  post: Record<string, string>
  hidden: boolean
}

const sites = {
  card: { id: 31, country: 'US', zip: '97005', phone: '503 234 0186' },
  eway: { id: 33, country: 'AU', zip: '3000', phone: '0412 345 678' },
  paypal: { id: 172, country: 'PH', zip: '1000', phone: '0917 123 4567' },
} as const
const firstSteps = {
  card: 'saveRegistrationFirstStepCybersource',
  eway: 'saveRegistrationFirstStepEwayAU',
  paypal: 'saveRegistrationPayPalIntl',
} as const
const secondSteps = { card: 'paymentSecondStepCybersource', eway: 'paymentSecondStepEwayAU' } as const
/** A card that its bank knows: it is authenticated without a question. */
const card = {
  card_number: '4456530000001005',
  card_expiry_month: '12',
  card_expiry_year: String(new Date().getFullYear() + 5),
  cvv: '123',
  name_on_card: 'Renee Castillo',
}

/** Milliseconds after which a person asks for another code. */
const codeWait = 60_000

let addresses = 0
let mobiles = 0
let replies = 0

export interface BuyerOptions {
  way: Way
  n: number
  place: Place
  /** Reads the outbox of the web site that asks for codes. */
  outbox(): Promise<OutboxMessage[]>
  /** Every so many replies of the portal to a payment are lost on the way. */
  dropEvery: number
  /** The end of a person's patience, as the time of Date.now(). */
  until: number
}

/** Signs one person up. Returns when the page shows that the account is there; throws when the patience ends. */
export async function signUp({ way, n, place, outbox, dropEvery, until }: BuyerOptions): Promise<void> {
  const { id, country, zip, phone } = sites[way]
  const email = `buyer-${way}-${n}@bench.example`
  let cookies = new Map<string, string>()
  let ip = newIp()

  async function request(
    path: string,
    options: { method?: string; body?: object; mayBeLost?: boolean } = {},
  ): Promise<Response> {
    for (;;) {
      if (Date.now() > until) throw new Error(`${email} is tired of waiting for ${path}`)
      const host = `site${id}.localhost:${new URL(place.portal).port}`
      const sent = send(place, path, host, ip, cookies, options)
      try {
        const response = await sent
        // The portal has answered, and the reply is lost.
        if (options.mayBeLost && ++replies % dropEvery === 0) throw new Error('the reply was dropped')
        for (const line of response.cookies) {
          const [name = '', value = ''] = line.split(';')[0]!.split('=')
          cookies.set(name, value)
        }
        return response
      } catch {
        // The portal was killed, or the reply was dropped: the page asks again.
        await sleep(500)
      }
    }
  }
  async function call(name: string, body?: object, mayBeLost = false): Promise<Envelope> {
    for (;;) {
      const response = await request(`/api/v1/${name}`, { ...(body ? { body } : {}), mayBeLost })
      const reply = JSON.parse(response.body.toString()) as Envelope
      if (response.status < 500 && response.status !== 429) return reply
      if (Date.now() > until) throw new Error(`${email}: ${name} answered ${response.status} ${reply.message}`)
      await sleep(1000)
    }
  }

  const plans = (await call(`getAllBillingPlans/${id}/${country}`)).data as unknown as { id: number }[]
  const form = {
    business_name: `Garage ${n}`,
    businessentity_street1: '2240 Cedar Street',
    businessentity_city: 'Beaverton',
    businessentity_state: 'OR',
    businessentity_zip: zip,
    country_code: country,
    email,
    first_name: 'Renee',
    last_name: 'Castillo',
    phone,
    billing_plan_id: plans[0]!.id,
    max_location: 2,
    iaccept: true,
  }
  let saved: Envelope
  do {
    // A lost reply has taken the cookie with it: the form is sent again, as another draft.
    cookies = new Map()
    const { challenge } = (await call('captcha')).data as { challenge: unknown }
    saved = await call(firstSteps[way], { ...form, token: await solve(challenge) })
  } while (saved.status !== 1)

  if (way === 'paypal') return payByPayPal(saved.data as { merchantUrl: string })
  const { user_id: userId } = (saved.data as { user: { user_id: number } }).user
  for (;;) {
    if (await pay(way)) return
    if (Date.now() > until) throw new Error(`${email} could not pay`)
    ip = newIp()
  }

  /** Returns whether it is paid and delivered; false: certainly not taken, try again. */
  async function pay(by: 'card' | 'eway'): Promise<boolean> {
    const due = await call('startPayment', { user_id: userId })
    if (due.status !== 1) return hasSucceeded()
    const { request_key, needs_captcha } = due.data as { request_key: string; needs_captcha: boolean }
    const code = by === 'card' ? await codeOf() : {}
    if (code === undefined) return hasSucceeded()
    const body = { user_id: userId, request_key, ...card, ...code }
    for (let round = 0; ; round += 1) {
      const token = needs_captcha && round === 0 ? await solve((await call('captcha')).data!['challenge']) : ''
      const reply = await call(secondSteps[by], { ...body, token }, true)
      const action = reply.status === 1 ? (reply.data?.['action'] as Action | null) : null
      if (action && !action.hidden) await answerBank(action)
      if (action) continue
      if (reply.status === 1) return true
      if (reply.message === 'payment_in_progress') {
        await sleep(2000)
        return hasSucceeded()
      }
      if (reply.message === 'payment_error' && reply.error_message?.error !== 'payment_being_checked') return false
      if (reply.message === 'payment_error' || reply.message === 'payment_success_data_update_failed')
        return ended(`getPaymentStatus/${String(reply.data?.['payment'])}`)
      return hasSucceeded()
    }
  }

  /** Asks until the portal knows how a payment ended. */
  async function ended(path: string): Promise<boolean> {
    for (;;) {
      const reply = await call(path)
      if (reply.status === 1 && reply.data?.['responseType'] === 'success') return true
      // The bank's question came with a reply that was lost: the page gives the payment up and asks for the card again.
      if (way !== 'paypal' && reply.status === 1) await giveUp()
      const isOpen =
        reply.status === 1 ||
        reply.error_message?.error === 'payment_being_checked' ||
        reply.message === 'payment_success_data_update_failed'
      if (!isOpen) return false
      if (Date.now() > until) throw new Error(`${email}: the result of the payment is still unknown (${reply.message})`)
      // As the page does: the reply says when to ask again.
      await sleep(1000 * (reply.timeCount ?? 3))
    }
  }
  async function giveUp(): Promise<void> {
    const due = await call('startPayment', { user_id: userId })
    const token = due.data?.['page_token']
    if (typeof token === 'string') await request(`/pay/${token}/cancel`)
  }
  function hasSucceeded(): Promise<boolean> {
    return ended('paypalSuccessUrl')
  }

  /**
   * Asks for a code to a mobile number, and reads it in the outbox. Asks again when none comes, as the page offers: the
   * portal may have been killed while it sent the message. Undefined if none is sent any more.
   */
  async function codeOf() {
    for (;;) {
      mobiles += 1
      const mobile = `+1503${String(2_340_000 + mobiles)}`
      const asked = Date.now()
      const sent = await call('applyMobileOtp', { user_id: userId, cybersource_mobile: mobile })
      if (sent.status !== 1) return undefined
      const { cybersource_otp_id, sent_by } = sent.data as { cybersource_otp_id: string; sent_by: 'mobile' | 'email' }
      while (Date.now() < asked + codeWait) {
        if (Date.now() > until) throw new Error(`${email}: the code did not arrive`)
        const code = codeIn(await outbox(), sent_by === 'email' ? email : mobile)
        if (code !== undefined) return { mobile_otp: code, cybersource_otp_id, cybersource_mobile: mobile }
        await sleep(500)
      }
      ip = newIp()
    }
  }

  async function answerBank({ url, post }: Action) {
    const challenge = post['JWT'] ?? new URL(url).searchParams.get('AccessCode') ?? ''
    await fetch(`${place.gateway}/3ds/${challenge}`, { method: 'POST', body: 'result=passed' }).then((reply) =>
      reply.text(),
    )
  }

  /** Every 9th person closes the tab after the approval, and the way back of every 5th is lost. */
  async function payByPayPal({ merchantUrl }: { merchantUrl: string }): Promise<void> {
    const path = new URL(merchantUrl).pathname
    for (;;) {
      const away = await request(path)
      const to = String(away.headers['location'] ?? '')
      if (!to.startsWith('http')) {
        // Paid already, or the payment that got no reply is still being made ready.
        if (await hasSucceeded()) return
        if (Date.now() > until) throw new Error(`${email} could not go to PayPal`)
        continue
      }
      // The form of the approval page.
      const token = new URL(to).searchParams.get('token') ?? ''
      const back = await fetch(`${place.gateway}/paypal/checkoutnow/${token}`, {
        method: 'POST',
        body: 'act=approve&wallet=pays',
        redirect: 'manual',
      }).then(async (reply) => {
        await reply.text()
        return reply.headers.get('location')
      })
      if (n % 9 !== 0 && n % 5 !== 0 && back) await request(new URL(back).pathname + new URL(back).search)
      // A closed tab is looked after by the portal; here the person comes back another day.
      if (await hasSucceeded()) return
    }
  }
}

/** Returns the newest code that was sent to an address; other mails to it hold none. */
function codeIn(messages: OutboxMessage[], to: string): string | undefined {
  const subjects = messages.filter((message) => message.to === to).map(({ subject }) => subject)
  return subjects.map((subject) => /\b\d{6}\b/.exec(subject)?.[0]).find((code) => code !== undefined)
}

/** Reads the outbox of the web site that asks for codes, until the portal answers. */
export async function readOutbox(place: Place): Promise<OutboxMessage[]> {
  const host = `site${sites.card.id}.localhost:${new URL(place.portal).port}`
  for (;;)
    try {
      const { status, body } = await send(place, '/api/v1/outbox', host, newIp(), new Map(), {})
      if (status === 200) return (JSON.parse(body.toString()) as { data: OutboxMessage[] }).data
      await sleep(500)
    } catch {
      // The portal was killed, and starts again.
      await sleep(500)
    }
}

const newIp = () => {
  addresses += 1
  return `198.${51 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Sends one request as a browser on a web site. */
function send(
  place: Place,
  path: string,
  host: string,
  ip: string,
  cookies: ReadonlyMap<string, string>,
  { method, body }: { method?: string; body?: object },
): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return get({ address: place.portal }, path, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: {
      host,
      origin: `http://${host}`,
      'x-forwarded-for': ip,
      ...(cookie ? { cookie } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
