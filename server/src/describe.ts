import { allCalls } from '@cutaway/contract'
import { describeWho, wireName } from '@cutaway/contract/endpoint.ts'
import { pages } from '@cutaway/web/src/pages/all.ts'
import { handlers } from './app.ts'
import { allKeys } from './core/texts.ts'

/** `npm run describe`: every call, page and message key as one JSON object. */

process.stdout.write(
  `${JSON.stringify({
    calls: allCalls().map(({ room, name, endpoint }) => ({
      name: wireName(endpoint),
      method: endpoint.method,
      path: `/api/v1${endpoint.path}`,
      room,
      who: describeWho(endpoint.who),
      implemented: name in handlers[room],
    })),
    pages: pages.map(({ path, layout, guard }) => ({ path, layout, guard })),
    messages: allKeys(),
  })}\n`,
)
