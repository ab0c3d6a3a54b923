import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallFailed } from './api.ts'

/** The query cache of the whole page. Any call that returns 401 ends the session. */

let refused: (http: number) => void = () => {}
/** Calls the listener with the status of each call that failed: 401 ends the session. */
export const onRefused = (listener: (http: number) => void): void => void (refused = listener)

const watch = (error: unknown) => {
  if (error instanceof CallFailed) refused(error.http)
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
