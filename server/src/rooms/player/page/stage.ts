import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { icon, type Markup, markup } from './markup.ts'
import type { Say } from './words.ts'

/** Renders the small player of pages that the server draws. Its script is web/src/rooms/player/small/. */

export interface StageFilm {
  part_name: string
  poster_url: string | null
  video_url: string | null
  captions_url: string | null
  /** Seconds. */
  duration: number
  chapters: readonly unknown[]
}

export interface Stage {
  film: StageFilm
  title: string
  language: Language
  /** The film after this one, and its URL. */
  next: { name: string; href: string } | null
  /** The place of the film among those that were sent; null for a related film. */
  place: { index: number; count: number } | null
  hasLabels: boolean
  /** Beside the name of the film. */
  aside?: Markup | ''
}

export function stage({ film, title, language, next, place, hasLabels, aside = '' }: Stage, say: Say): Markup {
  const control = (id: string, label: string, inside: Markup, more: Markup | '' = '') =>
    markup`<button type="button" id="${id}" aria-label="${label}" ${more}>${inside}</button>`
  return markup`<section class="stage" id="stage" aria-label="${say('film_player', { title: film.part_name })}">
    <div class="screen">
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
        <div class="after" id="after" hidden>
          <p id="after-answer" dir="auto" hidden></p>
          <button type="button" class="chip-button" id="replay">${icon('replay')}${say('film_replay')}</button>
          ${next ? markup`<a class="chip-button" id="next" href="${next.href}" dir="auto">${say('link_page_next', { film: next.name })}</a>` : ''}
        </div>
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
            ${control('back', say('film_back', { seconds: '2.3' }), icon('back'), markup` class="wide"`)}
            ${control('forward', say('film_forward', { seconds: 5 }), icon('forward'), markup` class="wide"`)}
            ${control('mute', say('film_mute'), markup`${icon('volume', 'when-heard')}${icon('muted', 'when-muted')}`)}
            <span class="time"><span id="at">0:00</span><i> / </i><span id="length">${clock(film.duration)}</span></span>
          </div>
          ${hasLabels ? markup`<button type="button" id="label-switch" class="wide worded" aria-pressed="true">${icon('tag')}<span>${say('film_labels')}</span></button>` : ''}
          ${film.captions_url ? control('captions', say('film_captions'), icon('captions'), markup` aria-pressed="true"`) : ''}
          ${control('speed', say('film_speed'), markup`<bdi id="speed-value" dir="ltr">1×</bdi>`, markup` class="wide worded"`)}
          ${control('full', say('film_full_screen'), icon('full'))}
        </div>
      </div>
    </div>
    <div class="strip">
      <p class="strip-name" id="strip-name">
        <bdi>${film.part_name}</bdi>${place && place.count > 1 ? markup`<span>${say('link_page_film_of', { number: place.index + 1, count: place.count })}</span>` : ''}
      </p>
      ${aside}
      <ul class="legend" id="legend" aria-label="${say('film_legend')}" hidden></ul>
    </div>
  </section>`
}

/** Renders the place of another website's player, which the script loads when a person wants to watch. */
export const frameStage = (film: StageFilm, url: string, say: Say, aside: Markup | '' = ''): Markup =>
  markup`<section class="stage" id="stage" aria-label="${say('film_player', { title: film.part_name })}">
    <div class="screen">
      <div class="picture elsewhere" id="frame" dir="ltr" data-title="${film.part_name}">
        <button type="button" class="start" id="start" aria-label="${say('film_play')}" hidden>
          ${icon('play', 'solid')}
        </button>
        <p class="from-host">${say('film_plays_from', { host: new URL(url).hostname })}</p>
        <noscript
          ><iframe
            src="${url}"
            title="${film.part_name}"
            sandbox="allow-scripts allow-same-origin allow-presentation"
            referrerpolicy="strict-origin-when-cross-origin"
          ></iframe
        ></noscript>
      </div>
    </div>
    <div class="strip">
      <p class="strip-name" id="strip-name"><bdi>${film.part_name}</bdi></p>
      ${aside}
    </div>
  </section>`

export const noFilm = (film: StageFilm | undefined, say: Say): Markup =>
  markup`<section class="stage" aria-label="${say('film_player', { title: film?.part_name ?? '' })}">
    <div class="picture none">
      ${film?.poster_url ? markup`<img src="${film.poster_url}" alt="" width="1280" height="720" />` : ''}
      <p>${say('link_page_no_film')}</p>
    </div>
  </section>`

/** 72.4 -> '1:12' */
export function clock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
