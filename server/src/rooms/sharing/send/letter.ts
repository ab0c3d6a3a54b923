import type { ShopCard } from '@cutaway/contract/rooms/sharing/send.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text } from '../../../core/texts.ts'
import { htmlOf } from '../../messaging/letter/html.ts'
import { paragraph, type Letter, type Sender } from '../../messaging/letter/letter.ts'
import { textOf } from '../../messaging/letter/text.ts'
import type { Picture } from '../../branding/sender-profile.ts'
import { textFor, type Film } from '../../catalogue/library/library.ts'
import { filmPictureUrl } from '../../player/film-pictures.ts'
import { shownPhone } from '../customers/phone-shown.ts'

/** Renders the letter to a customer: the shop's own, in the customer's language. */

export interface ShareLetter {
  site: Site
  language: Language
  /** 'https://host' of the web site. */
  origin: string
  shop: ShopCard
  subject: string
  message: string
  roNumber: string
  films: readonly Film[]
  related: readonly Film[]
  /** The recipient's own page. */
  link: string
  logo: Picture | null
  banner: (Picture & { href: string }) | null
  unsubscribeUrl: string
}

export async function shareLetter(given: ShareLetter): Promise<{ subject: string; html: string; text: string }> {
  const letter = contentOf(given)
  const sender = senderOf(given)
  return { subject: given.subject, html: await htmlOf(letter, sender), text: textOf(letter, sender) }
}

function contentOf(given: ShareLetter): Letter {
  const { site, language, origin, films, related, link, banner, message, roNumber, shop } = given
  const { language_code: tag } = language
  const nameOf = (film: Film) => textFor(film.of.texts, tag).name
  const toFilm = (film: Film) => (film === films[0] ? link : `${link}?film=${film.partId}`)
  return {
    subject: given.subject,
    preview: message.slice(0, 120),
    title: '',
    blocks: [
      ...(banner
        ? [
            {
              kind: 'picture' as const,
              src: origin + banner.url,
              alt: shop.business_name,
              width: banner.width,
              height: banner.height,
              ...(banner.href ? { href: banner.href } : {}),
            },
          ]
        : []),
      ...message
        .split(/\n{2,}/)
        .filter(Boolean)
        .map((part) => paragraph(part)),
      ...(roNumber
        ? [{ kind: 'facts' as const, rows: [{ label: text(site, tag, 'repair_order'), value: roNumber }] }]
        : []),
      ...films.map((film) => ({
        kind: 'card' as const,
        src: filmPictureUrl(origin, film, { play: true }),
        title: nameOf(film),
        note: clockTime(film.of.part.film?.duration ?? 0),
        href: toFilm(film),
        label: text(site, tag, 'watch_the_film'),
      })),
      ...(related.length > 0
        ? [
            {
              kind: 'links' as const,
              title: text(site, tag, 'related_films'),
              links: related.map((film) => ({ label: nameOf(film), href: toFilm(film) })),
            },
          ]
        : []),
    ],
  }
}

function senderOf({ site, language, origin, shop, logo, unsubscribeUrl }: ShareLetter): Sender {
  const { language_code: tag, direction, font } = language
  const address = [shop.street1, shop.city, [shop.state, shop.zip].filter(Boolean).join(' ')].filter(Boolean)
  // Isolated, because groups of digits would change their order between right-to-left words.
  const number = shop.phone && shownPhone(site, shop.phone)
  const phone = direction === 'rtl' && number ? `\u2066${number}\u2069` : number
  return {
    company: shop.business_name,
    siteName: shop.business_name,
    mark: site.mark,
    ...(site.logo ? { markPicture: origin + site.logo } : {}),
    brand: site.theme.brand,
    onBrand: site.theme.on_brand,
    brandText: site.theme.brand_text,
    brandLine: site.theme.brand_line,
    tag,
    direction,
    font,
    linkHint: text(site, tag, 'mail_link_hint'),
    questions: [[shop.business_name, ...address].join(', '), phone, text(site, tag, 'mail_share_because')]
      .filter(Boolean)
      .join(' · '),
    year: new Date().getFullYear(),
    ...(logo ? { logo: { src: origin + logo.url, ...fitted(logo) } } : {}),
    unsubscribe: { label: text(site, tag, 'mail_unsubscribe'), href: unsubscribeUrl },
  }
}

/** Scales a size down to the head of a letter. */
function fitted({ width, height }: Picture): { width: number; height: number } {
  const scale = Math.min(1, 200 / Math.max(1, width), 64 / Math.max(1, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Seconds as 0:25. */
const clockTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
