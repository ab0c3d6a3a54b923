import * as contract from '@cutaway/contract/rooms/catalogue/home.ts'
import { customVideoSource } from '@cutaway/contract/custom-video.ts'
import type { NewsItem } from '@cutaway/contract/rooms/catalogue/home.ts'
import { serialise, type Handlers } from '../../../core/http/endpoints.ts'
import { denied, notFound } from '../../../core/http/errors.ts'
import { cleanHtml, plainText, safeAddress } from '../../../core/html.ts'
import type { Site } from '../../../core/tenancy.ts'
import { brandOf } from '../brands.ts'
import { findHomepageSystems, findNews, findVideosOnHome } from './home.queries.ts'
import { textFor, type Library } from '../library/library.ts'
import { filmsSeen, mainSystem, relatedSystems } from '../systems.ts'
import { existingMediaUrl, isShownFor, mayPlay, tileOf } from '../tiles.ts'

/** Maximum length of a news summary in panels. */
const summaryLength = 180

/** What the home page shows beside the library itself. */
export const home: Handlers<typeof contract> = {
  getHomepageSystems: async ({ params, site, services, caller, db }) => {
    // The segment does not say which id it is: it must be that of the caller or of the web site.
    if (params.userOrSite !== caller.user.user_id && params.userOrSite !== site.web_site_id) denied()
    const { language_code: tag } = services.sites.language(params.lang) ?? notFound()
    const kind = brandOf(site, params.brand).vehicle_kind
    const side = params.driverside
    const mayInteractive = mayPlay(caller, 'interactive')
    const type = mayInteractive ? params.videoType : 'narrated'
    const chosen = await findHomepageSystems(db, site)
    const key = `home ${chosen.join()} ${kind} ${side} ${tag} ${type ?? ''} ${mayInteractive}`
    return services.responses.of(key, () => {
      const films = filmsSeen(services.library, { kind, side, tag }).filter(
        (f) => mayInteractive || f.kind === 'narrated',
      )
      const systems = chosen
        .flatMap((id) => services.library.systems.find((system) => system.id === id) ?? [])
        .filter((system) => !type || films.some((film) => film.of.system === system && film.kind === type))
      return serialise(
        contract.getHomepageSystems,
        systems.map((system) => mainSystem(system, films, tag)),
      )
    })
  },

  getRelatedSystems: ({ params, site, services, caller }) => {
    const { language_code: tag } = services.sites.language(params.lang) ?? notFound()
    const kind = brandOf(site, params.brand).vehicle_kind
    const side = params.driverside
    const system = services.library.systems.find(({ id }) => id === params.system) ?? notFound()
    const mayInteractive = mayPlay(caller, 'interactive')
    const key = `related ${system.id} ${kind} ${side} ${tag} ${params.videoType} ${mayInteractive}`
    return services.responses.of(key, () => {
      const films = filmsSeen(services.library, { kind, side, tag }).filter(
        (f) => mayInteractive || f.kind === 'narrated',
      )
      const ofType = films.filter((film) => film.kind === params.videoType)
      return serialise(
        contract.getRelatedSystems,
        relatedSystems(services.library, system.id, ofType).map((related) => mainSystem(related, films, tag)),
      )
    })
  },

  getNarratedAnimationIcons: ({ params, site, services }) => {
    const { language_code: tag } = services.sites.language(params.lang) ?? notFound()
    const kind = brandOf(site, params.brand).vehicle_kind
    const now = services.clock.now()
    return services.responses.of(`icons ${kind} ${params.driverside} ${tag}`, () =>
      serialise(
        contract.getNarratedAnimationIcons,
        filmsSeen(services.library, { kind, side: params.driverside, tag })
          .filter((film) => film.kind === 'narrated')
          .map((film) => tileOf(film, tag, now))
          .map(({ part_id, part_name, system_id, poster_url, isNew }) => ({
            part_id,
            part_name,
            system_id,
            icon_url: poster_url,
            isNew,
          })),
      ),
    )
  },

  getNarratedAnimations: ({ site, services, caller }) => {
    const language = services.sites.language(caller.user.language_id ?? site.default_lang_id) ?? notFound()
    const { language_code: tag } = language
    const kind = brandOf(site, 0).vehicle_kind
    const now = services.clock.now()
    return services.responses.of(`narrated ${kind} ${site.driverside} ${tag}`, () =>
      serialise(
        contract.getNarratedAnimations,
        filmsSeen(services.library, { kind, side: site.driverside, tag })
          .filter((film) => film.kind === 'narrated')
          .map((film) => tileOf(film, tag, now)),
      ),
    )
  },

  getNews: async ({ params, site, services, callerOrNull, db }) => {
    const language = services.sites.language(params.lang) ?? notFound()
    const now = services.clock.now()
    const forCustomers = callerOrNull?.session.touchScreenMode === 'customer'
    const newsIn = (languageId: number) => findNews(db, site, { languageId, now, forCustomers })
    let items = await newsIn(language.language_id)
    if (items.length === 0 && language.language_id !== site.default_lang_id) items = await newsIn(site.default_lang_id)
    return items.map((item): NewsItem => {
      const html = cleanHtml(item.html)
      const { language_code } = services.sites.language(item.language_id) ?? language
      return {
        news_id: item.news_id,
        language_code,
        title: item.title,
        html,
        summary: plainText(html, summaryLength),
        link_url: item.link_url && safeAddress(item.link_url),
        film: item.part_id ? filmOfNews(services.library, site, item.part_id, language.language_code) : null,
        published_date: item.published_from.toISOString(),
      }
    })
  },

  getCustomAnimationsOnHome: async ({ params, owner, site, services, db }) => {
    if (!services.sites.language(params.lang)) notFound()
    brandOf(site, params.brand)
    const videos = await findVideosOnHome(db, site, owner.user_id)
    return videos.flatMap(({ video_url, ...video }) => {
      const source = customVideoSource(video_url)
      return source ? { ...video, video_type: 'custom', video_kind: source.kind, video_url: source.url } : []
    })
  },
}

function filmOfNews(library: Library, site: Site, partId: string, tag: string): NewsItem['film'] {
  const film = library.film(partId)
  if (!film || !isShownFor(film, brandOf(site, 0).vehicle_kind, site.driverside)) return null
  const footage = film.kind === 'narrated' ? film.of.part.film! : film.of.part.interactive_film!
  return {
    part_id: film.partId,
    part_name: textFor(film.of.texts, tag).name,
    poster_url: existingMediaUrl(film.of, footage.poster),
  }
}
