import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

/**
 * The meanings of trouble codes under library/trouble-codes.yaml. Read once; a file that breaks the format, or a part
 * whose code has no meaning, aborts the start with a message that names it.
 */

const file = 'trouble-codes.yaml'
const Meanings = z
  .record(z.string().regex(/^[a-z]{2}-[A-Z]{2}$/), z.string().trim().min(1))
  .refine((meanings) => 'en-US' in meanings, 'no text for en-US')

const CodesFile = z.strictObject({
  format: z.literal(1),
  codes: z.record(z.string().regex(/^[PCBU][0-9A-F]{4}$/), Meanings),
})

/** Meanings by language tag, by code. */
export type TroubleCodes = ReadonlyMap<string, Map<string, string>>

/** Loads the meanings of a library folder. `used` are the codes that parts explain. */
export function loadTroubleCodes(directory: string, used: Iterable<string>): TroubleCodes {
  const path = join(directory, file)
  const parsed = CodesFile.safeParse(parse(readFileSync(path, 'utf8')))
  if (!parsed.success) throw new Error(`library: ${path} breaks its format:\n${z.prettifyError(parsed.error)}`)
  const codes = new Map(Object.entries(parsed.data.codes).map(([code, texts]) => [code, new Map(Object.entries(texts))]))
  for (const code of used) if (!codes.has(code)) throw new Error(`library: ${path} has no meaning for ${code}`)
  return codes
}
