import { useSyncExternalStore } from 'react'

/** Whether the server can be reached, as far as the browser knows. */
let answers = true

const reaches = (signal: AbortSignal | null = null): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store', signal }).then(
    ({ ok }) => ok,
    () => false,
  )

function subscribe(listener: () => void) {
  const look = async () => {
    answers = navigator.onLine || (await reaches())
    listener()
  }
  const changed = () => void look()
  addEventListener('online', changed)
  addEventListener('offline', changed)
  changed()
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/**
 * Returns whether the server can be reached, as far as the browser knows. A portal on the person's own computer answers
 * without any network.
 */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => answers)

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
