import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { tokensCss, type Colour } from '@cutaway/contract/tokens.ts'
import { deriveTheme, themeCss } from '../../../core/brand.ts'
import type { Site } from '../../../core/tenancy.ts'
import { minified, playerStyle } from '../../player/page/style.ts'
import { type Say, sayIn } from '../../player/page/words.ts'
import { shownPhone } from '../customers/phone-shown.ts'
import { icon, Markup, markup } from '../../player/page/markup.ts'

/** The frame of every landing page: head, style, the shop and the choice of language. */

/** The style is inline, so that the first paint waits for no other request. */
const style = playerStyle + (await minified('sharing/landing/page.css'))
/** The style of pages without a film: the receipt and the privacy policy. */
export const answerStyle = await minified('sharing/landing/answer.css')

/** The design tokens that the style uses. */
const pageColours: Colour[] = [
  'gray-9',
  'gray-7',
  'gray-6',
  'gray-2',
  'gray-3',
  'gray-0',
  'gray-1',
  'stage-0',
  'stage-dim',
  'label',
  'green-text',
  'green-tint',
  'red-text',
  'red',
  'yellow',
  'yellow-text',
  'yellow-tint',
  'yellow-line',
  'green',
  'green-line',
  'red-tint',
  'stage-2',
  'stage-text',
  'field-line',
]

/** The entry of the page's script in PageSource.scripts. */
export const pageScript = 'src/rooms/sharing/landing/page.ts'

export interface Frame {
  site: Site
  language: Language
  /** Null for an unknown link; the page then shows the site itself. */
  shop: ShopCard | null
  /** URLs of the script's files, the script first. */
  scripts: readonly string[]
  /** Path and query of this page in another language. */
  inLanguage: (language: Language) => string
}

/** The text of the style element of every page. The content security policy lists its hash. */
export const styleOf = (site: Site): string => tokensCss(pageColours) + themeCss(site.theme) + style

/** Renders a whole page. `head` is added to the head of this page; `state` becomes data in the body. */
export function framed(
  frame: Frame,
  page: {
    title: string
    head?: Markup
    body: Markup
    data?: Markup
    state?: Readonly<Record<string, string>>
    /** The page has no film: it needs `answerStyle`. */
    isAnswer?: boolean
  },
): string {
  const { site, language, scripts } = frame
  const [script, ...more] = scripts
  const state = Object.entries(page.state ?? {}).map(([name, value]) => markup` data-${name}="${value}"`)
  return markup`<!doctype html>
<html lang="${language.language_code}" dir="${language.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">
<title>${page.title}</title>
<meta name="robots" content="noindex,nofollow">
<meta name="referrer" content="no-referrer">
<meta name="theme-color" content="#ffffff">
<meta name="color-scheme" content="light">
<link rel="icon" href="${iconOf(site)}">
${page.head ?? ''}
<style>${new Markup(styleOf(site))}</style>${page.isAnswer ? markup`<style>${new Markup(answerStyle)}</style>` : ''}
${script === undefined ? '' : markup`<script type="module" src="${script}"></script>`}
${more.map((file) => markup`<link rel="modulepreload" href="${file}" />`)}
</head>
<body${state}>
${headerOf(frame)}
${page.body}
${page.data ?? ''}
</body>
</html>`.text
}

function headerOf({ site, language, shop, inLanguage }: Frame): Markup {
  const name = shop?.business_name ?? site.name
  const where = [shop?.street1, shop?.city].filter(Boolean).join(', ')
  const say = sayIn(site, language)
  return markup`<header class="top">
    <div class="shop">
      ${shop?.logo_url ? markup`<img class="logo" src="${shop.logo_url}" alt="" height="40" />` : markOf(site)}
      <div><strong dir="auto">${name}</strong>${where === '' ? '' : markup`<span dir="auto">${where}</span>`}</div>
    </div>
    ${
      site.languages.length < 2
        ? ''
        : markup`<details class="tongues">
            <summary aria-label="${say('link_page_language', { language: language.name })}">
              ${icon('world')}<span>${language.name}</span>
            </summary>
            <ul>
              ${site.languages.map(
                (other) =>
                  markup`<li>
                    <a
                      href="${inLanguage(other)}"
                      lang="${other.language_code}"
                      hreflang="${other.language_code}"
                      ${other === language ? markup` aria-current="true"` : ''}
                      >${other.name}</a
                    >
                  </li>`,
              )}
            </ul>
          </details>`
    }
  </header>`
}

/** Renders the logo of the site: its picture, or its letters on its colour. */
function markOf({ mark, logo }: Site): Markup {
  if (logo) return markup`<img class="mark" src="${logo}" alt="" width="40" height="40" />`
  return markup`<svg class="mark" width="40" height="40" viewBox="0 0 26 26" aria-hidden="true">
    <rect width="26" height="26" rx="7" />
    <text x="13" y="13" dy=".36em" ${mark.length > 1 ? markup` class="long"` : ''}>${mark.slice(0, 3)}</text>
  </svg>`
}

function iconOf({ mark, logo, theme }: Site): string {
  if (logo) return logo
  const svg = markup`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26">
    <rect width="26" height="26" rx="7" fill="${theme.brand}" />
    <text
      x="13"
      y="18"
      text-anchor="middle"
      font-family="Arial"
      font-weight="700"
      font-size="${mark.length > 1 ? 11 : 15}"
      fill="${theme.on_brand}"
    >
      ${mark.slice(0, 3)}
    </text>
  </svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg.text)}`
}

/** Returns the `tel:` URL of a telephone number. */
export const telephone = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/g, '')}`

/** Returns the postal address of a shop in one line. */
export const addressOf = ({ street1, city, state, zip }: ShopCard): string =>
  [street1, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')

/** Returns the style of a button with a colour of its own, with readable text. */
export function buttonColours(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) return ''
  const { brand, brand_hover, on_brand } = deriveTheme(colour.toLowerCase())
  return `--brand:${brand};--brand-hover:${brand_hover};--on-brand:${on_brand}`
}

/** Renders the contact details below the film: the number, with whether the shop is open if that is known, and the address. */
export function contactRows(site: Site, shop: ShopCard, say: Say, opening = ''): Markup {
  const address = addressOf(shop)
  const map = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${shop.business_name}, ${address}`)}`
  return markup`${
    shop.phone === ''
      ? ''
      : markup`<li>
          <a href="${telephone(shop.phone)}"
            >${icon('phone')}<span><bdi dir="ltr">${shownPhone(site, shop.phone)}</bdi><small>${opening || say('link_page_call_shop')}</small></span
            >${icon('chevron', 'turn')}</a
          >
        </li>`
  }${
    address === ''
      ? ''
      : markup`<li>
          <a href="${map}" rel="noopener noreferrer" target="_blank"
            >${icon('pin')}<span><bdi>${address}</bdi><small>${say('link_page_opens_map')}</small></span
            >${icon('chevron', 'turn')}</a
          >
        </li>`
  }`
}
