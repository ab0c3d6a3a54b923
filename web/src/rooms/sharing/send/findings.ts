import type { Asks, FilmRow, Rating } from '@cutaway/contract/rooms/sharing/decisions.ts'
import type { ShareFilm } from '../share.ts'

/** What the sender enters for each film of a send. Pure. */

/** As typed. */
export interface FindingDraft {
  finding?: string
  rating?: Rating | ''
  measured?: string
  price?: string
  note?: string
}

export interface DecisionDraft {
  asks: Asks
  /** By part. */
  findings: Readonly<Record<string, FindingDraft>>
}

export const emptyDecision: DecisionDraft = { asks: 'decision', findings: {} }

/** Returns the number of decimal places of a currency: 2 for dollars, 0 for yen. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/**
 * Returns an amount in minor units: '1,389.50' and '1.389,50' are 138950 for dollars. Null for an empty text, undefined
 * for one that is no amount.
 */
export function minorOf(text: string, currency: string): number | null | undefined {
  const plain = text.replaceAll(/[\s\u2066-\u2069$€£¥₪฿]/g, '')
  if (plain === '') return null
  const digits = digitsOf(currency)
  const found = /^(\d{1,3}(?:[.,'’]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(plain)
  if (!found) return undefined
  // Three digits after the only point may be thousands or a price with too many decimal places.
  if (digits > 0 && /^\d+\.\d{3}$/.test(plain)) return undefined
  const [, whole = '', rest = ''] = found
  if (rest.length > digits) return undefined
  const minor = Number(whole.replaceAll(/\D/g, '')) * 10 ** digits + Number(rest.padEnd(digits, '0') || 0)
  return minor <= 1_000_000_000 ? minor : undefined
}

export const isPriceWrong = ({ price = '' }: FindingDraft, currency: string): boolean =>
  minorOf(price, currency) === undefined

/** Returns whether a price of the films cannot be read. Information only has no prices. */
export const hasWrongPrice = (films: readonly ShareFilm[], { asks, findings }: DecisionDraft, currency: string) =>
  asks === 'decision' && films.some(({ part_id }) => isPriceWrong(findings[part_id] ?? {}, currency))

/** A green row states that nothing is to be done, so it takes no answer. */
export const answerableRows = (rows: readonly FilmRow[]): FilmRow[] => rows.filter(({ rating }) => rating !== 'green')

/** Returns the films of a send as the server takes them. */
export function filmRows(
  films: readonly ShareFilm[],
  { asks, findings }: DecisionDraft,
  currency: string,
): { asks: Asks; films: FilmRow[] } {
  return {
    asks,
    films: films.map(({ part_id }) => {
      const { finding = '', rating = '', measured = '', price = '', note = '' } = findings[part_id] ?? {}
      if (asks === 'information') return { part_id, ...(note.trim() ? { note: note.trim() } : {}) }
      const minor = minorOf(price, currency)
      return {
        part_id,
        ...(finding.trim() ? { finding: finding.trim() } : {}),
        ...(rating ? { rating } : {}),
        ...(measured.trim() ? { measured: measured.trim() } : {}),
        ...(typeof minor === 'number' ? { price: minor } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      }
    }),
  }
}
