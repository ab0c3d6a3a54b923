import { makeClient } from '@cutaway/contract/client.ts'

export { CallFailed } from '@cutaway/contract/client.ts'

/**
 * `call(login, { body })` answers the data or throws CallFailed; `send` answers the whole envelope, refusals too.
 * Import the call from its room: `@cutaway/contract/rooms/sessions.ts`.
 */
export const { call, send } = makeClient()
