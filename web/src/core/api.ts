import { makeClient } from '@cutaway/contract/client.ts'
import { fetchAsPage } from './page-token.ts'

export { CallFailed } from '@cutaway/contract/client.ts'

/**
 * `call(login, { body })` returns the data or throws CallFailed. `send` returns the whole envelope, including refusals.
 * Import the call from its room: `@cutaway/contract/rooms/sessions.ts`.
 */
export const { call, send } = makeClient({ fetcher: fetchAsPage })
