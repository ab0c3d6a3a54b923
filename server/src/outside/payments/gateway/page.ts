import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { toDecimal } from '../money.ts'
import { formIn, parsedJson, rawOf } from './bodies.ts'
import { behaviours, cards } from './cards.ts'
import { Faults } from './faults.ts'
import type { Parts } from './gateway.ts'
import type { Charge } from './ledger.ts'
import { escaped } from './markup.ts'
import { gatewayFrame } from './page-frame.ts'
import { telephoneCards } from './telephones/page.ts'
import { contact } from './telephones/telephones.ts'

/** The gateway's own page: what was paid, the webhooks, the sums, and the faults to switch on. `POST /control` does the same. */

const Control = z.strictObject({
  faults: Faults.partial().optional(),
  /** The address of the portal that uses the gateway; its sign of life. */
  portal: z.url().optional(),
  /** A sign of life of a portal that does not serve yet. */
  alive: z.literal(true).optional(),
  /** A webhook to send again. */
  hook: z.object({ id: z.string(), times: z.coerce.number().int().min(1).max(5).default(1) }).optional(),
  /** A customer who writes to a number that was sold, or calls it. */
  contact: z
    .object({
      from: z.string().regex(/^\+[1-9]\d{6,14}$/, 'a whole number with its country code, such as +15035550142'),
      to: z.string().min(1).max(20),
      kind: z.enum(['text', 'call']),
      body: z.string().max(1600).default(''),
    })
    .optional(),
})

interface Controls {
  faults: Faults
  change(faults: Partial<Faults>): void
  attach(portal?: string): void
}

export function gatewayPage(app: FastifyInstance, parts: Parts, { faults, change, attach }: Controls): void {
  const { ledger, hooks } = parts

  app.get('/health', (_request, reply) => reply.send({ gateway: 'test money', pid: process.pid }))

  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
      })
      .send(gatewayFrame('Gateway', page())),
  )
  app.get('/ledger', (_request, reply) => reply.send(ledger.lines))

  app.post('/control', async (request, reply) => {
    // Another web site in the same browser may not switch faults on.
    if (!isOwn(request, parts.address())) return reply.code(403).send({ message: 'not from another site' })
    const isForm = String(request.headers['content-type']).startsWith('application/x-www-form-urlencoded')
    const given = Control.safeParse(isForm ? formOf(formIn(request)) : parsedJson(rawOf(request)))
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) })
    const { portal, alive, hook, contact: customer } = given.data
    if (given.data.faults) change(given.data.faults)
    if (portal !== undefined || alive) attach(portal)
    if (hook) await hooks.sendAgain(hook.id, hook.times)
    if (customer) {
      const { from, to, kind, body } = customer
      const answer = await contact(parts, { from, to, body: kind === 'text' ? body : null })
      return isForm ? reply.redirect('/#telephones', 303) : reply.send(answer)
    }
    return isForm ? reply.redirect('/', 303) : reply.send({ faults })
  })

  function page(): string {
    const charges = [...ledger.charges.values()].toReversed()
    const sent = [...ledger.hooks.values()].toReversed().slice(0, 50)
    return `<main><h1>Payments and telephone numbers</h1><p>The stand-in for CyberSource, eWAY, PayPal and Twilio. It keeps a ledger of its own, so that every charge can be counted here.</p>
${sums()}
<section class="card" aria-labelledby="charges"><h2 id="charges">Charges</h2>${
      charges.length === 0
        ? '<p>No charges yet. Pay on the portal with one of the test cards below.</p>'
        : `<div class="scroll" tabindex="0" role="group" aria-label="Table of charges"><table class="lines"><thead><tr><th scope="col">Time</th><th scope="col">Provider</th><th scope="col">Reference</th><th scope="col" class="number">Amount</th><th scope="col">State</th><th scope="col">Card or wallet</th><th scope="col">Behaviour</th><th scope="col" class="number">Given back</th></tr></thead><tbody>${charges.slice(0, 200).map(chargeRow).join('')}</tbody></table></div>`
    }</section>
${telephoneCards(parts)}
<section class="card" aria-labelledby="hooks"><h2 id="hooks">Webhooks</h2>${
      sent.length === 0
        ? '<p>No webhooks yet.</p>'
        : `<div class="scroll" tabindex="0" role="group" aria-label="Table of hooks"><table class="lines"><thead><tr><th scope="col">Time</th><th scope="col">Event</th><th scope="col">Answers</th><th scope="col">Again</th></tr></thead><tbody>${sent
            .map(
              ({ id, at, name, sent: answers }) =>
                `<tr><td data-label="Time">${time(at)}</td><td data-label="Event">${escaped(name)}</td><td data-label="Answers">${answers.length === 0 ? 'waits' : answers.map((status) => status ?? 'no answer').join(', ')}</td><td data-label="Again"><form class="row" method="post" action="/control"><input type="hidden" name="hook.id" value="${escaped(id)}"><button name="hook.times" value="1" aria-label="Send again: ${escaped(name)}">Send again</button><button name="hook.times" value="2" aria-label="Send twice: ${escaped(name)}">Send twice</button></form></td></tr>`,
            )
            .join('')}</tbody></table></div>`
    }</section>
<section class="card" aria-labelledby="faults"><h2 id="faults">Faults</h2><p>For every request of the portal, whatever the card.</p>
<form class="grid" method="post" action="/control">
<label>Drop every nth reply<input type="number" name="faults.drop_every" min="0" max="1000" value="${faults.drop_every}"></label>
<label>Delay in ms<input type="number" name="faults.delay" min="0" max="60000" value="${faults.delay}"></label>
<label>Down for seconds<input type="number" name="faults.down_for" min="0" max="3600" value="0"></label>
<label class="check"><input type="checkbox" name="faults.fail" value="true"${faults.fail ? ' checked' : ''}>Answer 503</label>
<label class="check"><input type="checkbox" name="faults.hold_hooks" value="true"${faults.hold_hooks ? ' checked' : ''}>Hold webhooks</label>
<button class="primary" name="faults.shown" value="1">Set faults</button></form></section>
<section class="card" aria-labelledby="cards"><h2 id="cards">Test cards</h2><p>Any expiry in the future and any security code. No other number is accepted.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Table of cards"><table><thead><tr><th scope="col">Number</th><th scope="col">What happens</th></tr></thead><tbody>${[...cards].map(([number, { behaviour }]) => `<tr><td><code>${grouped(number)}</code></td><td>${escaped(behaviours[behaviour])}</td></tr>`).join('')}</tbody></table></div></section></main>`
  }

  function chargeRow(charge: Charge & { at: string }): string {
    const { source } = charge
    const back = charge.amountMinor - ledger.left(charge)
    const means = source.last4
      ? `${escaped(source.brand ?? '')} •••• ${source.last4}`
      : escaped(source.holder ?? source.brand ?? '')
    return `<tr><td data-label="Time">${time(charge.at)}</td><td data-label="Provider">${charge.face}</td><td data-label="Reference"><code>${escaped(charge.reference)}</code></td><td data-label="Amount" class="number">${money(charge.amountMinor, charge.currency)}</td><td data-label="State"><span class="tag ${charge.state}">${charge.state}</span></td><td data-label="Card or wallet">${means}</td><td data-label="Behaviour">${escaped(behaviours[source.behaviour])}</td><td data-label="Given back" class="number">${money(back, charge.currency)}</td></tr>`
  }

  /** The sums per web site, which the reference begins with, and currency. */
  function sums(): string {
    const all = new Map<string, { site: string; currency: string; charged: number; back: number; count: number }>()
    for (const charge of ledger.charges.values()) {
      if (charge.state !== 'paid') continue
      const site = /^CW(\d+)-/.exec(charge.reference)?.[1] ?? 'other'
      const key = `${site} ${charge.currency}`
      const sum = all.get(key) ?? { site, currency: charge.currency, charged: 0, back: 0, count: 0 }
      sum.charged += charge.amountMinor
      sum.back += charge.amountMinor - ledger.left(charge)
      sum.count += 1
      all.set(key, sum)
    }
    if (all.size === 0) return ''
    const rows = [...all.values()].map(
      ({ site, currency, charged, back, count }) =>
        `<tr><td data-label="Site">${escaped(site)}</td><td data-label="Charges" class="number">${count}</td><td data-label="Charged" class="number">${money(charged, currency)}</td><td data-label="Given back" class="number">${money(back, currency)}</td><td data-label="Net" class="number"><strong>${money(charged - back, currency)}</strong></td></tr>`,
    )
    return `<section class="card" aria-labelledby="sums"><h2 id="sums">Sums by web site</h2><div class="scroll" tabindex="0" role="group" aria-label="Table of sums"><table class="lines"><thead><tr><th scope="col">Site</th><th scope="col" class="number">Charges</th><th scope="col" class="number">Charged</th><th scope="col" class="number">Given back</th><th scope="col" class="number">Net</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
  }
}

const time = (at: string) => `<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)}</time>`
const money = (amountMinor: number, currency: string) => `${toDecimal(amountMinor, currency)} ${escaped(currency)}`
const grouped = (number: string) =>
  number.startsWith('3') ? number.replace(/^(\d{4})(\d{6})/, '$1 $2 ') : number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

/** Returns whether a request comes from the gateway's own page, or from a program. */
function isOwn({ headers }: FastifyRequest, address: string): boolean {
  const { origin } = headers
  return origin === undefined || origin === address || origin === address.replace('localhost', '127.0.0.1')
}

/** Returns the nested object of a form: 'faults.delay=5' is { faults: { delay: '5' } }. Unchecked boxes are false. */
function formOf(form: URLSearchParams): unknown {
  const whole: Record<string, Record<string, unknown>> = {}
  if (form.has('faults.shown')) whole['faults'] = { fail: '', hold_hooks: '' }
  for (const [name, value] of form) {
    const [group = '', field = ''] = name.split('.')
    if (field !== 'shown') (whole[group] ??= {})[field] = value
  }
  return whole
}
