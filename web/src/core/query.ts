import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api.ts'

/** One cache for the whole page. A call that answers 401 says that the session is over, whatever asked. */

const listeners = new Set<() => void>()
/** Called when any call found the session gone. */
export function onSessionLost(listener: () => void): void {
  listeners.add(listener)
}

const watch = (error: unknown) => {
  if (error instanceof CallFailed && error.http === 401) for (const listener of listeners) listener()
}

/** A refusal stays a refusal; what never reached the server, or broke there, is tried again. */
const worthAnotherTry = (tries: number, error: unknown) =>
  tries < 2 && !(error instanceof CallFailed && error.http > 0 && error.http < 500)

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: watch }),
  mutationCache: new MutationCache({ onError: watch }),
  defaultOptions: {
    queries: { staleTime: 60_000, retry: worthAnotherTry, refetchOnWindowFocus: false },
  },
})
