import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Site } from '../../core/tenancy.ts'
import { textFor, type Film, type Library } from '../catalogue/library/library.ts'
import { partsPdfOf } from './pdf/facts.ts'
import { existingMediaUrl, isNew, isShownFor, mediaUrl, tileOf } from '../catalogue/tiles.ts'

/** Builds the content of the animation page from the library. Pure. */

interface View {
  library: Library
  film: Film
  site: Site
  language: Language
  kind: 'car' | 'motorcycle'
  side: 'left' | 'right'
  now: Date
  /** Whether the viewer may play interactive films. If not, no link leads to one. */
  interactive: boolean
  /** Whether the viewer gets the texts of the PDF; a touch screen has no PDF. */
  pdf: boolean
  /** The viewer's; empty by default. */
  favouriteId?: number | null
}

const relatedCount = 12

export const notFavourite = { isFavourite: 0, id: null } as const

export function detailsOf(view: View): AnimationDetails {
  const { film, language, now, interactive: both, favouriteId = null } = view
  const { of } = film
  const { part } = of
  const text = textFor(of.texts, language.language_code)
  const name = (names: Record<string, string>) => textFor(new Map(Object.entries(names)), language.language_code)
  return {
    ...filmPart(view),
    part_name: text.name,
    subtitle: text.subtitle,
    description: text.description,
    keywords: part.keywords.map((k) => text.keywords[k] ?? k),
    isNew: isNew(of, now),
    system: { system_id: of.system.id, system_name: name(of.system.name), slug: of.system.slug },
    sub_system: { sub_system_id: of.subSystem.id, sub_system_name: name(of.subSystem.name) },
    parent_id: null,
    equivalent_part_id: film.kind === 'interactive' ? part.narrated : both ? part.interactive : null,
    equivalent_interactive_part_id: both ? part.interactive : null,
    equivalent_narrated_part_id: part.narrated,
    message: '',
    loadVideoJSPlayer: true,
    related: related(view),
    warningLights: [],
    partsPdf: view.pdf ? partsPdfOf({ film, site: view.site, language, reader: null, now }) : null,
    googleanalytics: view.site.features.includes('analytics') ? analyticsId(view.site) : '',
    favourite: favouriteId === null ? notFavourite : { isFavourite: 1, id: favouriteId },
  }
}

type FilmPart = Omit<
  AnimationDetails,
  | 'part_name'
  | 'subtitle'
  | 'description'
  | 'keywords'
  | 'isNew'
  | 'system'
  | 'sub_system'
  | 'parent_id'
  | 'loadVideoJSPlayer'
  | 'equivalent_part_id'
  | 'equivalent_interactive_part_id'
  | 'equivalent_narrated_part_id'
  | 'related'
  | 'partsPdf'
  | 'googleanalytics'
  | 'message'
  | 'warningLights'
  | 'favourite'
>

/** Returns the part of a film, with the addresses of both films if the part has a twin that the viewer may play. */
function filmPart(view: View): FilmPart {
  const own = view.film.kind === 'narrated' ? narrated(view) : interactive(view)
  const twin = twinOf(view)
  if (!twin) return own
  if (twin.kind === 'narrated')
    return { ...own, video: { ...own.video, narratedVideoUrl: narrated({ ...view, film: twin }).video.videoUrl } }
  return { ...own, video: { ...own.video, interactiveVideoUrl: interactive({ ...view, film: twin }).video.videoUrl } }
}

/** Returns the other film of the part, if the viewer may play it. */
function twinOf({ library, film, kind, side, interactive: both }: View): Film | undefined {
  const { part } = film.of
  const id = film.kind === 'interactive' ? part.narrated : both ? part.interactive : null
  const twin = id === null ? undefined : library.film(id)
  return twin && isShownFor(twin, kind, side) ? twin : undefined
}

function narrated({ film, site, language }: View): FilmPart {
  const { partId, of } = film
  const footage = of.part.film!
  const text = textFor(of.texts, language.language_code)
  const tracks = of.streams?.audio ?? []
  const heard = (tag: string) => tracks.find((t) => t.language === tag || t.also_for.includes(tag))
  const narratedLanguages = site.languages.filter((l) => heard(l.language_code))
  const served = narratedLanguages.find((l) => l.language_id === language.language_id) ?? narratedLanguages[0]
  const playable = Boolean(served && of.streams && existingMediaUrl(of, of.streams.video[0]?.file ?? ''))
  const { own } = of
  const mp4 = playable ? mediaUrl(of, own ? own.plain : `film-${served!.language_code}.mp4`) : null
  return {
    video: {
      partId,
      tagName: text.name,
      language_id: served?.language_id ?? language.language_id,
      video_type: 'narrated',
      videoUrl: mp4,
      videoUrlVod: mp4,
      // A converted video of a business has an HLS list; one that was taken as it is has only its file.
      videoUrlVodHLS: playable && (!own || of.media.has('master.m3u8')) ? mediaUrl(of, 'master.m3u8') : null,
      videoUrlVodDASH: playable && !own ? mediaUrl(of, footage.dash) : null,
      narratedVideoUrl: mp4,
      interactiveVideoUrl: null,
      posterUrl: existingMediaUrl(of, footage.poster),
      thumbnailsUrl: existingMediaUrl(of, footage.thumbnails),
      duration: footage.duration,
      width: footage.width,
      height: footage.height,
    },
    narratedLanguages: narratedLanguages.map(short),
    captions: captionsOf(film, site),
    syntheticNarration: served ? heard(served.language_code)?.voice === 'synthetic' : false,
    chapters: footage.chapters.map((c) => ({ start: c.start, title: text.chapters[c.id] ?? c.id })),
    transcript: text.script,
    labelsUrl: of.hasLabels ? mediaUrl(of, footage.labels) : null,
    labelTexts: text.labels,
    badgeTexts: text.badges,
    interactiveButtons: [],
    buttonLabels: [],
    defaultPlayTime: '',
    loopTime: '',
    secondsOrFrames: 'seconds',
  }
}

/** Returns the captions of a film in the languages of the site; an interactive film has none. */
export function captionsOf({ partId, of, kind }: Film, site: Site): AnimationDetails['captions'] {
  if (of.own) {
    const { address, captions } = of.own
    return site.languages
      .filter((l) => captions.includes(l.language_code))
      .map((l) => ({ ...short(l), url: `${address}/captions-${l.language_code}.vtt` }))
  }
  const written = kind === 'narrated' ? of.part.film!.captions : []
  return site.languages
    .filter((l) => written.includes(l.language_code))
    .map((l) => ({ ...short(l), url: `/api/v1/captions/${site.web_site_id}/${partId}/${l.language_code}.vtt` }))
}

function interactive({ film: { partId, of }, language }: View): FilmPart {
  const footage = of.part.interactive_film!
  const text = textFor(of.texts, language.language_code)
  const url = existingMediaUrl(of, footage.file)
  const first = footage.steps[0]!
  return {
    video: {
      partId,
      tagName: text.name,
      language_id: language.language_id,
      video_type: 'interactive',
      videoUrl: url,
      videoUrlVod: url,
      videoUrlVodHLS: null,
      videoUrlVodDASH: null,
      narratedVideoUrl: null,
      interactiveVideoUrl: url,
      posterUrl: existingMediaUrl(of, footage.poster),
      thumbnailsUrl: null,
      duration: footage.duration,
      width: footage.width,
      height: footage.height,
    },
    narratedLanguages: [],
    captions: [],
    syntheticNarration: false,
    chapters: [],
    transcript: [],
    labelsUrl: null,
    labelTexts: text.labels,
    badgeTexts: text.badges,
    interactiveButtons: footage.steps.map((s) => ({
      id: s.id,
      title: text.steps[s.id]?.title ?? s.id,
      note: text.steps[s.id]?.note ?? '',
      group: text.groups[s.group] ?? '',
      rating: s.rating ?? '',
      show_button_ids: s.show_button_ids.join(','),
      play_time: s.play.join(','),
      loop_time: s.loop?.join(',') ?? '',
      time_consideration: footage.time_consideration,
      show_on_load: s.show_on_load ? 1 : 0,
      is_divider_line: s.is_divider_line ? 1 : 0,
    })),
    buttonLabels: footage.steps.flatMap((s) =>
      (s.labels ?? []).map(({ label, ...place }) => ({
        button_id: s.id,
        text: text.labels[label] ?? label,
        ...place,
        from: s.labels_from ?? null,
      })),
    ),
    defaultPlayTime: first.play.join(','),
    loopTime: first.loop?.join(',') ?? '',
    secondsOrFrames: footage.time_consideration,
  }
}

/**
 * Returns related films: the parts named by the author, in that order, then the rest of the sub-system and the system.
 */
function related({ library, film, kind, side, language, now, interactive: both }: View) {
  const named = film.of.part.related
  const rank = (f: Film) =>
    named.includes(f.partId) ? 0 : f.of.subSystem === film.of.subSystem ? 1 : f.of.system === film.of.system ? 2 : 3
  return library.films
    .filter((f) => f !== film && rank(f) < 3 && (both || f.kind === 'narrated') && isShownFor(f, kind, side))
    .toSorted((a, b) => rank(a) - rank(b) || named.indexOf(a.partId) - named.indexOf(b.partId))
    .slice(0, relatedCount)
    .map((f) => tileOf(f, language.language_code, now))
}

function analyticsId(site: Site): string {
  const id = site.settings['analytics_id']
  return typeof id === 'string' ? id : ''
}

const short = ({ language_id, language_code, name }: Language) => ({ language_id, language_code, name })
