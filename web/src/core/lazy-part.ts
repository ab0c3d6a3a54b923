import { lazy } from 'react'

/**
 * Like React's lazy, for parts of a page. If a part cannot be loaded because the connection is lost, its Suspense
 * boundary keeps the fallback and the part loads once the connection is back. The rest of the page stays as it is.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => loadWhenOnline(load))

/** Loads a module, again whenever the browser is back online. Throws if it also fails while the browser is online. */
export async function loadWhenOnline<Module>(load: () => Promise<Module>): Promise<Module> {
  // The connection may return between the failure and the look at it, so a second attempt is made at once.
  for (let failedOnline = 0; ;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await load()
    } catch (error) {
      if (navigator.onLine) failedOnline += 1
      if (failedOnline === 2) throw error
    }
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    await online()
  }
}

const online = () =>
  new Promise<void>((resolve) => {
    if (navigator.onLine) resolve()
    else addEventListener('online', () => resolve(), { once: true })
  })

// The loader takes a style sheet for loaded if its link is in the page, even if it failed.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
  },
  { capture: true },
)
