import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Returns whether the browser is online. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Returns whether the server can be reached. One on the person's own computer answers without any network. */
export const reaches = (signal: AbortSignal | null = null): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )

/** How long to wait before the server is asked again, in milliseconds. */
const pause = 1000

/**
 * Resolves once the server responds, or never if aborted. Browsers are "online" as soon as they have any network, which
 * may be seconds before the server can be reached.
 */
export async function whenReachable(signal: AbortSignal): Promise<void> {
  if (await reaches(signal)) return
  await new Promise((resolve) => setTimeout(resolve, pause))
  await (signal.aborted ? new Promise<never>(() => undefined) : whenReachable(signal))
}
