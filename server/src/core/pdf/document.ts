/**
 * A document as data, for `pdf.ts`: the content without the layout. Header, footer, fonts, line breaks and directions
 * are the same for every document.
 */
export interface PdfDocument {
  /** The language of the document itself. Names in other scripts may occur in it. */
  language: {
    tag: string
    direction: 'ltr' | 'rtl'
    /** Terms of the trade that are never split, for scripts without spaces whose dictionary lacks them. */
    terms?: readonly string[]
  }
  paper: Paper
  /** The title of the file, which readers show in the window's title. The heading on the paper is a block. */
  title: string
  /**
   * ISO date on which the content was written, for the file's metadata. With the date of rendering, one document would
   * give two different files.
   */
  date: string
  /** The tenant: its logo, its name and its colours, as CSS hex values. */
  brand: {
    name: string
    mark: string
    /** The URL of the logo, which replaces the letters; empty without one. */
    logo: string
    colour: string
    onColour: string
    textColour: string
    tint: string
  }
  /** The subject of the document, at the end of the header on every page. */
  headline: string
  /** The text at the start of the footer on every page. */
  footer: string
  /** Contains {page} and {pages}, in the language of the document. */
  pageNumber: string
  /**
   * The document is meant for one page: if the text needs more room, the font becomes slightly smaller before a second
   * page is added.
   */
  onePage?: boolean
  blocks: readonly PdfBlock[]
}

export interface PdfPicture {
  path: string
  /** Changes with the file, so that a cached document with the old file is not used. */
  version: string
  caption: string
}

export type Paper = 'A4' | 'LETTER'

export type PdfBlock =
  /** The heading of the document, at most once. */
  | { kind: 'title'; text: string; over?: string; under?: string }
  | { kind: 'heading'; text: string }
  /** A paragraph in a larger font, which introduces the rest. */
  | { kind: 'lead'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; ordered: boolean; items: readonly string[] }
  /** JPEG or PNG files. Two are placed side by side, one next to its caption. */
  | { kind: 'pictures'; pictures: readonly PdfPicture[] }
  /** A short remark on the brand's tint. */
  | { kind: 'note'; text: string }
  /** The person who gives out the document. Each line has the direction of its first letter. */
  | { kind: 'card'; name: string; lines: readonly string[] }
  /**
   * Rows under the heads of their columns, which each page repeats. A column of numbers is narrow, stands at the end, and
   * is written from left to right in every language. Without heads, the rows are facts with their names.
   */
  | { kind: 'table'; columns: readonly PdfColumn[]; rows: readonly PdfRow[] }
  /** Two columns, the second one narrow. Do not put lists and pictures into the narrow one. */
  | { kind: 'columns'; main: readonly PdfBlock[]; aside: readonly PdfBlock[] }

export interface PdfColumn {
  /** Empty in all columns: the table has no heads. */
  label: string
  /** The share of the width, relative to the other columns. */
  share: number
  isNumber?: boolean
}
export interface PdfRow {
  /** One text for each column. */
  cells: readonly string[]
  /** A sum, which is set off from the rows above. */
  isSum?: boolean
}

/** Countries that use letter paper; all others use A4. By ISO 3166, in upper or lower case. */
const letterCountries = new Set(['US', 'CA', 'MX', 'PH', 'CL', 'CO', 'VE', 'GT', 'CR', 'PA', 'DO', 'PR', 'SV', 'NI'])
export const paperOf = (country: string): Paper => (letterCountries.has(country.toUpperCase()) ? 'LETTER' : 'A4')
