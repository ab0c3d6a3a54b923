import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { findFilms, getParts } from '@cutaway/contract/rooms/integrations/findings.ts'
import { getOrderLink, makeOrderLink } from '@cutaway/contract/rooms/integrations/orders.ts'

/** The files by name. */
const examples: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('../../../../../client/examples/*', { query: '?raw', import: 'default', eager: true }),
  ).map(([path, text]) => [path.split('/').at(-1), text]),
)

/** The content of the page for developers. Its examples are the files that the tests of the client run. */

export interface Section {
  /** Names the section in the address; `dev_<id>` and `dev_<id>_text` are its texts. */
  id: 'start' | 'errors' | 'parts' | 'findings' | 'orders' | 'state' | 'webhooks' | 'lti' | 'client'
  /** The call that it explains. */
  call?: Endpoint
  shell?: string
  typescript?: string
}

export const sections: readonly Section[] = [
  { id: 'start' },
  { id: 'errors' },
  { id: 'parts', call: getParts, shell: examples['parts.sh'], typescript: examples['parts.ts'] },
  { id: 'findings', call: findFilms, shell: examples['findings.sh'], typescript: examples['findings.ts'] },
  { id: 'orders', call: makeOrderLink, shell: examples['order-link.sh'], typescript: examples['order-link.ts'] },
  { id: 'state', call: getOrderLink, shell: examples['order-state.sh'], typescript: examples['order-link.ts'] },
  { id: 'webhooks', typescript: examples['webhook.ts'] },
  { id: 'lti' },
  { id: 'client' },
]
