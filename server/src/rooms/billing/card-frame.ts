import type { CardFrameData } from '@cutaway/contract/rooms/billing/card-frame.ts'
import { routes } from '@cutaway/contract/routes.ts'
import { tokensCss } from '@cutaway/contract/tokens.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { themeCss } from '../../core/brand.ts'
import { hashSource } from '../../core/http/policy.ts'
import { addRoute } from '../../core/plain-routes.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { text } from '../../core/texts.ts'
import type { FieldsClient, ProviderName } from '../../outside/payments.ts'
import { escapeHtml } from '../sites/legal.ts'
import type { PageSource } from '../sites/page.ts'

/**
 * The card frame: a page for an iframe, into which a person types a card. It holds the provider's own fields and one
 * script of ours; its policy allows the provider only, so that the portal's pages need no provider's script.
 */

/** What the frame needs of the payment that it was opened for. Passed to `registerCardFrame`. */
export interface CardFramePayments {
  /**
   * Returns the payment of a page token on a web site; undefined for an unknown, ended or finished one. The token is
   * the 128-bit page token of the payment or of the registration, whose hash is stored.
   */
  find(site: Site, token: string): Promise<CardFramePayment | undefined>
}

export interface CardFramePayment {
  /** Reference of the payment, for the provider's own records. */
  reference: string
  provider: ProviderName
  /** Name of the account in `services.payments`. */
  account: string
  /** Brands that the web site takes: 'visa', 'mastercard', 'amex'. */
  brands: string[]
  /** BCP 47 tag of the language that the frame speaks, one of the web site's. */
  language: string
}

/** The entries of the frame's scripts in PageSource.scripts. */
const cardScript = 'src/rooms/billing/frame/card.ts'
const returnedScript = 'src/rooms/billing/frame/returned.ts'

const style = await readFile(join(import.meta.dirname, '../../../../web/src/rooms/billing/frame/card.css'), 'utf8')
const colours = [
  'gray-0',
  'gray-2',
  'gray-6',
  'gray-7',
  'gray-9',
  'surface',
  'field-line',
  'red',
  'red-text',
  'yellow-tint',
  'yellow-line',
  'yellow-text',
] as const
/** The texts that the script shows later. */
const scriptTexts = [
  'card_frame_number_wrong',
  'card_frame_name_missing',
  'card_frame_expiry_wrong',
  'card_frame_code_wrong',
  'card_frame_blocked',
  'card_frame_bank',
  'card_frame_number',
  'card_frame_code',
  'card_frame_expiry',
]
const patience = 15_000

export function registerCardFrame(
  app: FastifyInstance,
  services: Services,
  pages: Pick<PageSource, 'scripts'> | undefined,
  payments: CardFramePayments,
): void {
  const scripts = pages?.scripts(cardScript) ?? []
  const returned = pages?.scripts(returnedScript) ?? []
  const near = services.config.staticOrigins.map(({ origin }) => origin)

  addRoute(app, routes.cardFrame, async (request, reply) => {
    const site = services.sites.byHost(request.host)
    const { token } = request.params as { token: string }
    const payment = /^[\w-]{16,100}$/.test(token) ? await payments.find(site, token) : undefined
    if (!payment || payment.provider === 'paypal')
      return send(reply.code(404), site, near, null, ended(site, payment?.language))
    const origin = `${request.protocol}://${request.host}`
    let client: FieldsClient
    try {
      const address = `${origin}/pay/card/returned`
      const collection = await services.payments
        .provider(payment.account)
        .collect(
          { reference: payment.reference, origin, brands: payment.brands, returnUrl: address, cancelUrl: address },
          AbortSignal.timeout(patience),
        )
      if (collection.kind !== 'fields') throw new Error('the provider has no fields')
      client = collection.client
    } catch (error) {
      services.log.warn({ err: error, account: payment.account }, 'the fields for a card could not be loaded')
      return send(reply.code(503), site, near, null, unavailable(site, payment.language))
    }
    const isTest = services.payments.standIn !== null
    return send(reply, site, near, client, framed(site, payment, client, scripts, isTest))
  })

  // The bank's page leads back here, inside the frame: by a link or by a form, whose content is not read.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { bodyLimit: 64 * 1024, parseAs: 'buffer' }, (_request, _body, parsed) =>
      parsed(null, undefined),
    )
    for (const route of [routes.cardReturn, routes.cardReturnPosted])
      addRoute(scope, route, (request, reply) => {
        const site = services.sites.byHost(request.host)
        return send(reply, site, near, null, page(site, undefined, '', returned))
      })
    done()
  })
}

/** Sends a page with the frame's own policy. */
function send(reply: FastifyReply, site: Site, near: readonly string[], client: FieldsClient | null, html: string) {
  const provider = client ? [new URL(client.script.url).origin] : []
  const frames = [...new Set([...provider, ...(client?.frameSources ?? [])])]
  const policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...near, ...provider],
    'frame-src': ["'self'", ...frames],
    'connect-src': ["'self'", ...provider],
    'style-src': ["'self'", ...near, hashSource(styleOf(site))],
    'img-src': ["'self'", 'data:'],
    'form-action': ["'self'", ...frames],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
  }
  return reply
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': Object.entries(policy)
        .map(([name, sources]) => [name, ...sources].join(' '))
        .join(';'),
    })
    .type('text/html; charset=utf-8')
    .send(html)
}

const styleOf = (site: Site): string => tokensCss([...colours]) + themeCss(site.theme) + style

/** Renders a page of the frame; `language` is that of the payment, else the web site's first. */
function page(site: Site, language: string | undefined, body: string, scripts: readonly string[] = []): string {
  const spoken = site.languages.find((one) => one.language_code === language) ?? site.languages[0]!
  const title = escapeHtml(text(site, spoken.language_code, 'card_frame_title'))
  return `<!doctype html>
<html lang="${spoken.language_code}" dir="${spoken.direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title>
<style>${styleOf(site)}</style>
${scripts
  .slice(0, 1)
  .map((file) => `<script type="module" src="${escapeHtml(file)}"></script>`)
  .join('')}</head>
<body>${body}</body></html>`
}

const notice = (site: Site, language: string | undefined, key: string) =>
  page(
    site,
    language,
    `<main><p class="notice" role="alert">${escapeHtml(text(site, language ?? site.languages[0]!.language_code, key))}</p></main>`,
  )
const ended = (site: Site, language: string | undefined) => notice(site, language, 'card_frame_ended')
const unavailable = (site: Site, language: string) => notice(site, language, 'card_frame_blocked')

function framed(
  site: Site,
  { language }: CardFramePayment,
  client: FieldsClient,
  scripts: readonly string[],
  isTest: boolean,
): string {
  const say = (key: string) => text(site, language, key)
  const label = (key: string) => escapeHtml(say(key))
  const data: CardFrameData = {
    provider: client.provider === 'eway' ? 'eway' : 'cybersource',
    script: client.script,
    settings: client.settings,
    hue: site.theme.brand_text,
    texts: Object.fromEntries(scriptTexts.map((key) => [key, say(key)])),
  }
  // The provider's fields are labelled inside their own frames; the label above them is for the eye.
  const hosted = (id: string, key: string) =>
    `<div class="field" data-field="${id}"><span class="label" aria-hidden="true">${label(key)}</span><div class="control" id="card-${id}"></div><p class="error" id="card-${id}-error" role="alert"></p></div>`
  const typed = (id: string, key: string, attributes: string) =>
    `<div class="field" data-field="${id}"><label class="label" for="card-${id}">${label(key)}</label><input class="control" id="card-${id}" aria-describedby="card-${id}-error" ${attributes}><p class="error" id="card-${id}-error" role="alert"></p></div>`
  const expiry =
    data.provider === 'eway'
      ? hosted('expiry', 'card_frame_expiry')
      : typed(
          'expiry',
          'card_frame_expiry',
          `autocomplete="cc-exp" inputmode="numeric" maxlength="7" placeholder="MM/YY" dir="ltr"`,
        )
  const body = `<main>
<h1 class="hidden">${label('card_frame_title')}</h1>
${isTest ? `<p class="test" role="note"><strong>TEST MONEY</strong> ${label('card_frame_test')}</p>` : ''}
<div id="fields">
${hosted('number', 'card_frame_number')}
<div class="pair">${expiry}${hosted('code', 'card_frame_code')}</div>
${typed('name', 'card_frame_name', `autocomplete="cc-name" maxlength="100" dir="auto"`)}
</div>
<p class="notice" id="notice" role="alert" hidden></p>
<div id="bank"></div>
</main>
<script type="application/json" id="card-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
  return page(site, language, body, scripts)
}
