import { z } from 'zod'

/** The meanings of trouble codes, from trouble-codes.yaml of the library. */

const Meanings = z
  .record(z.string().regex(/^[a-z]{2}-[A-Z]{2}$/), z.string().trim().min(1))
  .refine((meanings) => 'en-US' in meanings, 'no text for en-US')

export const TroubleCodesFile = z.strictObject({
  format: z.literal(1),
  codes: z.record(z.string().regex(/^[PCBU][0-9A-F]{4}$/), Meanings),
})

/** Meanings by language tag, by code. */
export type TroubleCodes = ReadonlyMap<string, Map<string, string>>

/** Returns the meanings by code. Throws if one of the codes that parts explain, `used`, has none. */
export function troubleCodesOf(
  { codes }: z.output<typeof TroubleCodesFile>,
  used: Iterable<string>,
): TroubleCodes {
  const meanings = new Map(Object.entries(codes).map(([code, texts]) => [code, new Map(Object.entries(texts))]))
  for (const code of used)
    if (!meanings.has(code)) throw new Error(`library: trouble-codes.yaml has no meaning for ${code}`)
  return meanings
}
