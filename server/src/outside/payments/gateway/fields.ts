import { colours } from '@cutaway/contract/tokens.ts'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parsedJson, rawOf } from './bodies.ts'
import { cards } from './cards.ts'
import { types } from './cybersource.ts'
import { newId } from './engine.ts'
import type { Parts } from './gateway.ts'
import { signingKey, signJwt } from './jwt.ts'
import type { Source } from './ledger.ts'
import { escaped } from './markup.ts'

/**
 * The fields into which a person types a card: pages of the gateway inside the portal's card frame, with scripts that
 * have the providers' globals. The number goes from the field to the gateway and nowhere else; the gateway keeps its
 * last four digits.
 */

const read = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8')
const scripts = { Flex: read('flex.js'), eWAY: read('eway.js'), field: read('field.js') }

/** Returns the script that a provider would serve. */
export const fieldScript = (name: keyof typeof scripts, address: string): string =>
  scripts[name].replaceAll('GATEWAY_ADDRESS', address)

const Entered = z.object({
  number: z.string().transform((text) => text.replaceAll(/[\s-]/g, '')),
  code: z.string().trim(),
  month: z.coerce.number().int(),
  year: z.coerce.number().int(),
  holder: z.string().trim().max(100).default(''),
})

/** What is wrong with a card as it was typed. */
type Wrong = 'number' | 'securityCode' | 'expirationMonth' | 'name'

export function fieldRoutes(app: FastifyInstance, parts: Parts): void {
  const key = signingKey(parts.certificate.key)
  const script = (url: string, name: keyof typeof scripts) =>
    app.get(url, (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
        .send(fieldScript(name, parts.address())),
    )
  script('/cybersource/flex/microform.js', 'Flex')
  script('/eway/scripts/eWAY.min.js', 'eWAY')
  script('/js/field.js', 'field')

  app.get('/fields/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    const { label = name, placeholder = '', hue = '' } = request.query as Record<string, string>
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'content-security-policy':
          "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'none'",
      })
      .send(fieldPage(name, label, placeholder, hue))
  })

  /** Reads what was typed. Returns the card, or what is wrong with it. */
  function cardOf(text: string): { source: Source } | { wrong: Wrong[] } {
    const parsed = Entered.safeParse(parsedJson(text))
    if (!parsed.success) return { wrong: ['number'] }
    const { number, code, month, holder } = parsed.data
    const year = parsed.data.year < 100 ? 2000 + parsed.data.year : parsed.data.year
    const card = cards.get(number)
    const now = parts.now()
    const wrong: Wrong[] = []
    if (!isCardNumber(number)) wrong.push('number')
    if (!/^\d{3,4}$/.test(code)) wrong.push('securityCode')
    const isPast = year < now.getUTCFullYear() || (year === now.getUTCFullYear() && month < now.getUTCMonth() + 1)
    if (month < 1 || month > 12 || isPast || year > now.getUTCFullYear() + 20) wrong.push('expirationMonth')
    if (wrong.length) return { wrong }
    // A number that is not one of the gateway's is somebody's: it is declined, and its digits go no further.
    const { behaviour, brand } = card ?? { behaviour: 'declined', brand: 'unknown' }
    return { source: { behaviour, brand, last4: card ? number.slice(-4) : null, month, year, holder: holder || null } }
  }

  app.post('/cybersource/flex/v2/tokens', (request, reply) => {
    const card = cardOf(rawOf(request))
    if ('wrong' in card) return reply.code(400).send({ wrong: card.wrong })
    const { source } = card
    const jti = newId('paypal') + newId('paypal')
    parts.ledger.record({ kind: 'entered', id: jti, face: 'cybersource', source })
    const seconds = Math.floor(parts.now().getTime() / 1000)
    const token = signJwt(
      {
        iss: 'Flex/00',
        iat: seconds,
        exp: seconds + 900,
        type: 'mf-2.1.0',
        jti,
        content: {
          paymentInformation: {
            card: {
              number: {
                maskedValue: `XXXXXXXXXXXX${source.last4 ?? 'XXXX'}`,
                detectedCardTypes: [types[source.brand ?? ''] ?? '000'],
              },
              expirationMonth: { value: String(source.month).padStart(2, '0') },
              expirationYear: { value: String(source.year) },
            },
          },
        },
      },
      key,
    )
    return reply.code(201).send({ token })
  })
  app.post('/eway/fields/save', (request, reply) => {
    const card = cardOf(rawOf(request))
    if ('wrong' in card) return reply.code(400).send({ wrong: card.wrong })
    const id = `44DD7${newId('paypal')}${newId('paypal')}`
    parts.ledger.record({ kind: 'entered', id, face: 'eway', source: card.source })
    return reply.code(201).send({ token: id })
  })
}

const autocomplete: Record<string, string> = {
  number: 'cc-number',
  card: 'cc-number',
  securityCode: 'cc-csc',
  cvn: 'cc-csc',
  expirytext: 'cc-exp',
  name: 'cc-name',
}

/** Renders one field. Its own page is as plain as an input, so that it looks like a part of the form around it. */
function fieldPage(name: string, label: string, placeholder: string, hue: string): string {
  const colour = /^#[0-9a-f]{6}$/i.test(hue) ? hue : '#1f5fbf'
  const mode = name === 'name' ? 'text' : 'numeric'
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(label)}</title><style>
html,body{margin:0;height:100%}
input{box-sizing:border-box;width:100%;height:100%;border:0;outline:0;padding:0 12px;background:transparent;color:${colours['stage-1']};font:16px/20px system-ui,sans-serif;caret-color:${colour}}
input::placeholder{color:${colours['gray-6']}}</style></head><body>
<input id="input" name="${escaped(name)}" aria-label="${escaped(label)}" placeholder="${escaped(placeholder)}" inputmode="${mode}" autocomplete="${autocomplete[name] ?? 'off'}" dir="${name === 'name' ? 'auto' : 'ltr'}" spellcheck="false">
<script src="/js/field.js"></script></body></html>`
}

function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}
