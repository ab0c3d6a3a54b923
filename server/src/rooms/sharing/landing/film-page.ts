import type { LinkFilm, LinkPage } from '@cutaway/contract/rooms/sharing/landing.ts'
import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import type { CustomerData } from '@cutaway/contract/pages/customer-page.ts'
import { formatDay } from '../../../core/formats.ts'
import { answerable, answerBar, askSheet, findings, onlyAsk } from './decision-rows.ts'
import { footLinks, type Foot } from './foot.ts'
import { type Say, sayIn } from '../../player/page/words.ts'
import { buttonColours, contactRows, framed, telephone, type Frame } from './frame.ts'
import { icon, jsonBlock, type Markup, markup } from '../../player/page/markup.ts'
import { receiptPage, type Receipt } from './receipt-page.ts'
import { clock, frameStage, noFilm, stage } from '../../player/page/stage.ts'

/** Renders the landing page of an active link: the film, the shop's message and the customer's choices; or the receipt. */

export interface FilmPage extends Omit<Receipt, 'frame' | 'takesAnswers'> {
  frame: Frame & { shop: ShopCard }
  foot: Foot
  page: LinkPage
  /** The film shown in the player. */
  film: LinkFilm | undefined
  token: string
  /** Proves that the page was rendered for the link. */
  proof: string
  labels: CustomerData['labels']
  /** 'https://host/l/code', if it may be shown. */
  shortUrl: string
  /** Absolute URL of a picture in a format that every program supports; null if there is none. */
  picture: string | null
  oembedUrl: string
  /** Whether the shop is open now, in words; empty if its hours are not known. */
  opening: string
  /** The customer's vehicle; empty if it is unknown or the link was handed on. */
  vehicle: string
  /** The document of the film: its language, and its number of pages if they have been counted. */
  pdf: { language: string; pages: number | null } | null
  /** Keeps the film on the screen although an answer has been given. */
  showFilm: boolean
}

export function filmPage(given: FilmPage): string {
  const { frame, page, film, token, labels } = given
  const { language, shop, site } = frame
  const say = sayIn(site, language)
  const name = film?.part_name ?? shop.business_name
  const { decision } = page
  const title = decision.asks === 'decision' ? say('link_page_title', { film: name }) : name
  const isAsking = decision.asks === 'decision' && !page.call_to_action
  const deciding: Receipt = { ...given, takesAnswers: isAsking && decision.taken_up_at === null }
  const isReceipt = decision.answered_at !== null && !given.showFilm && !page.call_to_action
  const data: CustomerData | null = film
    ? {
        token,
        part_id: film.part_id,
        language_id: film.language_id,
        duration: film.duration,
        chapters: film.chapters,
        captions_url: film.captions_url,
        video_url: film.video_url,
        frame_url: film.frame_url,
        labels,
        texts: Object.fromEntries(scriptTexts.map((key) => [key, say(key)])),
        proof: given.proof,
        rows: answerable(decision).map(({ part_id, price, answer, question, reply_by }) => ({
          part_id,
          price,
          answer,
          question,
          reply_by,
        })),
        money: { tag: language.language_code, currency: decision.currency || site.currency },
      }
    : null
  const answer = page.answered?.answer ?? ''
  return framed(frame, {
    title: film ? title : shop.business_name,
    isAnswer: isReceipt,
    head: previewTags(given, name, say),
    state: { answer: answer === 'action' ? '' : answer, view: isReceipt ? 'answer' : 'film' },
    body: markup`<main>
      ${isReceipt ? receiptPage(deciding, say) : watching(given, deciding, title, say)}
      <p class="visually-hidden" role="status" id="news"></p>
      ${isReceipt || page.call_to_action ? '' : askSheet(deciding, say)}
    </main>`,
    ...(data ? { data: jsonBlock('data', data) } : {}),
  })
}

function watching(given: FilmPage, deciding: Receipt, title: string, say: Say): Markup {
  const { page, film, frame, foot } = given
  const { language, shop, site } = frame
  const sent = page.films.filter((one) => one.is_related === 0)
  const index = film ? sent.indexOf(film) : -1
  return markup`<div class="watch">
    ${
      film?.video_url
        ? stage(
            {
              film,
              title,
              language,
              next: nextOf(given),
              place: index < 0 ? null : { index, count: sent.length },
              hasLabels: given.labels !== null,
            },
            say,
          )
        : film?.frame_url
          ? frameStage(film, film.frame_url, say)
          : noFilm(film, say)
    }
    <div class="words">
      <div class="said">
        <h1 dir="auto">${headingOf(given, title, say)}</h1>
        ${page.subject === '' || !film ? '' : markup`<p class="film-name" dir="auto">${film.part_name}</p>`}
        ${given.isShop ? markup`<p class="of-shop">${say('link_page_of_shop', { shop: shop.business_name })}</p>` : ''}
        ${messageOf(given, say)}
      </div>
      ${page.call_to_action ? '' : findings(deciding, say)}
      ${page.decision.taken_up_at ? markup`<p class="of-shop">${say('answer_taken_up')}</p>` : ''}
      ${actOf(given, deciding, say)}
    </div>
    <div class="contact">
      <ul class="rows">
        ${
          film?.pdf_url
            ? markup`<li>
                <a href="${film.pdf_url}" target="_blank" rel="noopener"
                  >${icon('pdf')}<span>${say('link_page_pdf')}<small>${pdfFacts(given.pdf, say)}</small></span>${icon('download')}</a
                >
              </li>`
            : ''
        }${contactRows(site, shop, say, given.opening)}
      </ul>
      <p class="fine">
        ${say('link_page_works_until', { date: formatDay(new Date(page.expires_at), language.language_code, site.time_zone) })}
        ${footLinks(foot, say)}
      </p>
    </div>
    ${filmList(given, say)}
  </div>`
}

/** Renders the language and the number of pages of the document. */
function pdfFacts(pdf: FilmPage['pdf'], say: Say): string {
  if (!pdf) return ''
  return pdf.pages === null ? pdf.language : say('link_page_pdf_pages', { count: pdf.pages, language: pdf.language })
}

function headingOf({ page, film, vehicle }: FilmPage, title: string, say: Say): string {
  if (page.subject !== '') return page.subject
  if (page.decision.asks === 'information') return film?.part_name ?? title
  const open = answerable(page.decision).length
  if (open < 2) return title
  return vehicle === ''
    ? say('decision_heading', { count: open })
    : say('decision_heading_of', { count: open, vehicle: `\u2068${vehicle}\u2069` })
}

/** Renders what the customer can do: the shop's own button, the answer, a question, or a call. */
function actOf({ page, frame, isShop }: FilmPage, deciding: Receipt, say: Say): Markup | '' {
  const own = page.call_to_action
  if (own)
    return markup`<div class="act">
      <a class="button" id="action" href="${own.url}" rel="noopener noreferrer" style="${buttonColours(own.colour)}"
        ><bdi>${own.text || own.url}</bdi>${icon('chevron', 'turn')}</a
      >
    </div>`
  if (deciding.takesAnswers && answerable(page.decision).length > 0) return answerBar(deciding, say)
  if (page.decision.taken_up_at === null && deciding.sentTo !== null) return onlyAsk(isShop, say)
  if (frame.shop.phone === '') return ''
  return markup`<div class="act">
    <a class="button quiet" href="${telephone(frame.shop.phone)}">${icon('phone')}${say('link_page_call_shop')}</a>
  </div>`
}

/** Metadata for previews in chats and mail programs: the film and the shop, nothing about the customer. */
function previewTags({ frame, shortUrl, picture, oembedUrl }: FilmPage, name: string, say: Say): Markup {
  const shop = frame.shop.business_name
  const tags: [string, string][] = [
    ['og:type', 'video.other'],
    ['og:title', name],
    ['og:site_name', shop],
    ['og:description', say('link_page_from', { shop })],
    ['og:url', shortUrl],
    ['og:locale', frame.language.language_code.replace('-', '_')],
    ...(picture
      ? ([
          ['og:image', picture],
          ['og:image:type', 'image/jpeg'],
          ['og:image:width', '992'],
          ['og:image:height', '558'],
          ['og:image:alt', name],
        ] as [string, string][])
      : []),
  ]
  return markup`${tags.map(([property, content]) => markup`<meta property="${property}" content="${content}" />`)}<meta
      name="twitter:card"
      content="${picture ? 'summary_large_image' : 'summary'}"
    /><meta name="twitter:title" content="${name}" />${
      picture ? markup`<meta name="twitter:image" content="${picture}" />` : ''
    }<meta name="description" content="${say('link_page_from', { shop })}" /><link
      rel="alternate"
      type="application/json+oembed"
      href="${oembedUrl}"
      title="${name}"
    />`
}

/** Returns the film that follows this one in the sender's order, and its URL. */
function nextOf({ page, film, withFilm }: FilmPage): { name: string; href: string } | null {
  const own = page.films.filter((f) => f.is_related === 0)
  const next = film && own[own.indexOf(film) + 1]
  return next && film.is_related === 0 ? { name: next.part_name, href: withFilm(next.part_id) } : null
}

function messageOf({ page, vehicle }: FilmPage, say: Say): Markup | '' {
  const { message, adviser, ro_number, decision } = page
  // A reference with letters is shown as typed, because it names its own kind.
  const order = /^\d/.test(ro_number) ? say('link_page_repair_order_number', { number: ro_number }) : ro_number
  // The heading of several repairs names the vehicle.
  const isNamed = page.subject === '' && decision.asks === 'decision' && answerable(decision).length > 1
  const line = [adviser, order, isNamed ? '' : vehicle].filter(Boolean)
  if (message === '' && line.length === 0) return ''
  const initials = adviser
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? '')
    .slice(0, 2)
    .join('')
  return markup`<div class="message">
    ${initials === '' ? '' : markup`<span class="face" aria-hidden="true">${initials}</span>`}
    <div>
      ${
        message === '' ? '' : markup`<p class="note" dir="auto">${message}</p>`
      }${line.length === 0 ? '' : markup`<p class="from">${line.map((part, i) => markup`${i > 0 ? ' · ' : ''}<bdi>${part}</bdi>`)}</p>`}
    </div>
  </div>`
}

/** Renders the other films of the link: the sent ones, unless the findings show them, then the related ones. */
function filmList({ page, film, withFilm }: FilmPage, say: Say): Markup | '' {
  const row = (f: LinkFilm) =>
    markup`<li>
      <a href="${withFilm(f.part_id)}" ${f === film ? markup` aria-current="true"` : ''}
        >${
          f.poster_url
            ? markup`<img src="${f.poster_url}" alt="" width="128" height="72" loading="lazy" decoding="async" />`
            : ''
        }<span><bdi>${f.part_name}</bdi><small>${clock(f.duration)}</small></span></a
      >
    </li>`
  const list = (id: string, title: string, films: LinkFilm[]) =>
    markup`<section class="films" aria-labelledby="${id}">
      <h2 id="${id}">${title}</h2>
      <ul>
        ${films.map(row)}
      </ul>
    </section>`
  const own = page.films.filter((f) => f.is_related === 0)
  const related = page.films.filter((f) => f.is_related === 1)
  const isListed = own.length > 1 ? page.call_to_action !== null : film?.is_related === 1
  if (!isListed && related.length === 0) return ''
  return markup`<div class="more">
    ${isListed ? list('own', say('link_page_films'), own) : ''}${
      related.length > 0 ? list('related', say('film_related'), related) : ''
    }
  </div>`
}

/** Texts that only the script uses. */
const scriptTexts = [
  'film_play',
  'film_pause',
  'film_replay',
  'film_mute',
  'film_unmute',
  'film_time_of',
  'film_time_of_chapter',
  'film_not_playing',
  'film_speed',
  'link_page_failed',
  'link_page_taken_back',
  'too_many_requests',
  'link_expired',
  'link_not_available',
  'answer_needs_person',
  'answer_not_of_shop',
  'answer_taken_up',
  'decision_send',
  'decision_approved_sum',
  'decision_open_rows',
  'decision_number_needed',
] as const
