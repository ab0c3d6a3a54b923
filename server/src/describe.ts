import { allCalls } from '@cutaway/contract'
import { describeWho, wireName } from '@cutaway/contract/endpoint.ts'
import { pages } from '@cutaway/web/src/paths.ts'
import { handlersOf } from './app.ts'
import { allKeys } from './core/texts.ts'
import type { Library } from './rooms/catalogue/library/library.ts'

/** `npm run describe`: every call, page and message key as one JSON object. */

const none: Library = {
  systems: [],
  parts: [],
  films: [],
  vehicles: [],
  warningLights: [],
  samplesFolder: '',
  film: () => undefined,
  folder: () => undefined,
}
const handlers = handlersOf(none) as unknown as Record<string, Record<string, unknown>>

process.stdout.write(
  `${JSON.stringify({
    calls: allCalls().map(({ room, name, endpoint }) => ({
      name: wireName(endpoint),
      method: endpoint.method,
      path: `/api/v1${endpoint.path}`,
      room,
      who: describeWho(endpoint.who),
      implemented: typeof handlers[room]?.[name] === 'function',
    })),
    pages: pages.map(({ path, layout, guard }) => ({ path, layout, guard })),
    messages: allKeys(),
  })}\n`,
)
