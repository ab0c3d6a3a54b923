import type { LinkFilm, LinkPage } from '@cutaway/contract/rooms/sharing/landing.ts'
import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import type { CustomerData } from '@cutaway/contract/customer-page.ts'
import { formatMoment } from '../../../core/formats.ts'
import { buttonColours, contactRows, framed, sayIn, telephone, type Frame, type Say } from './frame.ts'
import { icon, jsonBlock, type Markup, markup } from './markup.ts'

/** Renders the landing page of an active link: the film, the shop's message and the customer's choices. */

export interface FilmPage {
  frame: Frame & { shop: ShopCard }
  page: LinkPage
  /** The film shown in the player. */
  film: LinkFilm | undefined
  token: string
  labels: CustomerData['labels']
  /** 'https://host/l/token', if it may be shown. */
  shortUrl: string
  /** Absolute URL of a picture in a format that every program supports; null if there is none. */
  picture: string | null
  oembedUrl: string
  /** Whether the customer may answer. A link on a shop's own web page asks for no decision. */
  asks: boolean
  /** Keeps the film on the screen although an answer has been given. */
  showFilm: boolean
  /** Returns the URL of the page with another film in the player. */
  withFilm: (partId: string) => string
}

export function filmPage(given: FilmPage): string {
  const { frame, page, film, token, labels } = given
  const { language, shop, site } = frame
  const say = sayIn(language)
  const name = film?.part_name ?? shop.business_name
  const title = say('link_page_title', { film: name })
  const answer = page.answered?.answer ?? ''
  const data: CustomerData | null = film
    ? {
        token,
        part_id: film.part_id,
        language_id: film.language_id,
        duration: film.duration,
        chapters: film.chapters,
        captions_url: film.captions_url,
        labels,
        texts: Object.fromEntries(scriptTexts.map((key) => [key, say(key)])),
        time: { tag: language.language_code, zone: site.time_zone },
      }
    : null
  return framed(frame, {
    title: film ? title : shop.business_name,
    head: previewTags(given, name, say),
    state: { answer: answer === 'action' ? '' : answer, view: given.showFilm ? 'film' : 'answer' },
    body: markup`<main>
      <div class="watch">
        ${film?.video_url ? stage(film, nextOf(given), title, language, say) : noFilm(film, say)}
        <div class="words">
          <div class="said">
            <h1 dir="auto">${page.subject === '' ? title : page.subject}</h1>
            ${page.subject === '' || !film ? '' : markup`<p class="film-name" dir="auto">${film.part_name}</p>`}
            ${messageOf(page, say)}
          </div>
          ${callToAction(given, say)}
          <ul class="rows">
            ${
              film?.pdf_url
                ? markup`<li>
                    <a href="${film.pdf_url}" target="_blank" rel="noopener"
                      >${icon('pdf')}<span>${say('link_page_pdf')}<small>${language.name}</small></span
                      >${icon('download')}</a
                    >
                  </li>`
                : ''
            }${contactRows(shop, say)}
          </ul>
        </div>
        ${filmList(given, say)}
      </div>
      ${given.asks ? done(given, say) : ''}
      <p class="visually-hidden" role="status" id="news"></p>
    </main>`,
    ...(data ? { data: jsonBlock('data', data) } : {}),
  })
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

function stage(
  film: LinkFilm,
  next: ReturnType<typeof nextOf>,
  title: string,
  language: Frame['language'],
  say: Say,
): Markup {
  const control = (id: string, label: string, inside: Markup, more: Markup | '' = '') =>
    markup`<button type="button" id="${id}" aria-label="${label}" ${more}>${inside}</button>`
  return markup`<section class="stage" id="stage" aria-label="${say('film_player', { title: film.part_name })}">
    <div class="picture" dir="ltr">
      <video
        id="film"
        controls
        playsinline
        preload="none"
        width="1280"
        height="720"
        aria-label="${title}"
        ${film.poster_url ? markup` poster="${film.poster_url}"` : ''}
        src="${film.video_url}"
      >
        ${
          film.captions_url
            ? markup`<track
                kind="captions"
                default
                src="${film.captions_url}"
                srclang="${language.language_code}"
                label="${say('film_captions')}"
              />`
            : ''
        }
      </video>
      <div class="labels" id="labels" hidden></div>
      <p class="caption" id="caption" dir="auto" hidden></p>
      <button type="button" class="start" id="start" aria-label="${say('film_play')}" hidden>
        ${icon('play', 'solid')}
      </button>
      <button type="button" class="chip" id="sound" hidden>${icon('muted')}${say('link_page_sound_off')}</button>
      ${
        next
          ? markup`<a class="next" id="next" href="${next.href}" dir="auto" hidden>${say('link_page_next', { film: next.name })}</a>`
          : ''
      }
    </div>
    <div class="controls" id="controls" role="group" aria-label="${say('film_controls')}" hidden>
      <div class="timeline" dir="ltr">
        <span class="bars" aria-hidden="true">${film.chapters.map(() => markup`<i><b></b></i>`)}</span>
        <input
          type="range"
          id="seek"
          min="0"
          max="${film.duration}"
          step="0.1"
          value="0"
          aria-label="${say('film_timeline')}"
        />
      </div>
      <div class="buttons">
        <div class="transport" dir="ltr">
          ${control('play', say('film_play'), markup`${icon('play', 'when-paused')}${icon('pause', 'when-playing')}`)}
          ${control('mute', say('film_mute'), markup`${icon('volume', 'when-heard')}${icon('muted', 'when-muted')}`)}
          <span class="time"><span id="at">0:00</span><i> / </i><span>${clock(film.duration)}</span></span>
        </div>
        ${film.captions_url ? control('captions', say('film_captions'), icon('captions'), markup` aria-pressed="true"`) : ''}
        ${control('full', say('film_full_screen'), icon('full'))}
      </div>
    </div>
    <ul class="legend" id="legend" aria-label="${say('film_legend')}" hidden></ul>
  </section>`
}

const noFilm = (film: LinkFilm | undefined, say: Say): Markup =>
  markup`<section class="stage">
    <div class="picture none">
      ${film?.poster_url ? markup`<img src="${film.poster_url}" alt="" width="1280" height="720" />` : ''}
      <p>${say('link_page_no_film')}</p>
    </div>
  </section>`

function messageOf({ message, adviser, ro_number }: LinkPage, say: Say): Markup | '' {
  // A reference with letters is shown as typed, because it names its own kind.
  const order = /^\d/.test(ro_number) ? say('link_page_repair_order_number', { number: ro_number }) : ro_number
  const from = [adviser, order]
  const line = from.filter(Boolean)
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

function callToAction({ page, frame, asks }: FilmPage, say: Say): Markup {
  const own = page.call_to_action
  const call = markup`<a class="button quiet" href="${telephone(frame.shop.phone)}"
    >${icon('phone')}${say('link_page_call_shop')}</a
  >`
  if (own)
    return markup`<div class="act">
      <a class="button" id="action" href="${own.url}" rel="noopener noreferrer" style="${buttonColours(own.colour)}"
        ><bdi>${own.text || own.url}</bdi>${icon('chevron', 'turn')}</a
      >
    </div>`
  if (!asks) return frame.shop.phone === '' ? markup`` : markup`<div class="act">${call}</div>`
  return markup`<div class="act">
    <div class="ask">
      <button type="button" class="button" data-answers="approve">${icon('check')}${say('link_page_approve')}</button>
      <button type="button" class="button quiet" data-answers="call">
        ${icon('phoneCall')}${say('link_page_call_first')}
      </button>
    </div>
    <div class="answered">
      <p>
        <span class="when-approve">${say('link_page_approved')}</span
        ><span class="when-call">${say('link_page_call_asked')}</span>
      </p>
      <button type="button" class="text" data-answers="withdraw">${say('link_page_take_back')}</button>
    </div>
    <p class="trouble" role="alert" id="trouble" hidden></p>
    <p class="no-script">${say('link_page_no_script')}</p>
  </div>`
}

/** Renders the other films of the link: the sent ones, then the related ones. */
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
  if (page.films.length < 2) return ''
  return markup`<div class="more">
    ${own.length > 1 || film?.is_related === 1 ? list('own', say('link_page_films'), own) : ''}${
      related.length > 0 ? list('related', say('film_related'), related) : ''
    }
  </div>`
}

/** Renders what replaces the film after an answer. The script fills in the time of an answer given on the open page. */
function done({ page, frame, film, withFilm }: FilmPage, say: Say): Markup {
  const { shop, language, site } = frame
  const name = page.adviser || shop.business_name
  const at = page.answered && formatMoment(new Date(page.answered.at), language.language_code, site.time_zone)
  const fact = (label: string, value: Markup | string) =>
    markup`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`
  return markup`<section class="done" aria-live="off">
    <span class="seal">${icon('check', 'when-approve')}${icon('phoneCall', 'when-call')}</span>
    <h1 class="when-approve" tabindex="-1">${say('link_page_approved')}</h1>
    <h1 class="when-call" tabindex="-1">${say('link_page_call_asked')}</h1>
    <p class="when-approve">${say('link_page_approved_text', { name })}</p>
    <p class="when-call">${say('link_page_call_asked_text', { name })}</p>
    <dl>
      ${film ? fact(say('link_page_repair'), markup`<bdi>${film.part_name}</bdi>`) : ''}${
        page.ro_number === '' ? '' : fact(say('link_page_repair_order'), markup`<bdi>${page.ro_number}</bdi>`)
      }${fact(say('link_page_answered_at'), markup`<time id="when">${at ?? ''}</time>`)}
    </dl>
    ${film ? markup`<a class="button quiet" id="again" href="${withFilm(film.part_id)}&amp;view=film">${icon('play')}${say('link_page_watch_again')}</a>` : ''}
    ${shop.phone === '' ? '' : markup`<a class="button quiet" href="${telephone(shop.phone)}">${icon('phone')}${say('link_page_call_shop')}</a>`}
    <p class="mistake">
      ${say('link_page_mistake')}
      <button type="button" class="text" data-answers="withdraw">${say('link_page_take_back')}</button>
    </p>
    <p class="trouble" role="alert" id="trouble-done" hidden></p>
  </section>`
}

/** 72.4 -> '1:12' */
function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
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
  'link_page_failed',
  'link_page_taken_back',
  'too_many_requests',
  'link_expired',
  'link_not_available',
] as const
