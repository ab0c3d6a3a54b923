import { z } from 'zod'
import { anyone, endpoint, file, may } from '../../endpoint.ts'
import { Id, LanguageKey, PartId, PathId } from '../../fields.ts'

/** The PDF of a part, which a workshop gives to a customer: its content for pages, and the file to print. */

/** The text of a PDF in one language. */
export const PdfText = z.object({
  language_id: Id,
  language_code: z.string(),
  /** The language's own name. */
  name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  tag_name: z.string(),
  subtitle: z.string(),
  system_name: z.string(),
  /** Paragraphs separated by an empty line. */
  pdf_text: z.string(),
  caption1: z.string(),
  caption2: z.string(),
  str_copy_right: z.string(),
  /** URL of the file; null if the response is not for a specific user. */
  pdf_url: z.string().nullable(),
})
export type PdfText = z.infer<typeof PdfText>

/** Where the user works. Unknown texts are empty. */
export const PdfLocation = z.object({
  business_name: z.string(),
  location_name: z.string(),
  street1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
})
export type PdfLocation = z.infer<typeof PdfLocation>

/** The content of a PDF. The texts beside `translated_text` are in the requested language. */
export const PartsPdf = PdfText.extend({
  part_id: PartId,
  /** The requested language. `language_id` differs from it if the part has no text in the requested one. */
  asked_language_id: Id,
  /** The texts in every available language of the site; in film details, of one language only. */
  translated_text: z.array(PdfText),
  /** Null in film details, which are the same for every user. */
  location_details: PdfLocation.nullable(),
  /** URL of the tenant's logo, as SVG. */
  pdf_logo: z.string(),
  /** Null if the file is missing; the document then has no picture. */
  pdf_image1: z.string().nullable(),
  pdf_image2: z.string().nullable(),
})
export type PartsPdf = z.infer<typeof PartsPdf>

const fails = ['Part no found', 'pdf_not_available'] as const

export const getPdfDetailsByMpdf = endpoint({
  method: 'GET',
  path: '/getPdfDetailsByMpdf/:user_id/:part_id/:language_id',
  who: may('allow_pdf'),
  actsFor: 'user_id',
  summary: 'Returns the content of a part’s PDF, with the location of the user. Language 0 means none and selects 50.',
  fails,
  params: z.object({ user_id: PathId, part_id: PartId, language_id: LanguageKey }),
  reply: z.object({ partsPdf: PartsPdf }),
})

export const getPdfFormation = endpoint({
  method: 'GET',
  path: '/getPdfFormation/:part_id',
  who: anyone,
  summary:
    'Returns the content of a part’s PDF for its own page, in language 50 and in every other of the site. A visitor is refused with status 0: a part id alone grants no public access.',
  fails: [...fails, 'pdf_link_required'],
  params: z.object({ part_id: PartId }),
  reply: z.object({ partsPdf: PartsPdf }),
})

export const partPdf = endpoint({
  method: 'GET',
  path: '/partPdf/:user_id/:part_id/:language_id.pdf',
  who: may('allow_pdf'),
  actsFor: 'user_id',
  summary: 'Returns the PDF of a part, A4 or letter by the country of the site; 404 if there is none.',
  limit: { max: 60 },
  params: z.object({ user_id: PathId, part_id: PartId, language_id: LanguageKey }),
  reply: file('application/pdf'),
})
