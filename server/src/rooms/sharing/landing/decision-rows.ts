import type { PageWords } from '@cutaway/contract/rooms/branding/page-texts.ts'
import type { Decision, DecisionRow } from '@cutaway/contract/rooms/sharing/decisions.ts'
import { gaugeOf, type Limits } from '@cutaway/contract/rooms/sharing/gauge.ts'
import type { LinkFilm, LinkPage } from '@cutaway/contract/rooms/sharing/landing.ts'
import { formatMoney } from '../../../core/formats.ts'
import { takesAnswer } from '../decisions/decisions.rules.ts'
import type { Say } from '../../player/page/words.ts'
import type { Frame } from './frame.ts'
import { icon, type Markup, markup } from '../../player/page/markup.ts'

/** Renders what the shop found, row by row, and the customer's choices. */

export interface Deciding {
  frame: Pick<Frame, 'language' | 'site'> & { shop: { business_name: string } }
  page: LinkPage
  /** What the shop writes about prices and the next steps. */
  words: Omit<PageWords, 'language_id'>
  film: LinkFilm | undefined
  /** The page takes answers; false for information only, and after the work has started. */
  takesAnswers: boolean
  /** The visitor belongs to the shop: answers are shown, but switched off. */
  isShop: boolean
  /** The link came by text message, so the shop knows the number. */
  byText: boolean
  limitsOf: (partId: string) => Limits | null
  withFilm: (partId: string) => string
}

export const moneyOf =
  ({ frame, page }: { frame: Pick<Frame, 'language' | 'site'>; page: LinkPage }) =>
  (minor: number): string =>
    formatMoney(minor, page.decision.currency || frame.site.currency, frame.language.language_code)

export const answerable = ({ rows }: Decision): DecisionRow[] => rows.filter(takesAnswer)

const hasPrice = (rows: readonly DecisionRow[]): boolean => rows.some(({ price }) => price !== null)

/** Labels the total; repairs without a price are not in it, so that it does not read as the price of everything. */
const totalLabel = (open: readonly DecisionRow[], say: Say): string =>
  open.every(({ price }) => price !== null)
    ? say('decision_total', { count: open.length })
    : say('decision_known_prices')

/** Renders the findings. A page with one film and nothing but its name has none, because the title names it. */
export function findings(given: Deciding, say: Say): Markup | '' {
  const { page, takesAnswers } = given
  const { rows } = page.decision
  const [first] = rows
  const isBare = rows.length === 1 && first && !first.measured && !first.rating && first.price === null && !first.note
  if (rows.length === 0 || (isBare && first.finding === first.part_name)) return ''
  const open = answerable(page.decision)
  const single = open.length === 1
  const buttons = takesAnswers && !single
  return markup`<section class="decision" aria-label="${say('decision_title')}">
    <ul class="findings">
      ${rows.map((row) => finding(row, given, buttons && takesAnswer(row), say))}
    </ul>
    ${takesAnswers && open.length > 1 ? markup`${totals(given, open, say)}${forAll(given.isShop, say)}` : ''}
  </section>`
}

function finding(row: DecisionRow, given: Deciding, buttons: boolean, say: Say): Markup {
  const { film, page, withFilm, limitsOf } = given
  const of = page.films.find(({ part_id }) => part_id === row.part_id)
  // The title of a page that only informs about one film is the film.
  const { asks, rows } = page.decision
  const isTitle = asks === 'information' && rows.length === 1 && row.finding === row.part_name
  return markup`<li class="finding" data-part="${row.part_id}">
    <div class="finding-head">
      ${
        of?.poster_url && page.decision.rows.length > 1
          ? markup`<a
              class="thumb"
              href="${withFilm(row.part_id)}"
              aria-label="${say('link_page_play_film', { film: row.part_name })}"
              ${of === film ? markup` aria-current="true"` : ''}
              ><img src="${of.poster_url}" alt="" width="128" height="72" loading="lazy" decoding="async" />${icon('play', 'solid')}</a
            >`
          : ''
      }
      <div class="finding-name">
        <h2 ${isTitle ? markup` class="visually-hidden"` : ''}><bdi>${row.finding}</bdi></h2>
        ${rating(row.rating, say)}
      </div>
      ${priceOf(row, given, say)}
    </div>
    ${gauge(row, limitsOf(row.part_id), say)}
    ${row.note === '' ? '' : markup`<p class="finding-note" dir="auto">${row.note}</p>`}
    <p class="you-asked" ${row.question === '' ? markup` hidden` : ''}>
      <span>${say('decision_you_asked')}</span> <bdi>${row.question}</bdi>
    </p>
    ${buttons ? choices(row, given.isShop, say) : ''}
  </li>`
}

/** Renders the price of a repair; without one, says so beside repairs that have theirs. */
function priceOf(row: DecisionRow, given: Deciding, say: Say): Markup | '' {
  if (row.price !== null) return markup`<strong class="price">${moneyOf(given)(row.price)}</strong>`
  const isMissing = takesAnswer(row) && hasPrice(answerable(given.page.decision))
  return isMissing ? markup`<span class="price none">${say('decision_no_price')}</span>` : ''
}

function choices(row: DecisionRow, isShop: boolean, say: Say): Markup {
  const one = (answer: 'approve' | 'not_now' | 'ask', label: string, sign: Markup | '') =>
    markup`<button
      type="button"
      class="choice"
      data-mark="${answer}"
      aria-pressed="${row.answer === answer ? 'true' : 'false'}"
      ${isShop ? markup` disabled` : ''}
    >
      ${sign}${label}
    </button>`
  return markup`<div class="choices" role="group" aria-label="${row.finding}">
    ${one('approve', say('decision_do_approve'), icon('check'))}${one('not_now', say('decision_not_now'), '')}${one('ask', say('decision_do_ask'), '')}
  </div>`
}

/** Keeps a number before its unit in every language: '2 mm'. */
const isolated = (value: string): string => `\u2068${value}\u2069`

const shapes = { red: 'square', yellow: 'triangle', green: 'circle' } as const

function rating(of: DecisionRow['rating'], say: Say): Markup | '' {
  if (of === null) return ''
  return markup`<span class="rating ${of}"><i class="${shapes[of]}" aria-hidden="true"></i>${say(`decision_rating_${of}`)}</span>`
}

/** Renders the measured value; on a scale if the part has limits and the value has their unit. */
function gauge(row: DecisionRow, limits: Limits | null, say: Say): Markup | '' {
  if (row.measured === '') return ''
  const scale = limits && gaugeOf(limits, row.measured)
  const value = markup`<bdi>${row.measured}</bdi>`
  if (!scale) return markup`<p class="measured"><span>${say('decision_measured')}</span> <strong>${value}</strong></p>`
  // The ends of a scale are in the same place in every language.
  return markup`<div class="gauge" dir="ltr">
    <p>
      <strong dir="auto">${say('decision_left', { value: isolated(row.measured) })}</strong
      ><span dir="auto">${say('decision_new', { value: isolated(scale.newValue) })}</span>
    </p>
    <span class="zones" aria-hidden="true"
      ><i class="z-red" style="flex:${scale.red}"></i><i class="z-yellow" style="flex:${scale.yellow}"></i
      ><i class="z-green" style="flex:${scale.green}"></i><b style="left:${scale.at}%"></b
    ></span>
  </div>`
}

function totals(given: Deciding, open: readonly DecisionRow[], say: Say): Markup | '' {
  if (!hasPrice(open)) return ''
  return markup`<div class="totals">
    <p id="approved-so-far" hidden><span>${say('decision_approved_so_far')}</span><strong></strong></p>
    <p><span>${totalLabel(open, say)}</span><strong>${moneyOf(given)(given.page.decision.total)}</strong></p>
    <small>${sentences(given.words.prices, say('decision_pay_at_shop'))}</small>
  </div>`
}

/** Joins sentences; what the shop wrote may lack its full stop. */
const sentences = (...texts: readonly string[]): string =>
  texts
    .filter(Boolean)
    .map((text) => (/\p{P}$/u.test(text) ? text : `${text}.`))
    .join(' ')

const forAll = (isShop: boolean, say: Say): Markup =>
  markup`<div class="for-all">
    <button type="button" class="button quiet" data-all="not_now" ${isShop ? markup` disabled` : ''}>${say('decision_all_not_now')}</button>
    <button type="button" class="button quiet" data-all="ask" ${isShop ? markup` disabled` : ''}>${say('decision_all_ask')}</button>
  </div>`

/** Renders the bar with the answer: the sum, and the button that sends it. */
export function answerBar(given: Deciding, say: Say): Markup | '' {
  const { page, takesAnswers, isShop } = given
  const open = answerable(page.decision)
  if (!takesAnswers || open.length === 0) return ''
  const single = open.length === 1
  const off = isShop ? markup` disabled` : ''
  const price = hasPrice(open) ? moneyOf(given)(page.decision.total) : ''
  return markup`<div class="act" id="act">
    <div class="ask" ${single ? '' : markup` data-many`}>
      ${
        price === ''
          ? ''
          : markup`<p class="sum">
              <small id="sum-label">${single ? say('decision_price') : totalLabel(open, say)}</small
              ><strong id="sum">${price}</strong>
            </p>`
      }
      <button type="button" class="button" id="send" data-all="approve" ${off}>
        ${icon('check')}<span>${say(single ? 'link_page_approve' : 'decision_all_approve')}</span>
      </button>
      ${
        single
          ? markup`<div class="pair">
              <button type="button" class="button quiet" data-all="not_now" ${off}>${say('decision_not_now')}</button>
              <button type="button" class="button quiet" data-all="ask" ${off}>${say('decision_do_ask')}</button>
            </div>`
          : ''
      }
      <p class="open-rows" id="open-rows" hidden></p>
    </div>
    <p class="trouble" role="alert" id="trouble" hidden></p>
    <p class="no-script">${say('link_page_no_script')}</p>
  </div>`
}

/** Renders the button of a page that only informs: the customer may ask, and decides nothing. */
export const onlyAsk = (isShop: boolean, say: Say): Markup =>
  markup`<div class="act">
    <div class="ask">
      <button type="button" class="button quiet" data-all="ask" ${isShop ? markup` disabled` : ''}>${icon('message')}${say('decision_ask_shop')}</button>
    </div>
    <p class="trouble" role="alert" id="trouble" hidden></p>
    <p class="no-script">${say('link_page_no_script')}</p>
  </div>`

/** Renders the sheet with the customer's question. */
export const askSheet = ({ frame, byText }: Deciding, say: Say): Markup =>
  markup`<dialog class="sheet" id="sheet" aria-labelledby="sheet-title">
    <form method="dialog">
      <h2 id="sheet-title">${say('decision_ask_title', { shop: frame.shop.business_name })}</h2>
      <label for="question">${say('link_page_question')}</label>
      <textarea id="question" rows="3" maxlength="500" dir="auto"></textarea>
      ${
        byText
          ? ''
          : markup`<label for="number">${say('decision_number')}</label>
              <input id="number" type="tel" maxlength="60" autocomplete="tel" dir="ltr" />
              <p class="trouble" id="number-trouble" role="alert" hidden></p>`
      }
      <div class="pair">
        <button type="button" class="button" data-reply="call">${icon('phoneCall')}${say('decision_call_me')}</button>
        <button type="button" class="button quiet" data-reply="text">${icon('message')}${say(byText ? 'decision_text_me' : 'decision_write_me')}</button>
      </div>
      <button type="button" class="text" id="sheet-close">${say('cancel')}</button>
    </form>
  </dialog>`
