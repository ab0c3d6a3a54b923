import { notFound } from '../../../core/http/errors.ts'
import { textFor } from '../../catalogue/library/library.ts'
import { filmPictureUrl } from '../../player/film-pictures.ts'
import type { OembedSource } from '../../player/oembed.ts'
import { findLink } from '../links/short-links.ts'
import { shopCardOf } from '../shop.ts'
import { filmsOfLink } from './facts.ts'
import { refusalOf } from './landing.ts'
import { withOwnFilms } from '../../catalogue/library/own-films.ts'

/** The oEmbed preview of a link: the film and the shop, nothing about the customer. */
export const linkOembed: OembedSource = async ({ path, site, db, services, origin, ip }) => {
  const token = /^\/(?:l|animation_link)\/([\w-]{1,60})\/?$/i.exec(path)?.[1]
  if (!token) return undefined
  const now = services.clock.now()
  const link = await findLink({ db, site, services, ip }, token)
  if (!link || refusalOf(link, now)) notFound()
  const shop = await shopCardOf(db, site, link.user_id)
  const language = site.languages.find((l) => l.language_id === link.language_id) ?? site.languages[0]!
  const library = await withOwnFilms(db, site, services.library, link.part_ids, link.businessentity_id)
  const film = filmsOfLink({ library, link, site, language, now })[0]?.film
  return {
    type: 'link',
    title: film ? textFor(film.of.texts, language.language_code).name : shop.business_name,
    provider_name: shop.business_name,
    provider_url: origin,
    ...(film ? { thumbnail_url: filmPictureUrl(origin, film), thumbnail_width: 992, thumbnail_height: 558 } : {}),
  }
}
