/** The content of a mail without its look, which html.ts and text.ts add. */

export interface Letter {
  subject: string
  /** The preview line that mail programs show beside the subject. */
  preview: string
  title: string
  blocks: Block[]
}

export type Block =
  | { kind: 'paragraph'; text: string }
  /** Secondary text: conditions and alternatives. */
  | { kind: 'small'; text: string }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  /** A quotation of a person. Line breaks are preserved. */
  | { kind: 'quote'; text: string }
  /** A picture over the whole width, with its size in pixels; a link if `href` is set. URLs are absolute. */
  | { kind: 'picture'; src: string; alt: string; width: number; height: number; href?: string }
  /** A picture that is a link, its title with a note beside it, and a button. */
  | { kind: 'card'; src: string; title: string; note: string; href: string; label: string }
  /** Numbers in columns; the first column holds names. `alt` says in words what the columns are. */
  | { kind: 'table'; head: string[]; rows: string[][] }
  /** A vertical list of links. */
  | { kind: 'links'; title: string; links: { label: string; href: string }[] }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const small = (text: string): Block => ({ kind: 'small', text })
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href })
export const facts = (rows: { label: string; value: string }[]): Block => ({ kind: 'facts', rows })
export const quote = (text: string): Block => ({ kind: 'quote', text })

/** The sender and the language: what every letter shows around its blocks. */
export interface Sender {
  company: string
  siteName: string
  /** Letters of the built-in logo. */
  mark: string
  /** Absolute URL of the square picture that replaces the letters. */
  markPicture?: string
  brand: string
  onBrand: string
  brandText: string
  brandLine: string
  /** BCP 47. */
  tag: string
  direction: 'ltr' | 'rtl'
  /** CSS font family that the script needs, or null. */
  font: string | null
  linkHint: string
  questions: string
  year: number
  /** Replaces the logo and the name: absolute URL, size in pixels. */
  logo?: { src: string; width: number; height: number }
  /** The unsubscribe link under the last line. */
  unsubscribe?: { label: string; href: string }
}
