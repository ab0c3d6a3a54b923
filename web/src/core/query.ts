import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api.ts'

/** The query cache of the whole page. Any call that returns 401 ends the session. */

const listeners = new Set<() => void>()
/** Called when any call returns that the session has ended. */
export function onSessionLost(listener: () => void): void {
  listeners.add(listener)
}

const watch = (error: unknown) => {
  if (error instanceof CallFailed && error.http === 401) for (const listener of listeners) listener()
}

/** Does not retry refusals. Retries requests that did not reach the server or failed there. */
const worthAnotherTry = (tries: number, error: unknown) =>
  tries < 2 && !(error instanceof CallFailed && error.http > 0 && error.http < 500)

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: watch }),
  mutationCache: new MutationCache({ onError: watch }),
  defaultOptions: {
    queries: { staleTime: 60_000, retry: worthAnotherTry, refetchOnWindowFocus: false },
  },
})
