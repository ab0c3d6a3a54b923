import type { Endpoint } from '@cutaway/contract/endpoint.ts'
import { findFilms, getParts } from '@cutaway/contract/rooms/integrations/findings.ts'
import { getOrderLink, makeOrderLink } from '@cutaway/contract/rooms/integrations/orders.ts'

const named = (files: Record<string, string>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.split('/').at(-1), text]))

/** The files by name. */
const examples = named(
  import.meta.glob<string>('../../../../../client/examples/*', { query: '?raw', import: 'default', eager: true }),
)
const responses = named(
  import.meta.glob<string>('../../../../../client/responses/*', { query: '?raw', import: 'default', eager: true }),
)

/** The content of the page for developers. Its examples are the files that the tests of the client run. */

export interface Section {
  /** Names the section in the address; `dev_<id>` and `dev_<id>_text` are its texts. */
  id: 'start' | 'try' | 'errors' | 'parts' | 'findings' | 'orders' | 'state' | 'webhooks' | 'lti' | 'client'
  /** The call that it explains. */
  call?: Endpoint
  shell?: string
  typescript?: string
  /** What the example for the shell returns, as the tests of the client recorded it. */
  response?: string
}

const filesOf = (name: string): Pick<Section, 'shell' | 'typescript' | 'response'> => ({
  shell: examples[`${name}.sh`],
  typescript: examples[`${name}.ts`],
  response: responses[`${name}.json`],
})

export const sections: readonly Section[] = [
  { id: 'start' },
  { id: 'try' },
  { id: 'errors' },
  { id: 'parts', call: getParts, ...filesOf('parts') },
  { id: 'findings', call: findFilms, ...filesOf('findings') },
  { id: 'orders', call: makeOrderLink, ...filesOf('order-link') },
  { id: 'state', call: getOrderLink, ...filesOf('order-state'), typescript: examples['order-link.ts'] },
  { id: 'webhooks', typescript: examples['webhook.ts'] },
  { id: 'lti' },
  { id: 'client' },
]
