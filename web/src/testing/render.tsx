import '../ui/base.css'
import 'virtual:tokens.css'
import '../ui/tokens.css'
import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished } from 'vitest'
import { startI18n } from '../core/i18n/i18n.ts'
import { queries } from '../core/query.ts'
import { signedIn, signedOut } from '../core/session.ts'
import { dismissToast, toast } from '../core/toast.ts'
import { LiveRegion } from '../ui/feedback/LiveRegion.tsx'
import { Toasts } from '../ui/feedback/Toasts.tsx'

/**
 * Draws a component as the product does: texts, notices, router, queries. `session` is who is signed in; nobody
 * unless told. Everything is gone at the end of the test. `path()` says where the router is.
 */
export async function render(element: ReactNode, { session, path = '/' }: { session?: Session; path?: string } = {}) {
  await startI18n()
  signedOut()
  if (session) signedIn(session)
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] })
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
    // Notices are numbered: the newest tells which there were.
    for (let id = toast('ok'); id > 0; id -= 1) dismissToast(id)
    root.unmount()
    place.remove()
    queries.clear()
  })
  return { path: () => router.state.location.pathname + router.state.location.search }
}
