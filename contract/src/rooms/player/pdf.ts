import { z } from 'zod'
import { anyone, endpoint, file, may } from '../../endpoint.ts'
import { Id, LanguageKey, PartId, PathId } from '../../fields.ts'

/** The PDF of a part: what a workshop hands to a customer, as facts for pages and as a file to print. */

/** The words of a PDF in one language. */
export const PdfText = z.object({
  language_id: Id,
  language_code: z.string(),
  /** Of the language, in itself. */
  name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  tag_name: z.string(),
  subtitle: z.string(),
  system_name: z.string(),
  /** Paragraphs with an empty line between them. */
  pdf_text: z.string(),
  caption1: z.string(),
  caption2: z.string(),
  str_copy_right: z.string(),
  /** Address of the file; null where nobody in particular asks. */
  pdf_url: z.string().nullable(),
})
export type PdfText = z.infer<typeof PdfText>

/** Where the user works. Empty texts where nothing is known. */
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

/** The facts of a PDF. The words beside `translated_text` are those of the language that was asked for. */
export const PartsPdf = PdfText.extend({
  part_id: PartId,
  /** The language that was asked for. `language_id` differs from it when the part has no text in that. */
  asked_language_id: Id,
  /** The words in every language of the site that has them; of one language where the film's own details hold them. */
  translated_text: z.array(PdfText),
  /** Null in the film's own details, which are the same for everybody. */
  location_details: PdfLocation.nullable(),
  /** Address of the tenant's sign, as SVG. */
  pdf_logo: z.string(),
  /** Null when the file is missing: the document then does without. */
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
  summary: 'The facts of a part’s PDF, with the location of the user. Language 0 is none selected, which means 50.',
  fails,
  params: z.object({ user_id: PathId, part_id: PartId, language_id: LanguageKey }),
  reply: z.object({ partsPdf: PartsPdf }),
})

export const getPdfFormation = endpoint({
  method: 'GET',
  path: '/getPdfFormation/:part_id',
  who: anyone,
  summary:
    'The facts of a part’s PDF for its own page, in language 50 and in every other of the site. A visitor is refused by status 0: a plain part id opens nothing to the public.',
  fails: [...fails, 'pdf_link_required'],
  params: z.object({ part_id: PartId }),
  reply: z.object({ partsPdf: PartsPdf }),
})

export const partPdf = endpoint({
  method: 'GET',
  path: '/partPdf/:user_id/:part_id/:language_id.pdf',
  who: may('allow_pdf'),
  actsFor: 'user_id',
  summary: 'The PDF of a part as a file, A4 or letter by the country of the site; 404 where there is none.',
  limit: { max: 60 },
  params: z.object({ user_id: PathId, part_id: PartId, language_id: LanguageKey }),
  reply: file('application/pdf'),
})
