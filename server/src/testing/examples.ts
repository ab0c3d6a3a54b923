import { urlOf } from '@cutaway/contract/client.ts'
import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { bareSchema, fieldsOf, recordFields, declaredField } from '@cutaway/contract/scope.ts'
import { z } from 'zod'

/**
 * Makes valid requests from the schemas of a call. Values that a schema cannot define come from its
 * `.meta({ example })`, or from the table of names below.
 */

const byName: Record<string, unknown> = {
  lang: 'en-US',
  lang_id: 50,
  langaudeId: '50',
  language_id: 50,
  locale: 'en-US',
  driverside: 'left',
  part_id: 'BRKDSC',
  part: 'BRKDSC',
  brand: 1,
  brand_id: 1,
  system: 1,
  vehicle: 'hatch',
  token: 'x'.repeat(22),
  random: 'x'.repeat(22),
  randomNumber: 'x'.repeat(22),
  color: '#336699',
  email: 'customer@shop.example',
  toEmail: 'customer@shop.example',
  moNumber: '503 555 0142',
  password: 'a long enough password',
  wsid: '31',
  to: 'customer@shop.example',
  address: 'customer@shop.example',
  opt_in_date: '2026-01-05',
  id: '00000000-0000-4000-8000-000000000000',
}

export interface Sent {
  path: string
  body: unknown
}

/** Returns a valid request. `ids` are the values of declared fields by name; other required ids are 1. */
export function exampleOf(e: Endpoint, ids: Record<string, unknown> = {}): Sent {
  const declared = new Set([
    ...[declaredField(e.actsFor), declaredField(e.site)].flatMap((name) => name ?? []),
    ...recordFields(e).map(([name]) => name),
  ])
  const wanted = new Set(Object.keys(ids))
  const make = (schema: z.ZodType, name: string[]): unknown => {
    const full = name.join('.')
    const bare = bareSchema(schema)
    if (bare instanceof z.ZodArray) return [make(bare.element as z.ZodType, name)]
    if (wanted.has(full)) return ids[full]
    if (declared.has(full)) return 1
    const told = z.globalRegistry.get(schema)?.['example']
    if (bare instanceof z.ZodObject) return { ...(told as object | undefined), ...object(bare, name) }
    if (told !== undefined) return told
    const known = byName[name.at(-1) ?? '']
    if (known !== undefined && schema.safeParse(known).success) return known
    if (typeof known === 'number' && schema.safeParse(String(known)).success) return String(known)
    if (bare instanceof z.ZodUnion) {
      for (const option of bare.options as z.ZodType[]) {
        const value = make(option, name)
        if (schema.safeParse(value).success) return value
      }
      return undefined
    }
    if (bare instanceof z.ZodEnum) return bare.options[0]
    if (bare instanceof z.ZodLiteral) return [...bare.values][0]
    if (bare instanceof z.ZodTuple) return (bare.def.items as z.ZodType[]).map((item) => make(item, name))
    return plainValues.find((value) => schema.safeParse(value).success)
  }
  const object = (schema: z.ZodObject, name: string[]) =>
    Object.fromEntries(
      Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, child]) => {
        const path = key === 'json' && name.length === 0 ? [] : [...name, key]
        const full = path.join('.')
        const isWanted = [...wanted].some((one) => one === full || one.startsWith(`${full}.`))
        if (path.length > 0 && child.safeParse(undefined).success && !isWanted) return []
        return [[key, make(child, path)]]
      }),
    )
  const params = e.params ? object(e.params, []) : {}
  const body = e.body && !e.body.safeParse(undefined).success ? make(e.body, []) : bodyWith(e, wanted, make)
  return { path: urlOf(e, params), body }
}

/** Sends an optional body if a declared field is in it. */
function bodyWith(e: Endpoint, wanted: Set<string>, make: (schema: z.ZodType, name: string[]) => unknown): unknown {
  const isNeeded = fieldsOf({ body: e.body }).some((field) => wanted.has(field.name))
  return isNeeded && e.body ? make(e.body, []) : undefined
}

const plainValues = [
  1,
  'text of an example',
  true,
  0.5,
  '2026-01-05T10:00:00.000Z',
  '00000000-0000-4000-8000-000000000000',
  'customer@shop.example',
  '1',
  'A1',
  null,
  {},
]
