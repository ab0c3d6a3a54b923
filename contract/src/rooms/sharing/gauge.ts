import { z } from 'zod'

/** The scale of a measured value: where it lies between new and worn out. Pure. */

/** The limits of a part in one unit. A part that wears down has `new` above `now`; one that grows has it below. */
export const Limits = z.object({
  unit: z.string(),
  new: z.number(),
  /** Replace soon from here on. */
  soon: z.number(),
  /** Replace now from here on. */
  now: z.number(),
})
export type Limits = z.infer<typeof Limits>

export interface Gauge {
  /** Percentages of the scale; together 100. */
  red: number
  yellow: number
  green: number
  /** Position of the value in percent. */
  at: number
  /** '12 mm' */
  newValue: string
}

/** Units of length as they are written in other languages. */
const otherNames: Readonly<Record<string, string>> = {
  'מ"מ': 'mm',
  'מ״מ': 'mm',
  ממ: 'mm',
  'ס"מ': 'cm',
  'ס״מ': 'cm',
  "אינץ'": 'in',
  'אינץ׳': 'in',
  אינץ: 'in',
  毫米: 'mm',
  厘米: 'cm',
  英寸: 'in',
  'มม.': 'mm',
  มม: 'mm',
  มิลลิเมตร: 'mm',
  'ซม.': 'cm',
  นิ้ว: 'in',
  po: 'in',
  pouces: 'in',
  pulg: 'in',
  'pulg.': 'in',
  pulgadas: 'in',
}

/**
 * '2 mm' -> 2, 'mm' and 'mm'; '4/32 in' -> 0.125; '2 מ"מ' has the unit 'mm', and its own word as `written`; null for
 * anything else.
 */
export function parseMeasured(text: string): { value: number; unit: string; written: string } | null {
  const found = /^\s*(\d+(?:[.,]\d+)?)(?:\s*\/\s*(\d+))?\s*([\p{L}\p{M}µ°%"'״׳.]*)\s*$/u.exec(text)
  if (!found) return null
  const [, number = '', divisor, written = ''] = found
  const value = Number(number.replace(',', '.')) / (divisor === undefined ? 1 : Number(divisor))
  const unit = written.toLowerCase()
  return Number.isFinite(value) ? { value, unit: otherNames[unit] ?? unit, written } : null
}

/** Millimetres of a length unit. */
const lengths: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, inch: 25.4 }

/** Returns the place of a value on the scale from zero wear to the end; null if its unit is another one. */
export function gaugeOf(limits: Limits, measured: string): Gauge | null {
  const parsed = parseMeasured(measured)
  if (!parsed) return null
  const [own, given] = [lengths[limits.unit], lengths[parsed.unit]]
  const value = parsed.unit === limits.unit ? parsed.value : own && given ? (parsed.value * given) / own : null
  if (value === null || limits.new <= limits.now) return null
  const share = (of: number) => Math.round((100 * Math.min(limits.new, Math.max(0, of))) / limits.new)
  const [red, soon] = [share(limits.now), share(limits.soon)]
  return { red, yellow: soon - red, green: 100 - soon, at: share(value), newValue: newValueOf(limits, parsed) }
}

/** Writes what a new part has, in the unit and the word that the shop used. */
function newValueOf(
  { unit, new: fresh }: Limits,
  { unit: givenUnit, written }: { unit: string; written: string },
): string {
  const [own, given] = [lengths[unit], lengths[givenUnit]]
  if (!own || !given) return `${fresh} ${unit}`
  if (givenUnit === unit) return `${fresh} ${written}`
  // Inches of tread are read in 32nds.
  if (given === lengths['in']) return `${Math.round((fresh * own * 32) / given)}/32 ${written}`
  return `${Math.round((fresh * own * 10) / given) / 10} ${written}`
}
