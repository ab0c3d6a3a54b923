import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Field, fields } from '../web/src/rooms/integrations/developers/fields.ts'
import { sections } from '../web/src/rooms/integrations/developers/sections.ts'

/** Browsers get the contract without its schemas, so the page holds the fields of requests as a table. */

test.each(sections.flatMap(({ call }) => call ?? []))('the fields of $path are those of the contract', (call) => {
  expect(fields[call.path] ?? []).toEqual(fieldsOf(call))
})

interface JsonSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** Returns the fields of a request: of its body, or of the JSON in its path. Those of a list are named after it. */
function fieldsOf({ body, params }: Endpoint): Field[] {
  const json = params?.shape['json']
  const schema = json instanceof z.ZodPipe ? json.out : (body ?? params)
  if (!schema) return []
  return listed(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema, '')
}

function listed({ properties = {}, required = [] }: JsonSchema, before: string): Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const own = { name: before + name, type: typeOf(schema), isRequired: required.includes(name) }
    return schema.items?.properties ? [own, ...listed(schema.items, `${before}${name}[].`)] : [own]
  })
}

function typeOf({ type, enum: values, const: only, anyOf, items }: JsonSchema): string {
  if (values) return values.map(String).join(', ')
  if (only !== undefined) return JSON.stringify(only)
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(', ')
  return type === 'array' ? `array<${items?.type ?? 'any'}>` : (type ?? 'any')
}
