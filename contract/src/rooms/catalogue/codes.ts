import { z } from 'zod'
import { endpoint, may } from '../../endpoint.ts'
import { LanguageKey } from '../../fields.ts'

/** Trouble codes of the vehicle's diagnosis, as people type them into the search. */

/**
 * Returns the code that a search consists of: 'P0301' for 'p 0301', 'P-0301' and, with a letter O, 'PO301'; null for
 * anything else.
 */
export function troubleCodeIn(keyword: string): string | null {
  const found = /^\s*([pcbu])[\s-]*([0-9a-fo]{4})\s*$/i.exec(keyword)
  return found ? `${found[1]}${found[2]}`.toUpperCase().replaceAll('O', '0') : null
}

export const getTroubleCode = endpoint({
  method: 'GET',
  path: '/getTroubleCode/:code/:lang',
  who: may('allow_view_animations'),
  summary: 'Returns the standard meaning of a trouble code in a language; null if the library does not explain it.',
  params: z.object({ code: z.string().max(12).meta({ example: 'P0301' }), lang: LanguageKey }),
  reply: z.object({ code: z.string(), meaning: z.string() }).nullable(),
})
