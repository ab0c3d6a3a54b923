import { lazy, Suspense } from 'react'
import {
  createBrowserRouter,
  type MiddlewareFunction,
  Outlet,
  type PatchRoutesOnNavigationFunction,
  redirect,
  type RouteObject,
  ScrollRestoration,
} from 'react-router'
import { boot } from './core/boot.ts'
import { pageChanged } from './core/page.ts'
import { onRefused } from './core/query.ts'
import { saveReturnTo } from './core/return-to.ts'
import { currentSession, fetchSession, signedOut } from './core/session.ts'
import { ErrorPage } from './layouts/ErrorPage.tsx'
import { paths } from './paths.ts'
import { frontRoutes, loadSettings } from './routes/front.ts'
import { sessionLost } from './routes/route.tsx'

/** The router of the product. */

/** The path of older addresses, which other programs still use: /#!/thirdPartyLogin?… and /#!/autologin/…. */
const oldPath = /^#!(\/(?:thirdPartyLogin(?:\?.*)?|autologin\/.*))$/i

const toPublicHome: MiddlewareFunction = () => {
  const old = oldPath.exec(location.hash)?.[1]
  if (old) history.replaceState(history.state, '', '/')
  throw redirect(old ?? paths.publicHome)
}

/** Only on sites that count visits. */
const Consent = lazy(() => import('./layouts/dialogs/Consent.tsx'))

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      {boot.analytics && window.parent === window ? (
        <Suspense fallback={null}>
          <Consent />
        </Suspense>
      ) : null}
    </>
  )
}

/** The parent of all pages. */
const rootId = 'root'

/** Adds the pages of settings when a path is not one of the others. */
const addSettings: PatchRoutesOnNavigationFunction = async ({ matches, patch }) => {
  if (matches.at(-1)?.route.path !== '*') return
  const { settingsRoutes } = await loadSettings()
  patch(rootId, settingsRoutes)
}

const routes: RouteObject[] = [
  {
    id: rootId,
    Component: Root,
    ErrorBoundary: ErrorPage,
    // Until the first page has loaded, the document shows the server's HTML.
    HydrateFallback: () => null,
    children: [
      ...frontRoutes,
      // An unknown URL leads to the public home page, which the guard redirects to /home for a signed-in user.
      { path: '*', middleware: [toPublicHome], Component: () => null },
    ],
  },
]

export const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addSettings })

// Runs before React renders the new page, whose heading then takes the focus.
let { pathname: standing } = router.state.location
router.subscribe(({ location: { pathname } }) => {
  if (pathname !== standing) pageChanged()
  standing = pathname
})

onRefused((http) => {
  // The rights may have changed while the page was open.
  if (http === 403) void fetchSession()
  const session = currentSession()
  if (http !== 401 || !session) return
  // The page that was about to open, if there is one.
  const { pathname, search, hash } = router.state.navigation.location ?? router.state.location
  saveReturnTo(pathname + search + hash)
  signedOut()
  void router.navigate(sessionLost(session))
})
