import '../ui/base.css'
import 'virtual:tokens.css'
import '../ui/tokens.css'
import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import { startI18n } from '../core/i18n/i18n.ts'
import { queries } from '../core/query.ts'
import { signedIn, signedOut } from '../core/session.ts'
import { dismissToast, toast } from '../core/toast.ts'
import { LiveRegion } from '../ui/feedback/LiveRegion.tsx'
import { Toasts } from '../ui/feedback/Toasts.tsx'

const { queries: options } = queries.getDefaultOptions()
queries.setDefaultOptions({ queries: { ...options, retryDelay: 0 } })

/**
 * Renders a component with the product's providers: texts, notices, router, queries. `session` is the signed-in user;
 * by default there is none; `errorElement` replaces the element if it throws; `routes` are further pages. Everything is
 * unmounted at the end of the test. `path()` returns the router's current path.
 */
export async function render(
  element: ReactNode,
  {
    session,
    path = '/',
    errorElement,
    routes = [],
  }: { session?: Session; path?: string; errorElement?: ReactNode; routes?: RouteObject[] } = {},
) {
  await startI18n()
  signedOut()
  if (session) signedIn(session)
  const router = createMemoryRouter([...routes, { path: '*', element, errorElement }], { initialEntries: [path] })
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toasts />
      <LiveRegion />
    </QueryClientProvider>,
  )
  onTestFinished(() => {
    // Notices are numbered, so the id of the newest shows which came before.
    for (let id = toast('ok'); id > 0; id -= 1) dismissToast(id)
    root.unmount()
    place.remove()
    queries.clear()
    // Fragments stand for pages elsewhere. The tests that follow have the address that the runner knows.
    if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
  })
  return {
    path: () => router.state.location.pathname + router.state.location.search,
    /** The buttons of the browser: -1 is back, 1 is forward. */
    go: (by: -1 | 1) => router.navigate(by),
    /** Closes the page before the end of the test; what is stored stays, as for a reload. */
    leave: () => {
      root.unmount()
      place.remove()
      queries.clear()
    },
  }
}
