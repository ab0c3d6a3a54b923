import type { PartsPdf, PdfText } from '@cutaway/contract/rooms/player/pdf.ts'

/** The words of a PDF in a language, or those that stand in for them. Pure. */

/** Stands in where a part has no words in a language. */
const english = 50

export interface ShownWords {
  words: PdfText
  /** The words are in another language than the one that was chosen. */
  standIn: boolean
}

export function wordsIn(pdf: PartsPdf, languageId: number): ShownWords {
  const own = pdf.translated_text.find(({ language_id }) => language_id === languageId)
  if (own) return { words: own, standIn: false }
  if (pdf.asked_language_id === languageId) return { words: pdf, standIn: pdf.language_id !== languageId }
  return { words: pdf.translated_text.find(({ language_id }) => language_id === english) ?? pdf, standIn: true }
}

/** The first paragraph leads, the others follow. A line break inside a paragraph is none of the text. */
export function paragraphsOf({ pdf_text: text }: PdfText): { lead: string; others: string[] } {
  const [lead = '', ...others] = text.split(/\n\s*\n/).map((paragraph) => paragraph.replace(/\s*\n\s*/g, ' ').trim())
  return { lead, others }
}

/** Name and lines of who hands the document out; empty ones left out. */
export function addressOf({ location_details: at }: PartsPdf, company: string): { name: string; lines: string[] } {
  const town = [at?.city, [at?.state, at?.zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const name = at?.business_name || at?.location_name || company
  const lines = [at?.location_name === name ? '' : at?.location_name, at?.street1, town, at?.phone]
  return { name, lines: lines.filter((line): line is string => Boolean(line)) }
}
