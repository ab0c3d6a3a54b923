import type { EmbedPageData, ViewCall } from '@cutaway/contract/pages/embed-page.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Site } from '../../../core/tenancy.ts'
import { textFor, type Film } from '../../catalogue/library/library.ts'
import { playerOf } from '../../catalogue/library/own-films.ts'
import { existingMediaUrl } from '../../catalogue/tiles.ts'
import { captionsOf } from '../../player/details.ts'
import { footageOf, heardIn, labelsOf } from '../../player/page/footage.ts'
import { icon, jsonBlock, markup, type Markup } from '../../player/page/markup.ts'
import { clock, frameStage, noFilm, stage } from '../../player/page/stage.ts'
import { sayIn, type Say } from '../../player/page/words.ts'
import { framePage } from './frame.ts'

/** Renders the page of an embed: the film, and below it the others of its systems or its menu. */

export interface EmbedView {
  site: Site
  /** Of the page. */
  language: Language
  /** The language of the embed, for films that are not narrated in that of the page. */
  fallback: Language | undefined
  films: readonly Film[]
  film: Film
  /** Shows a list of films. */
  isList: boolean
  /** The name of the embed; empty for that of the film. */
  name: string
  /** Returns the URL from which the page fetches a film. */
  filmUrl: (film: Film, tag: string) => string
  /** Returns the query of this page with another film or language. */
  query: (changed: { film?: string; lang?: string }) => string
  scripts: readonly string[]
  filmScripts: readonly string[]
  /** Who counts the views, and the server's signature for this page; null in a preview. */
  report: { call: ViewCall; token: string; proof: string } | null
  oembedUrl: string | null
}

export function embedFilmPage(view: EmbedView): string {
  const { site, language, film, films, isList } = view
  const say = sayIn(site, language)
  const { of, kind, partId } = film
  const text = textFor(of.texts, language.language_code)
  const footage = footageOf(film)
  const heard = kind === 'narrated' ? heardIn(film, heardOrder(view)) : language
  const hasFile = existingMediaUrl(
    of,
    kind === 'narrated' ? (of.streams?.video[0]?.file ?? '') : of.part.interactive_film!.file,
  )
  const captions = captionsOf(film, site)
  const read = [language, heard].flatMap((l) => captions.find((c) => c.language_id === l?.language_id) ?? [])[0]
  const shown = {
    part_name: text.name,
    poster_url: existingMediaUrl(of, footage.poster),
    video_url: heard && hasFile ? view.filmUrl(film, heard.language_code) : null,
    frame_url: playerOf(film),
    captions_url: read?.url ?? null,
    duration: footage.duration,
    chapters:
      kind === 'narrated'
        ? of.part.film!.chapters.map((c) => ({ start: c.start, title: text.chapters[c.id] ?? c.id }))
        : [],
  }
  const labels = labelsOf(film, language)
  const next = isList ? films[films.indexOf(film) + 1] : undefined
  const [script] = view.scripts
  const [filmScript = '', ...preload] = view.filmScripts
  const data: EmbedPageData | null =
    (shown.video_url || shown.frame_url) && heard
      ? {
          player: {
            duration: shown.duration,
            frame_url: shown.frame_url,
            chapters: shown.chapters,
            captions_url: shown.captions_url,
            labels,
            texts: Object.fromEntries(scriptTexts.map((key) => [key, say(key)])),
          },
          script: filmScript,
          preload,
          report: view.report && {
            call: view.report.call,
            view: {
              token: view.report.token,
              proof: view.report.proof,
              part_id: partId,
              language: heard.language_code,
            },
          },
        }
      : null
  return framePage({
    site,
    language,
    title: view.name || text.name,
    script,
    head: view.oembedUrl
      ? markup`<link rel="alternate" type="application/json+oembed" href="${view.oembedUrl}" title="${view.name || text.name}" />`
      : '',
    body: markup`<body class="${isList ? 'list' : 'single'}">
      <main>
        <h1 class="visually-hidden">${view.name || text.name}</h1>
        ${
          data && shown.frame_url
            ? frameStage(shown, shown.frame_url, say, languageMenu(view, heard, say))
            : data
              ? stage(
                  {
                    film: shown,
                    title: text.name,
                    language,
                    next: next
                      ? {
                          name: textFor(next.of.texts, language.language_code).name,
                          href: view.query({ film: next.partId }),
                        }
                      : null,
                    place: null,
                    hasLabels: labels !== null,
                    aside: markup`<span class="length">${clock(shown.duration)}</span>${languageMenu(view, heard, say)}`,
                  },
                  say,
                )
              : noFilm(shown, say)
        }
        ${isList ? filmList(view) : ''}
      </main>
      ${data ? jsonBlock('data', data) : ''}
    </body>`,
  })
}

const heardOrder = ({ site, language, fallback }: EmbedView): Language[] => [
  language,
  ...(fallback ? [fallback] : []),
  ...site.languages,
]

/** Renders the languages in which the film is narrated. */
function languageMenu(view: EmbedView, heard: Language | undefined, say: Say): Markup {
  const others = view.site.languages.filter((l) => heardIn(view.film, [l]))
  const name = heard?.name ?? ''
  if (others.length < 2 || view.film.kind !== 'narrated') return markup`<span class="tongue">${name}</span>`
  return markup`<details class="tongues">
    <summary aria-label="${say('link_page_language', { language: name })}">${icon('world')}<span>${name}</span></summary>
    <ul>
      ${others.map(
        (l) =>
          markup`<li>
            <a
              href="${view.query({ lang: l.language_code })}"
              lang="${l.language_code}"
              hreflang="${l.language_code}"
              ${l.language_id === heard?.language_id ? markup` aria-current="true"` : ''}
              >${l.name}</a
            >
          </li>`,
      )}
    </ul>
  </details>`
}

/** Renders the films by system. */
function filmList({ films, film, language, query }: EmbedView): Markup {
  const systems = [...new Set(films.map(({ of }) => of.system))]
  return markup`${systems.map(
    (system) =>
      markup`<section class="films" aria-labelledby="system-${system.id}">
        <h2 id="system-${system.id}">${system.name[language.language_code] ?? system.name['en-US'] ?? ''}</h2>
        <ul>
          ${films
            .filter(({ of }) => of.system === system)
            .map((other) => {
              const footage = footageOf(other)
              const poster = existingMediaUrl(other.of, footage.poster)
              return markup`<li>
                <a href="${query({ film: other.partId })}" ${other === film ? markup` aria-current="true"` : ''}
                  >${
                    poster
                      ? markup`<img src="${poster}" alt="" width="128" height="72" loading="lazy" decoding="async" />`
                      : ''
                  }<span><bdi>${textFor(other.of.texts, language.language_code).name}</bdi><small>${clock(footage.duration)}</small></span></a
                >
              </li>`
            })}
        </ul>
      </section>`,
  )}`
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
] as const
