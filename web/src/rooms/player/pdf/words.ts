import type { PartsPdf, PdfText } from '@cutaway/contract/rooms/player/pdf.ts'

/** Returns the text of a PDF in a language, or the fallback text. Pure. */

/** The fallback language of a part's text. */
const english = 50

export interface ShownWords {
  words: PdfText
  /** The text is in another language than the chosen one. */
  standIn: boolean
}

export function wordsIn(pdf: PartsPdf, languageId: number): ShownWords {
  const own = pdf.translated_text.find(({ language_id }) => language_id === languageId)
  if (own) return { words: own, standIn: false }
  if (pdf.asked_language_id === languageId) return { words: pdf, standIn: pdf.language_id !== languageId }
  return { words: pdf.translated_text.find(({ language_id }) => language_id === english) ?? pdf, standIn: true }
}

/** Splits a text into its first paragraph and the others. A line break inside a paragraph is removed. */
export function paragraphsOf({ pdf_text: text }: PdfText): { lead: string; others: string[] } {
  const [lead = '', ...others] = text.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
  return { lead, others }
}

/** Returns the name and address lines of the sender, without empty ones. */
export function addressOf({ location_details: at }: PartsPdf, company: string): { name: string; lines: string[] } {
  const town = [at?.city, [at?.state, at?.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const name = at?.business_name || at?.location_name || company
  const lines = [at?.location_name === name ? '' : at?.location_name, at?.street1, town, at?.phone]
  return { name, lines: lines.filter((line): line is string => Boolean(line)) }
}
