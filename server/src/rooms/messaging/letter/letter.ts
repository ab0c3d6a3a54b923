/** What a mail says, without how it looks: html.ts and text.ts draw it. */

export interface Letter {
  subject: string
  /** The line that mail programs show beside the subject. */
  preview: string
  title: string
  blocks: Block[]
}

export type Block =
  | { kind: 'paragraph'; text: string }
  /** Less important: conditions, what to do otherwise. */
  | { kind: 'small'; text: string }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'facts'; rows: { label: string; value: string }[] }
  /** Somebody else's words, line breaks kept. */
  | { kind: 'quote'; text: string }
  /** A picture over the whole width, with its size in pixels; it leads somewhere when `href` is there. Absolute addresses. */
  | { kind: 'picture'; src: string; alt: string; width: number; height: number; href?: string }
  /** A picture that is a link, its title with a note beside it, and a button. */
  | { kind: 'card'; src: string; title: string; note: string; href: string; label: string }
  /** Links below each other. */
  | { kind: 'links'; title: string; links: { label: string; href: string }[] }

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })
export const small = (text: string): Block => ({ kind: 'small', text })
export const button = (label: string, href: string): Block => ({ kind: 'button', label, href })
export const facts = (rows: { label: string; value: string }[]): Block => ({ kind: 'facts', rows })
export const quote = (text: string): Block => ({ kind: 'quote', text })

/** Who writes and in which language: what every letter has around its blocks. */
export interface Sender {
  company: string
  siteName: string
  /** Letters of the built-in mark. */
  mark: string
  brand: string
  onBrand: string
  brandText: string
  brandLine: string
  /** BCP 47. */
  tag: string
  direction: 'ltr' | 'rtl'
  /** CSS family that the script needs, or null. */
  font: string | null
  linkHint: string
  questions: string
  year: number
  /** In the place of mark and name: absolute address, size in pixels. */
  logo?: { src: string; width: number; height: number }
  /** The way out of further mail, under the last line. */
  unsubscribe?: { label: string; href: string }
}
