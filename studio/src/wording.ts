import type { z } from 'zod'

/** What a schema has against a file, in words for its author: what stands there, and what has to. */

type Issue = z.core.$ZodIssue
type Schema = z.core.$ZodType

/** A place in a file with what is wrong there; the keys of a misspelt field lead to the field itself. */
export interface Complaint {
  keys: PropertyKey[]
  says: string
}

/** The complaints of an issue. `data` is the whole file. */
export function complaintsOf(issue: Issue, schema: Schema, data: unknown): Complaint[] {
  const keys = [...issue.path]
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      keys: [...keys, key],
      says: `there is no field ${key} here${orOthers(fieldsOf(schemaAt(schema, keys), valueAt(data, keys)))}: rename it, or take it out`,
    }))
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The branch that was meant is the one that the value breaks farthest inside.
    const depth = (errors: Issue[]) =>
      Math.max(...errors.map((e) => e.path.length + (e.code === 'unrecognized_keys' ? 1 : 0)))
    const meant = issue.errors.toSorted((a, b) => depth(b) - depth(a))[0]!
    return meant.flatMap((inner) => complaintsOf({ ...inner, path: [...keys, ...inner.path] }, schema, data))
  }
  const value = valueAt(data, keys)
  const name = nameOf(keys)
  if (value === undefined) return [{ keys, says: `${name} is missing: add it` }]
  return [{ keys, says: sayOf(issue, name, value, schemaAt(schema, keys)) }]
}

function sayOf(issue: Issue, name: string, value: unknown, schema: Schema | undefined): string {
  const is = `${name} is ${shown(value)}`
  switch (issue.code) {
    case 'invalid_type':
      return `${is}: give ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `${is}: give ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'too_big':
    case 'too_small':
      return issue.origin === 'array' || issue.origin === 'string'
        ? sizeOf(issue, name, value)
        : `${is}: ${rangeOf(issue, schema)}`
    case 'invalid_format':
      return `${is}: give ${formats[issue.format] ?? `something of the form ${issue.pattern ?? issue.format}`}`
    case 'custom': {
      const { from, to, label } = (value ?? {}) as Record<string, unknown>
      return typeof from === 'number' && typeof to === 'number'
        ? `${typeof label === 'string' ? `the label ${label}` : name} stands from ${from} to ${to}: ${issue.message}`
        : issue.message
    }
    default:
      return `${is}: ${issue.message}`
  }
}

const types: Record<string, string> = {
  string: 'a text; in quotes where it looks like something else',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'fields, each with a name',
  record: 'fields, each with a name',
}
const formats: Record<string, string> = {
  date: 'a date such as 2026-10-12',
  url: 'an address such as https://example.org/page',
}

/** "keep it within 0 to 770", where the schema knows the other end too. */
function rangeOf(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>, schema: Schema | undefined): string {
  const { minValue, maxValue } = (schema ?? {}) as { minValue?: number | null; maxValue?: number | null }
  const known = (x: number | null | undefined): x is number => typeof x === 'number' && Math.abs(x) < 1e15
  if (known(minValue) && known(maxValue)) return `keep it within ${minValue} to ${maxValue}`
  return issue.code === 'too_big' ? `keep it at ${issue.maximum} or below` : `keep it at ${issue.minimum} or above`
}

function sizeOf(issue: Extract<Issue, { code: 'too_big' | 'too_small' }>, name: string, value: unknown): string {
  const isText = typeof value === 'string'
  const has = isText ? `${name} is ${shown(value)}` : `${name} has ${(value as unknown[]).length} entries`
  const limit = issue.code === 'too_big' ? issue.maximum : issue.minimum
  const bound = issue.exact ? 'exactly' : issue.code === 'too_big' ? 'at most' : 'at least'
  return `${has}: give it ${bound} ${limit}${isText ? ' characters' : ''}`
}

/** The last field on the way, and for an entry of a list which one it is. */
function nameOf(keys: readonly PropertyKey[]): string {
  const last = keys.at(-1)
  if (last === undefined) return 'the whole file'
  if (typeof last !== 'number') return String(last)
  const before = keys.slice(0, -1)
  return before.length > 0 ? `entry ${last + 1} of ${nameOf(before)}` : `entry ${last + 1}`
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value !== null && typeof value === 'object') return value instanceof Date ? 'a date without quotes' : 'fields'
  if (value === null) return 'empty'
  return value === '' ? 'empty' : JSON.stringify(value)
}

const valueAt = (data: unknown, keys: readonly PropertyKey[]): unknown =>
  keys.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    data,
  )

/** The parts of a schema that lead inwards, whatever kind it is. */
interface Inward {
  innerType?: Schema
  in?: Schema
  shape?: Record<string, Schema>
  element?: Schema
  items?: Schema[]
  valueType?: Schema
  options?: Schema[]
}
const inward = (schema: Schema): Inward => (schema as unknown as { def: Inward }).def

function plain(schema: Schema): Schema {
  const inner = inward(schema).innerType ?? inward(schema).in
  return inner ? plain(inner) : schema
}

/** The schema of a place; none where it cannot be told. */
function schemaAt(schema: Schema, keys: readonly PropertyKey[]): Schema | undefined {
  const here = plain(schema)
  const [key, ...rest] = keys
  const { shape, element, items, valueType, options } = inward(here)
  // Of several kinds of value only the one with fields has something to tell of itself.
  if (key === undefined) return options?.map(plain).find((option) => inward(option).shape) ?? here
  if (options) return options.map((option) => schemaAt(option, keys)).find((found) => found !== undefined)
  const next =
    typeof key === 'number' ? (items?.[key] ?? element) : (shape?.[String(key)] ?? (shape ? undefined : valueType))
  return next && schemaAt(next, rest)
}

/** The fields that an object may still be given. */
function fieldsOf(schema: Schema | undefined, value: unknown): string[] {
  const shape = (schema && inward(schema).shape) ?? {}
  return Object.keys(shape).filter((key) => value === null || typeof value !== 'object' || !(key in value))
}

const orOthers = (fields: string[]): string => (fields.length > 0 ? `; not used so far: ${fields.join(', ')}` : '')
