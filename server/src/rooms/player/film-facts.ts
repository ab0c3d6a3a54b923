import type * as contract from '@cutaway/contract/rooms/player/films.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Caller } from '../../core/auth/caller.ts'
import type { Handlers } from '../../core/http/endpoints.ts'
import { fail, notFound } from '../../core/http/errors.ts'
import type { Services } from '../../core/services.ts'
import type { Site } from '../../core/tenancy.ts'
import { brandOf } from '../catalogue/brands.ts'
import type { Film, Library } from '../catalogue/library/library.ts'
import { isShownFor, mayPlay } from '../catalogue/tiles.ts'
import { captionsOf, detailsOf } from './details.ts'

/** Single facts of a film, taken from the same details as its page so that the two always agree. */

interface Asking {
  site: Site
  services: Services
  caller: Caller
}

/**
 * Returns a film that the caller may see on the site: of the brand's kind of vehicle and driver side, and of a kind
 * that the user may play.
 */
export function filmFor(
  library: Library,
  partId: string,
  { site, caller }: Pick<Asking, 'site' | 'caller'>,
  { brand = 0, side = site.driverside }: { brand?: number; side?: 'left' | 'right' } = {},
): Film {
  const film = library.film(partId) ?? fail('Part no found')
  if (!isShownFor(film, brandOf(site, brand).vehicle_kind, side)) fail('Part no found')
  if (!mayPlay(caller, film.kind)) fail('Part no found')
  return film
}

export const filmFacts: Handlers<typeof contract> = {
  getNarratedPartId: (asking) => ({
    equivalent_narrated_part_id: filmFor(asking.services.library, asking.params.part_id, asking).of.part.narrated,
  }),

  getNarratedPartLanguage: (asking) => {
    const { params } = asking
    const { narratedLanguages } = details(filmFor(asking.services.library, params.part, asking), asking, own(asking))
    return narratedLanguages.length > 0 ? narratedLanguages : fail('Videos Are Not Available')
  },

  checkAllAvailableMP4AV: (asking) => {
    const { params } = asking
    languageOf(asking.services, params.language_id)
    const film = filmFor(asking.services.library, params.part_id, asking, {
      brand: params.brand_id,
      side: params.driverside,
    })
    const { video, narratedLanguages } = details(film, asking, own(asking), params.brand_id, params.driverside)
    return { available_lang: video.videoUrl === null ? [] : narratedLanguages }
  },

  getNarratedVideoUrl: (asking) => {
    const { json } = asking.params
    const asked = filmFor(asking.services.library, json.part_id, asking)
    const film = asked.of.part.narrated === null ? undefined : asking.services.library.film(asked.of.part.narrated)
    const language = languageOf(asking.services, json.lang_id)
    return { narratedVideoUrl: film ? fileIn(details(film, asking, language), language) : null }
  },

  getPlayAnimationVideo: (asking) => {
    const { json } = asking.params
    const film = filmFor(asking.services.library, json.part_id, asking, { brand: json.brand_id })
    const { video } = details(film, asking, languageOf(asking.services, json.lang_id), json.brand_id)
    return { partsNarrated: { video_url: video.videoUrl } }
  },

  getVideoInfo: (asking) => {
    const { json } = asking.params
    const film = filmFor(asking.services.library, json.part_id, asking, { brand: json.brand })
    const wanted = languageOf(asking.services, json.lang_id)
    const first = details(film, asking, wanted, json.brand)
    const second =
      json.default_lang_id === undefined || first.video.language_id === wanted.language_id
        ? first
        : details(film, asking, languageOf(asking.services, json.default_lang_id), json.brand)
    const { video } = second
    return {
      language_id: video.language_id,
      video_url: video.videoUrl,
      video_url_hls: video.videoUrlVodHLS,
      video_url_dash: video.videoUrlVodDASH,
      image_url: video.posterUrl,
    }
  },

  getPartDetails: (asking) => {
    const { params } = asking
    const film = filmFor(asking.services.library, params.part, asking)
    const { part_name, keywords, description, isNew, video } = details(
      film,
      asking,
      languageOf(asking.services, params.lang),
    )
    const { partId: part_id, tagName: tag_name, video_type } = video
    return { part_id, part_name, tag_name, video_type, keywords, description, isNew }
  },

  getRelatedNarratedList: (asking) => {
    const { params } = asking
    const film = filmFor(asking.services.library, params.part, asking, { brand: params.brand, side: params.driverside })
    const language = languageOf(asking.services, params.lang)
    return details(film, asking, language, params.brand, params.driverside).related.filter(
      ({ video_type }) => video_type === 'narrated',
    )
  },

  getCaptions: (asking) => {
    const { params, site } = asking
    const film = filmFor(asking.services.library, params.part_id, asking)
    return { url: captionsIn(languageOf(asking.services, params.lang), film, site) }
  },

  getAllCaptions: (asking) => {
    const { params, site } = asking
    const language = languageOf(asking.services, params.lang)
    const kind = brandOf(site, 0).vehicle_kind
    return asking.services.library.films
      .filter((film) => isShownFor(film, kind, site.driverside))
      .flatMap((film) => {
        const url = captionsIn(language, film, site)
        return url ? [{ part_id: film.partId, url }] : []
      })
  },
}

const languageOf = (services: Services, key: string | number): Language =>
  services.sites.language(String(key)) ?? notFound()

const details = (
  film: Film,
  { site, services, caller }: Asking,
  language: Language,
  brand = 0,
  side = site.driverside,
) =>
  detailsOf({
    library: services.library,
    film,
    site,
    language,
    kind: brandOf(site, brand).vehicle_kind,
    side,
    now: services.clock.now(),
    interactive: mayPlay(caller, 'interactive'),
    pdf: false,
  })

/** Returns the site's own language, for requests without one. */
const own = (asking: Asking) => languageOf(asking.services, asking.site.languages[0]!.language_id)

/** Returns the URL of the file in exactly this language. */
const fileIn = ({ video }: AnimationDetails, { language_id }: Language) =>
  video.video_type === 'interactive' || video.language_id === language_id ? video.videoUrl : null

const captionsIn = ({ language_id }: Language, film: Film, site: Site): string | null =>
  captionsOf(film, site).find((other) => other.language_id === language_id)?.url ?? null
