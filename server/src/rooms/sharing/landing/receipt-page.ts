import type { DecisionRow } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { LinkFilm } from '@cutaway/contract/rooms/sharing/landing.ts'
import { formatDay, formatMoment, formatTime } from '../../../core/formats.ts'
import { answerable, moneyOf, type Deciding } from './decision-rows.ts'
import { shownPhone } from '../customers/phone-shown.ts'
import type { Say } from '../../player/page/words.ts'
import { telephone } from './frame.ts'
import { icon, type Markup, markup } from '../../player/page/markup.ts'
import { clock } from '../../player/page/stage.ts'

/** Renders the receipt of an answer: what was approved, at what price, when, by which link, and what happens next. */

export interface Receipt extends Deciding {
  frame: Deciding['frame'] & { shop: { business_name: string; phone: string } }
  /** The recipient of the link; null if it was handed on. */
  sentTo: { address: string; byText: boolean } | null
}

/** Approved rows come first, then declined ones, questions, and open ones. */
const answerOrder = ['approve', 'not_now', 'ask', null] as const

export function receiptPage(given: Receipt, say: Say): Markup {
  const { page, frame, film, isShop, withFilm } = given
  const { decision } = page
  const rows = answerable(decision).toSorted((a, b) => answerOrder.indexOf(a.answer) - answerOrder.indexOf(b.answer))
  const name = page.adviser || frame.shop.business_name
  const first = name.split(' ')[0]!
  const money = moneyOf(given)
  const hasPrice = rows.some(({ answer, price }) => answer === 'approve' && price !== null)
  const isApproved = decision.approved > 0
  const link = `${withFilm(film?.part_id ?? page.films[0]?.part_id ?? '')}&view=film`
  return markup`<section class="receipt" id="receipt" aria-live="off">
    <div class="receipt-head">
      <span class="seal ${isApproved ? '' : 'calm'}">${icon(isApproved ? 'check' : rows.some(({ reply_by }) => reply_by === 'call') ? 'phoneCall' : 'message')}</span>
      <div>
        <h1 tabindex="-1">${titleOf(rows, decision.approved, say)}</h1>
        <p>${say('receipt_told', { name: first })}</p>
      </div>
    </div>
    ${isShop ? markup`<p class="of-shop">${say('link_page_of_shop', { shop: frame.shop.business_name })}</p>` : ''}
    <ul class="receipt-rows">
      ${rows.map((row) => receiptRow(row, given, say))}
    </ul>
    <div class="receipt-proof">
      ${hasPrice ? markup`<p class="receipt-sum"><strong>${say('receipt_approved_total')}</strong><strong>${money(decision.approved_total)}</strong></p>` : ''}
      ${proofLines(given, say)}
    </div>
    <h2>${say('receipt_next')}</h2>
    ${steps(given, first, hasPrice ? money(decision.approved_total) : '', say)}
    <div class="receipt-acts">
      ${
        decision.taken_up_at
          ? markup`<p class="of-shop">${say('receipt_started', { time: formatTime(new Date(decision.taken_up_at), frame.language.language_code, frame.site.time_zone) })}</p>`
          : isShop
            ? ''
            : markup`<a class="button quiet" id="change" href="${link}">${say('receipt_change')}</a>`
      }
      ${frame.shop.phone === '' ? '' : markup`<a class="button quiet" href="${telephone(frame.shop.phone)}">${icon('phone')}${say('link_page_call_shop')}</a>`}
      ${
        decision.taken_up_at || isShop
          ? ''
          : markup`<p class="mistake">
              ${say('link_page_mistake')}
              <button type="button" class="text" data-answers="withdraw">${say('link_page_take_back')}</button>
            </p>`
      }
      <p class="trouble" role="alert" id="trouble" hidden></p>
    </div>
    ${watchAgain(
      page.films.filter((one) => one.is_related === 0),
      withFilm,
      say,
    )}
    <p class="fine">
      ${say('receipt_stays', { date: formatDay(new Date(page.expires_at), frame.language.language_code, frame.site.time_zone) })}
      <button type="button" class="text" id="print" hidden>${say('receipt_save')}</button>
    </p>
  </section>`
}

/** Says what was answered: of several repairs, how many were approved, or that there are several answers. */
function titleOf(rows: readonly DecisionRow[], approved: number, say: Say): string {
  if (approved === rows.length) return say('receipt_approved', { count: approved })
  if (approved > 0) return say('receipt_approved_part', { approved, total: rows.length })
  const given = rows.filter(({ answer }) => answer !== null)
  if (new Set(given.map(({ answer }) => answer)).size > 1) return say('receipt_answered', { count: given.length })
  if (given.some(({ reply_by }) => reply_by === 'call')) return say('link_page_call_asked')
  if (given.some(({ answer }) => answer === 'ask')) return say('receipt_asked')
  return say('receipt_not_now')
}

function receiptRow(row: DecisionRow, given: Receipt, say: Say): Markup {
  const of = given.page.films.find(({ part_id }) => part_id === row.part_id)
  return markup`<li data-answer="${row.answer ?? 'open'}">
    ${of?.poster_url ? markup`<img src="${of.poster_url}" alt="" width="128" height="72" decoding="async" />` : ''}
    <div>
      <bdi>${row.finding}</bdi>
      <span class="answer-tag ${row.answer ?? 'open'}">${say(row.answer === null ? 'decision_open' : `decision_answer_${row.answer}`)}</span>
      ${row.question === '' ? '' : markup`<p class="finding-note" dir="auto">${row.question}</p>`}
    </div>
    ${row.price === null ? '' : markup`<strong class="price">${moneyOf(given)(row.price)}</strong>`}
  </li>`
}

function proofLines({ page, frame, sentTo }: Receipt, say: Say): Markup {
  const at = page.decision.answered_at
  const { language, site } = frame
  const order = /^\d/.test(page.ro_number)
    ? say('link_page_repair_order_number', { number: page.ro_number })
    : page.ro_number
  return markup`<p class="from">
      ${at === null ? '' : markup`<time datetime="${at}">${formatMoment(new Date(at), language.language_code, site.time_zone)}</time>`}${
        order === '' ? '' : markup` · <bdi>${order}</bdi>`
      }
    </p>
    ${sentTo ? markup`<p class="from">${say(sentTo.byText ? 'receipt_link_texted' : 'receipt_link_mailed', { to: `\u2066${sentTo.byText ? shownPhone(site, sentTo.address) : sentTo.address}\u2069` })}</p>` : ''}`
}

function steps({ page, words }: Receipt, name: string, sum: string, say: Say): Markup {
  const { rows, approved, taken_up_at: started } = page.decision
  const wantsCall = rows.some(({ reply_by }) => reply_by === 'call')
  const asks = rows.some(({ answer }) => answer === 'ask')
  const list: { title: string; text?: string; isDone?: boolean }[] = [
    { title: say('receipt_step_told', { name }), text: words.told, isDone: true },
    ...(asks ? [{ title: say(wantsCall ? 'receipt_step_call' : 'receipt_step_reply', { name }) }] : []),
    ...(approved > 0
      ? [
          {
            title: words.work,
            text: started ? '' : say('receipt_step_work_text'),
            isDone: started !== null,
          },
          {
            title: words.ready,
            text: sum === '' ? '' : say('receipt_step_pay', { sum }),
          },
        ]
      : []),
  ]
  return markup`<ol class="steps">
    ${list.map(
      ({ title, text, isDone }, i) =>
        markup`<li ${isDone ? markup` data-done` : ''}>
          <span class="step-number">${isDone ? icon('check') : i + 1}</span>
          <div dir="auto">${title}${text ? markup`<small dir="auto">${text}</small>` : ''}</div>
        </li>`,
    )}
  </ol>`
}

function watchAgain(films: readonly LinkFilm[], withFilm: Receipt['withFilm'], say: Say): Markup | '' {
  if (films.length === 0) return ''
  return markup`<section class="films" aria-labelledby="again">
    <h2 id="again">${say('receipt_watch_again')}</h2>
    <ul>
      ${films.map(
        (film) =>
          markup`<li>
            <a href="${withFilm(film.part_id)}&view=film"
              ><span class="thumb">${film.poster_url ? markup`<img src="${film.poster_url}" alt="" width="128" height="72" loading="lazy" decoding="async" />` : ''}${icon('play', 'solid')}</span><span
                ><bdi>${film.part_name}</bdi><small>${clock(film.duration)}</small></span
              ></a
            >
          </li>`,
      )}
    </ul>
  </section>`
}
