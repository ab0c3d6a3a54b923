import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { findFilms, getParts } from '@cutaway/contract/rooms/integrations/findings.ts'
import { getOrderLink, makeOrderLink } from '@cutaway/contract/rooms/integrations/orders.ts'
import { z } from 'zod'
import findingsShell from '../../../../../client/examples/findings.sh?raw'
import findings from '../../../../../client/examples/findings.ts?raw'
import orderLinkShell from '../../../../../client/examples/order-link.sh?raw'
import orderLink from '../../../../../client/examples/order-link.ts?raw'
import orderStateShell from '../../../../../client/examples/order-state.sh?raw'
import partsShell from '../../../../../client/examples/parts.sh?raw'
import parts from '../../../../../client/examples/parts.ts?raw'
import webhook from '../../../../../client/examples/webhook.ts?raw'

/** The content of the page for developers. Its examples are the files that the tests of the client run. */

export interface Section {
  /** Names the section in the address; `dev_<id>` and `dev_<id>_text` are its texts. */
  id: 'start' | 'errors' | 'parts' | 'findings' | 'orders' | 'state' | 'webhooks' | 'client'
  /** The call that it explains. */
  call?: Endpoint
  shell?: string
  typescript?: string
}

export const sections: readonly Section[] = [
  { id: 'start' },
  { id: 'errors' },
  { id: 'parts', call: getParts, shell: partsShell, typescript: parts },
  { id: 'findings', call: findFilms, shell: findingsShell, typescript: findings },
  { id: 'orders', call: makeOrderLink, shell: orderLinkShell, typescript: orderLink },
  { id: 'state', call: getOrderLink, shell: orderStateShell, typescript: orderLink },
  { id: 'webhooks', typescript: webhook },
  { id: 'client' },
]

export interface Field {
  name: string
  type: string
  isRequired: boolean
}

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
export function fieldsOf({ body, params }: Endpoint): Field[] {
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
  if (only !== undefined) return String(only)
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(', ')
  return type === 'array' ? `array<${items?.type ?? 'any'}>` : (type ?? 'any')
}
