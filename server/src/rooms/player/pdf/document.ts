import type { PartsPdf } from '@cutaway/contract/rooms/player/pdf.ts'
import { join } from 'node:path'
import { paperOf, type PdfBlock, type PdfDocument } from '../../../core/pdf/document.ts'
import type { Site } from '../../../core/tenancy.ts'
import { brandOfDocuments } from '../../../core/pdf/brand.ts'
import { text as textOf } from '../../../core/texts.ts'
import type { LibraryPart } from '../../catalogue/library/library.ts'

/** Builds the PDF document of a part: one page, the text beside the address of the workshop that hands it out. */
export function documentOf(facts: PartsPdf, of: LibraryPart, site: Site): PdfDocument {
  const tag = facts.language_code
  const [lead = '', ...paragraphs] = facts.pdf_text.split(/\n\s*\n/)
  const text = of.texts.get(tag)
  return {
    language: {
      tag,
      direction: facts.direction,
      terms: [text?.name ?? '', ...Object.values(text?.labels ?? {}), ...Object.values(text?.keywords ?? {})],
    },
    paper: paperOf(site.country_code_iso),
    title: facts.tag_name,
    date: of.part.added,
    brand: brandOfDocuments(site),
    headline: facts.tag_name,
    footer: facts.str_copy_right,
    pageNumber: textOf(site, tag, 'pdf_page'),
    onePage: true,
    blocks: [
      { kind: 'title', over: facts.system_name, text: facts.tag_name, under: facts.subtitle },
      { kind: 'lead', text: oneLine(lead) },
      ...picturesOf(facts, of),
      {
        kind: 'columns',
        main: paragraphs.map((paragraph): PdfBlock => ({ kind: 'text', text: oneLine(paragraph) })),
        aside: [cardOf(facts, site)],
      },
    ],
  }
}

/** Line breaks inside a paragraph are not part of the text. */
const oneLine = (paragraph: string) => paragraph.replace(/\s*\n\s*/g, ' ').trim()

/** Returns the pictures that exist in the library. */
function picturesOf(facts: PartsPdf, of: LibraryPart): PdfBlock[] {
  const pictures = [
    { file: of.part.pdf.image1, caption: facts.caption1 },
    { file: of.part.pdf.image2, caption: facts.caption2 },
  ]
    .filter(({ file }) => of.media.has(file))
    .map(({ file, caption }) => ({ path: join(of.mediaFolder, file), version: of.version, caption }))
  return pictures.length > 0 ? [{ kind: 'pictures', pictures }] : []
}

/** Returns who hands the PDF out: the user's location, else the business, else the site itself. */
function cardOf({ location_details: at }: PartsPdf, site: Site): PdfBlock {
  const town = [at?.city, [at?.state, at?.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const name = at?.business_name || at?.location_name || site.company
  const lines = [
    at?.location_name === name ? '' : at?.location_name,
    at?.street1,
    town,
    at?.phone || (at?.street1 ? '' : site.contact_phone),
  ]
  return { kind: 'card', name, lines: lines.filter((line) => line !== undefined && line !== '') as string[] }
}
