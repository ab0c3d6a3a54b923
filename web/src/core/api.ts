import { type Answer, makeClient } from '@cutaway/contract/client.ts'
import type { BodyInputOf, Endpoint, ParamsOf, ReceivedOf } from '@cutaway/contract/endpoint.ts'

export { CallFailed } from '@cutaway/contract/client.ts'

/** What a call needs. A call without parameters has an index signature for them, and takes none. */
type Given<E> = (string extends keyof ParamsOf<E> ? { params?: undefined } : { params: ParamsOf<E> }) &
  (undefined extends BodyInputOf<E> ? { body?: BodyInputOf<E> } : { body: BodyInputOf<E> }) & { signal?: AbortSignal }
type Arguments<E> = Partial<Given<E>> extends Given<E> ? [Given<E>?] : [Given<E>]

const client: {
  send: <E extends Endpoint>(e: E, ...given: Arguments<E>) => Promise<Answer<E>>
  call: <E extends Endpoint>(e: E, ...given: Arguments<E>) => Promise<ReceivedOf<E>>
} = makeClient()

/**
 * `call(login, { body })` answers the data or throws CallFailed; `send` answers the whole envelope, refusals too.
 * Import the call from its room: `@cutaway/contract/rooms/sessions.ts`.
 */
export const { call, send } = client
