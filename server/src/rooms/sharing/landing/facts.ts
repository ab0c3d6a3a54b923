import { urlOf } from '@cutaway/contract/client.ts'
import { linkPdf } from '@cutaway/contract/rooms/sharing/landing.ts'
import type { Decision } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { LinkFilm, LinkPage, LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'
import type { PdfLocation } from '@cutaway/contract/rooms/player/pdf.ts'
import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Site } from '../../../core/tenancy.ts'
import { brandOf } from '../../catalogue/brands.ts'
import { playerOf } from '../../catalogue/library/own-films.ts'
import { existingMediaUrl } from '../../catalogue/tiles.ts'
import { textFor, type Film, type Library } from '../../catalogue/library/library.ts'
import { captionsOf } from '../../player/details.ts'
import { footageOf, heardIn } from '../../player/page/footage.ts'
import { documentOf } from '../../player/pdf/document.ts'
import { partsPdfOf, signOf } from '../../player/pdf/facts.ts'
import type { LinkRow } from '../links/links.queries.ts'
import { relatedOf } from './related.ts'

/**
 * Builds the content of a landing page from the link, the library and the shop. Pure except that it checks whether
 * files exist.
 */

export interface PageView {
  library: Library
  link: LinkRow
  site: Site
  /** The visitor's language. */
  language: Language
  now: Date
}

/** A film on the landing page. */
export interface ShownFilm {
  film: Film
  is_related: 0 | 1
}

/**
 * Returns exactly the films that a link opens: those that the sender chose, in order, then related ones if the sender
 * included them. A part that is no longer in the library is left out.
 */
export function filmsOfLink({ library, link, site, language, now }: PageView): ShownFilm[] {
  const brandId = site.brands.some((b) => b.brand_id === link.brand_id) ? link.brand_id : 0
  const chosen = link.part_ids.flatMap((id) => library.film(id) ?? [])
  const related = link.with_related
    ? relatedOf(library, chosen, {
        site,
        language,
        brandId: brandOf(site, brandId).brand_id,
        side: link.driverside,
        now,
      })
    : []
  return [
    ...chosen.map((film) => ({ film, is_related: 0 as const })),
    ...related.map((film) => ({ film, is_related: 1 as const })),
  ]
}

/** Returns the narration language of a film: the visitor's, else the link's, else the first available one of the site. */
const heardOf = (film: Film, { site, link, language }: PageView) =>
  heardIn(film, [language, ...site.languages.filter((l) => l.language_id === link.language_id), ...site.languages])

/**
 * Returns the URL from which the landing page fetches a film. It contains the link's token, which is the only
 * authorisation.
 */
export const linkFilmUrl = (token: string, film: Film, tag: string): string =>
  `/animation_link/${token}/film/${film.partId}/${tag}.mp4`

/** Returns the URL of a film on the page; null if it cannot be played. */
export function videoUrlOf(film: Film, view: PageView): string | null {
  const { of, kind } = film
  const heard = kind === 'narrated' ? heardOf(film, view) : view.language
  const file = kind === 'narrated' ? (of.streams?.video[0]?.file ?? '') : of.part.interactive_film!.file
  return heard && existingMediaUrl(of, file) ? linkFilmUrl(view.link.token, film, heard.language_code) : null
}

function linkFilm({ film, is_related }: ShownFilm, view: PageView): LinkFilm {
  const { link, site, language, now } = view
  const { of, partId, kind } = film
  const text = textFor(of.texts, language.language_code)
  const footage = footageOf(film)
  const heard = kind === 'narrated' ? heardOf(film, view) : language
  const captions = captionsOf(film, site)
  const read = [language, heard].flatMap((l) => captions.find((c) => c.language_id === l?.language_id) ?? [])[0]
  const pdf = partsPdfOf({ film, site, language, reader: null, now })
  return {
    part_id: partId,
    part_name: text.name,
    subtitle: text.subtitle,
    language_id: (heard ?? language).language_id,
    video_url: videoUrlOf(film, view),
    frame_url: playerOf(film),
    poster_url: existingMediaUrl(of, footage.poster),
    captions_url: read?.url ?? null,
    pdf_url: pdf
      ? urlOf(linkPdf, { token: link.token, part_id: partId, language_id: String(language.language_id) })
      : null,
    duration: footage.duration,
    chapters:
      kind === 'narrated'
        ? of.part.film!.chapters.map((c) => ({ start: c.start, title: text.chapters[c.id] ?? c.id }))
        : [],
    is_related,
  }
}

/** Returns the facts and the document of a film's PDF, with the location of the sender; null if there is none. */
export function pdfOfFilm(
  { link, site, language, now }: Pick<PageView, 'link' | 'site' | 'language' | 'now'>,
  film: Film,
  location: PdfLocation | null,
) {
  const reader = location && { userId: link.user_id, location }
  const facts = partsPdfOf({ film, site, language, reader, now })
  return facts && { facts, document: documentOf(facts, film.of, site) }
}

/** Returns the sender's own button on the landing page; null if there is none. */
export const callToActionOf = (link: LinkRow): LinkPage['call_to_action'] =>
  link.call_to_action_url === ''
    ? null
    : { text: link.call_to_action_text, colour: link.call_to_action_colour, url: link.call_to_action_url }

export function linkPageOf(
  view: PageView,
  shop: ShopCard,
  answered: { answer: LinkAnswer; at: string } | null,
  decision: Decision,
): LinkPage {
  const { link, site } = view
  const films = filmsOfLink(view).map((shown) => linkFilm(shown, view))
  const { street1, city, state, zip, phone } = shop
  return {
    backgroundLogo: shop.logo_url ?? signOf(site),
    tagName: films[0]?.part_name ?? '',
    businessName: shop.business_name,
    location: { street1, city, state, zip, phone },
    partsNarrated: { video_url: films[0]?.video_url ?? null },
    partsEmailSms: {
      is_related_animations: link.with_related ? 1 : 0,
      user_id: link.user_id,
      part_id: films[0]?.part_id ?? link.part_ids[0]!,
      brand_id: link.brand_id,
      driverside: link.driverside,
      language_id: link.language_id,
    },
    films,
    subject: link.subject,
    message: link.message,
    ro_number: link.ro_number,
    adviser: shop.adviser,
    call_to_action: callToActionOf(link),
    answered,
    decision,
    expires_at: link.expires_at.toISOString(),
  }
}
