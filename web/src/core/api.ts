import { makeClient } from '@cutaway/contract/client.ts'

export { CallFailed } from '@cutaway/contract/client.ts'

/**
 * The token of a page that another site's page frames. The browser sends no cookie there, so calls carry this token. It is
 * in memory only: a reload loses it.
 */
let token: string | null = null

export const holdPageToken = (given: string): void => void (token = given)
export const pageToken = (): string | null => token

const forbidden = new Set<() => void>()
/** Called when the server refuses a call for a lack of rights: they may have changed while the page was open. */
export function onForbidden(listener: () => void): void {
  forbidden.add(listener)
}

/** fetch() with the token instead of cookies, on a page that holds one. */
async function fetchAsPage(url: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  if (token !== null)
    return fetch(url, {
      ...init,
      credentials: 'omit',
      headers: { ...(init.headers as Record<string, string> | undefined), authorization: `Bearer ${token}` },
    })
  const response = await fetch(url, init)
  if (response.status === 403) for (const listener of forbidden) listener()
  return response
}

/**
 * `call(login, { body })` returns the data or throws CallFailed. `send` returns the whole envelope, including refusals.
 * Import the call from its room: `@cutaway/contract/rooms/sessions.ts`.
 */
export const { call, send } = makeClient({ fetcher: fetchAsPage })
