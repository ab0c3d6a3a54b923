import type { DeclineClass, Verdict } from '../../payments.ts'

/** eWAY's response codes. An answer may name several, separated by commas. */

const classes: Record<string, DeclineClass> = {
  // The details can be mended.
  D4414: 'fix_details',
  D4454: 'fix_details',
  D4433: 'fix_details',
  D4482: 'fix_details',
  D4455: 'fix_details',
  V6100: 'fix_details',
  V6101: 'fix_details',
  V6102: 'fix_details',
  V6106: 'fix_details',
  V6110: 'fix_details',
  // The card will never work.
  D4404: 'hard',
  D4407: 'hard',
  D4434: 'hard',
  D4435: 'hard',
  D4436: 'hard',
  D4437: 'hard',
  D4438: 'hard',
  D4441: 'hard',
  D4443: 'hard',
  D4415: 'hard',
  D4467: 'hard',
  // The bank wants to see the cardholder.
  D4457: 'soft',
}
/** Codes after which the bank may have charged: a request under way, a duplicate, errors on the way to the bank. */
const unclear = new Set([
  'D4409',
  'D4494',
  'D4496',
  'D4491',
  'S5000',
  'S5099',
  'S5666',
  'S9990',
  'S9991',
  'S9992',
  'S9995',
])

export const codesOf = (text: string | null | undefined): string[] =>
  (text ?? '').split(/[\s,]+/).filter((code) => /^[A-Z]\d{4}$/.test(code))

/** Returns the verdict of an answer that says "not approved". */
export function refusalOf(codes: readonly string[]): Verdict {
  const code = codes[0] ?? null
  if (code === null) return { outcome: 'unclear', code: null, reason: 'eWAY named no reason' }
  if (codes.some((one) => unclear.has(one) || one.startsWith('S')))
    return { outcome: 'unclear', code, reason: `eWAY: ${codes.join(', ')}` }
  const known = codes.find((one) => classes[one])
  if (known) return { outcome: 'declined', class: classes[known]!, code: known, reason: `eWAY: ${known}` }
  if (/^[DF]/.test(code)) return { outcome: 'declined', class: 'soft', code, reason: `eWAY: ${code}` }
  return { outcome: 'refused', code, reason: `eWAY: ${codes.join(', ')}` }
}
