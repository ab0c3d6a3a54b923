/**
 * A document as data, for `pdf.ts`: what stands on the paper, without a word about how. Header, footer, fonts, line
 * breaks and directions are the same for every document, whoever writes it.
 */
export interface PdfDocument {
  /** Of the words of the document itself; names in other scripts may stand in it. */
  language: {
    tag: string
    direction: 'ltr' | 'rtl'
    /** Terms of the trade, which stay whole where a script has no spaces and no dictionary knows them. */
    terms?: readonly string[]
  }
  paper: Paper
  /** Of the file, as readers show it in the window's title; the heading on the paper is a block. */
  title: string
  /** ISO day on which its content was written, for the file's own record; the day of the making would make two files of one document. */
  date: string
  /** The tenant: its sign, its name and its colours, as CSS hex values. */
  brand: { name: string; mark: string; colour: string; onColour: string; textColour: string; tint: string }
  /** Stands at the end of the header, on every page: what the document is about. */
  headline: string
  /** Stands at the start of the footer, on every page. */
  footer: string
  /** With {page} and {pages}, in the language of the document. */
  pageNumber: string
  /** Written for one page: where the words of a language need more room, letters become somewhat smaller before a second page begins. */
  onePage?: boolean
  blocks: readonly PdfBlock[]
}

export interface PdfPicture {
  path: string
  /** Changes with the file, so that an older document is not taken for this one. */
  version: string
  caption: string
}

export type Paper = 'A4' | 'LETTER'

export type PdfBlock =
  /** The heading of the document, at most once. */
  | { kind: 'title'; text: string; over?: string; under?: string }
  | { kind: 'heading'; text: string }
  /** A paragraph in larger letters, which says what the rest is about. */
  | { kind: 'lead'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; ordered: boolean; items: readonly string[] }
  /** JPEG or PNG files; two stand side by side, one beside its caption. */
  | { kind: 'pictures'; pictures: readonly PdfPicture[] }
  /** A short remark on the brand's tint. */
  | { kind: 'note'; text: string }
  /** Who gives the document. Each line keeps the direction of its own first letter. */
  | { kind: 'card'; name: string; lines: readonly string[] }
  /** Two columns, the second one narrow. Lists and pictures stay out of the narrow one. */
  | { kind: 'columns'; main: readonly PdfBlock[]; aside: readonly PdfBlock[] }

/** Where letter paper is in the drawer; the rest of the world has A4. By ISO 3166, in any case. */
const letterCountries = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'PR', 'SV', 'NI'])
export const paperOf = (country: string): Paper => (letterCountries.has(country.toUpperCase()) ? 'LETTER' : 'A4')
