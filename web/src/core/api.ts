import { makeClient } from '@cutaway/contract/client.ts'

export { CallFailed } from '@cutaway/contract/client.ts'

/**
 * The token of a page that another site's page frames. The browser sends no cookie there, so calls carry this token. It is
 * in memory only: a reload loses it.
 */
let token: string | null = null

export const holdPageToken = (given: string): void => void (token = given)
export const pageToken = (): string | null => token

/** fetch() with the token instead of cookies, on a page that holds one. */
const fetchAsPage = (url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> =>
  token === null
    ? fetch(url, init)
    : fetch(url, {
        ...init,
        credentials: 'omit',
        headers: { ...(init.headers as Record<string, string> | undefined), authorization: `Bearer ${token}` },
      })

/**
 * `call(login, { body })` returns the data or throws CallFailed. `send` returns the whole envelope, including refusals.
 * Import the call from its room: `@cutaway/contract/rooms/sessions.ts`.
 */
export const { call, send } = makeClient({ fetcher: fetchAsPage })
