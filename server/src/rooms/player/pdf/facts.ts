import type { PartsPdf, PdfLocation, PdfText } from '@cutaway/contract/rooms/player/pdf.ts'
import { partPdf } from '@cutaway/contract/rooms/player/pdf.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { formatYear } from '../../../core/formats.ts'
import type { Site } from '../../../core/tenancy.ts'
import { text as textOf } from '../../../core/texts.ts'
import { textFor, type Film, type LibraryPart } from '../../catalogue/library/library.ts'
import { existingMediaUrl } from '../../catalogue/tiles.ts'

/** Builds the facts of a part's PDF from the library. Pure. */

/** The language of PDFs if none is selected, or if a part has no text in the selected one. */
export const defaultPdfLanguage: Language = {
  language_id: 50,
  language_code: 'en-US',
  name: 'English',
  direction: 'ltr',
  font: null,
}

export interface PdfView {
  film: Film
  site: Site
  /** The requested language. */
  language: Language
  /** The user whose location is printed; null if the request names no user. */
  reader: { userId: number; location: PdfLocation } | null
  now: Date
}

/** Returns the facts of a PDF, or null if the part has text in no available language. */
export function partsPdfOf({ film, site, language, reader, now }: PdfView): PartsPdf | null {
  const words = (l: Language) => wordsIn(film, l, site, reader?.userId, now)
  const all = site.languages.flatMap((l) => words(l) ?? [])
  const served = words(language) ?? sameFamily(all, language) ?? words(defaultPdfLanguage)
  if (!served) return null
  const { image1, image2 } = film.of.part.pdf
  return {
    ...served,
    part_id: film.partId,
    asked_language_id: language.language_id,
    translated_text: reader ? all : [served],
    location_details: reader?.location ?? null,
    pdf_logo: signOf(site),
    pdf_image1: existingMediaUrl(film.of, image1),
    pdf_image2: existingMediaUrl(film.of, image2),
  }
}

function wordsIn({ partId, of }: Film, language: Language, site: Site, userId: number | undefined, now: Date) {
  const { language_id, language_code, name, direction } = language
  const text = of.texts.get(language_code)
  if (!text?.pdf.text.trim()) return null
  return {
    language_id,
    language_code,
    name,
    direction,
    tag_name: text.name,
    subtitle: text.subtitle,
    system_name: systemName(of, language_code),
    pdf_text: text.pdf.text.trim(),
    caption1: text.pdf.caption1,
    caption2: text.pdf.caption2,
    str_copy_right: textOf(site, language_code, 'pdf_copyright', {
      year: formatYear(now, site.time_zone),
      // 'Inc.' has its own full stop.
      company: site.company.replace(/\.$/, ''),
    }),
    pdf_url:
      userId === undefined
        ? null
        : urlOf(partPdf, { user_id: userId, part_id: partId, language_id: String(language_id) }),
  } satisfies PdfText
}

const systemName = (of: LibraryPart, tag: string) => textFor(new Map(Object.entries(of.system.name)), tag)

const sameFamily = (all: readonly PdfText[], { language_code }: Language) =>
  all.find((t) => t.language_code.split('-')[0] === language_code.split('-')[0])

/** Returns the built-in logo of a tenant as the URL of a picture. */
export function signOf({ mark, theme }: Site): string {
  const letters = mark.slice(0, 3).replace(/[<>&"']/g, (c) => `&#${c.codePointAt(0)};`)
  const size = mark.length > 1 ? 10.5 : 14
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="52" height="52" viewBox="0 0 26 26">` +
    `<rect width="26" height="26" rx="7" fill="${theme.brand}"/><text x="13" y="13" dy=".36em" text-anchor="middle" ` +
    `font-family="Inter,Arial,sans-serif" font-weight="600" font-size="${size}" fill="${theme.on_brand}">${letters}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
