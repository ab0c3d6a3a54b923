import { type ComponentType, lazy, Suspense } from 'react'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Outlet,
  redirect,
  type RouteObject,
  ScrollRestoration,
} from 'react-router'
import { boot } from './core/boot.ts'
import { redirectionOf } from './core/guard.ts'
import { withTexts } from './core/i18n/i18n.ts'
import { pageChanged } from './core/page.ts'
import { onSessionLost } from './core/query.ts'
import { saveReturnTo } from './core/return-to.ts'
import { currentSession, fetchSession, firstSession, signedOut } from './core/session.ts'
import { toast } from './core/toast.ts'
import { ErrorPage, PageError } from './layouts/ErrorPage.tsx'
import { isForStaff, type Layout, type Page, pages, paths } from './paths.ts'

/** Maps every path of the product to its module, layout and guard. */

type Module = () => Promise<{ default: ComponentType }>

const publicHome: Module = () => import('./rooms/player/samples/PublicHomePage.tsx')
const sample: Module = () => import('./rooms/player/samples/SampleDialog.tsx')
const askForAccount: Module = () => import('./rooms/sites/contact/AskPage.tsx')
const login: Module = () => import('./rooms/sessions/LoginDialog.tsx')
const about: Module = () => import('./rooms/sites/AboutPage.tsx')
const contact: Module = () => import('./rooms/sites/contact/ContactPage.tsx')
const news: Module = () => import('./rooms/catalogue/home/NewsPage.tsx')
const resetPassword: Module = () => import('./rooms/sessions/ResetPasswordPage.tsx')

const filmLists: Module = () => import('./rooms/favourites/FilmListPage.tsx')

const modules: Record<string, Module> = {
  [paths.publicHome]: publicHome,
  [paths.homeAu]: publicHome,
  [paths.homeAuLanding]: publicHome,
  [paths.homeMotorcycle]: publicHome,
  [paths.homeDealer]: publicHome,
  [paths.homeEducation]: publicHome,
  [paths.sample]: sample,
  [paths.signUp]: askForAccount,
  [paths.signUpUs]: askForAccount,
  [paths.signUpAu]: askForAccount,
  [paths.signUpAuPromo]: askForAccount,
  [paths.subscribe]: askForAccount,
  [paths.freeTrial]: askForAccount,
  [paths.login]: login,
  [paths.openLoginDialog]: login,
  [paths.publicAbout]: about,
  [paths.publicContact]: contact,
  [paths.publicNews]: news,
  [paths.terms]: () => import('./rooms/sites/TermsPage.tsx'),
  [paths.logout]: () => import('./rooms/sessions/LogoutPage.tsx'),
  [paths.forgotPassword]: resetPassword,
  [paths.resetPassword]: resetPassword,
  [paths.accountAccess]: () => import('./rooms/sessions/AccountAccessPage.tsx'),
  [paths.accountAccessEmpty]: () => import('./layouts/NotFoundPage.tsx'),
  [paths.home]: () => import('./rooms/catalogue/HomePage.tsx'),
  [paths.search]: () => import('./rooms/catalogue/search/SearchPage.tsx'),
  [paths.vehicleView]: () => import('./rooms/catalogue/vehicle/VehiclePage.tsx'),
  [paths.favourites]: filmLists,
  [paths.history]: filmLists,
  [paths.newAnimations]: filmLists,
  [paths.animation]: () => import('./rooms/player/AnimationPage.tsx'),
  [paths.pdfFormation]: () => import('./rooms/player/pdf/PdfFormationPage.tsx'),
  [paths.about]: about,
  [paths.contact]: contact,
  [paths.userGuide]: () => import('./rooms/sites/guide/UserGuidePage.tsx'),
  [paths.news]: news,
  [paths.favouritesSettings]: () => import('./rooms/favourites/FavouritesSettingsPage.tsx'),
  [paths.shared]: () => import('./rooms/sharing/receipts/SharedPage.tsx'),
  [paths.noticeSettings]: () => import('./rooms/sharing/decisions/NoticeSettingsPage.tsx'),
  [paths.conversations]: () => import('./rooms/conversations/ConversationsPage.tsx'),
  [paths.unsubscribe]: () => import('./rooms/consent/UnsubscribePage.tsx'),
  [paths.senderAddresses]: () => import('./rooms/branding/senders/SenderAddressesPage.tsx'),
  [paths.messageTexts]: () => import('./rooms/branding/MessageTextsPage.tsx'),
  [paths.banners]: () => import('./rooms/branding/BannersPage.tsx'),
  [paths.manageUsers]: () => import('./rooms/users/ManageUsersPage.tsx'),
  [paths.userImport]: () => import('./rooms/users/import/UserImportPage.tsx'),
  [paths.locationImport]: () => import('./rooms/organisation/import/LocationImportPage.tsx'),
  [paths.locations]: () => import('./rooms/organisation/LocationsPage.tsx'),
  [paths.regions]: () => import('./rooms/organisation/RegionsPage.tsx'),
  [paths.confirmSender]: () => import('./rooms/branding/senders/ConfirmSenderPage.tsx'),
  [paths.personalSettings]: () => import('./rooms/users/account/PersonalSettingsPage.tsx'),
  [paths.secondStep]: () => import('./rooms/sessions/second-step/SecondStepPage.tsx'),
  [paths.apiKeys]: () => import('./rooms/users/api-keys/ApiKeysPage.tsx'),
  [paths.auditLog]: () => import('./rooms/users/audit/AuditLogPage.tsx'),
  [paths.liveAddress]: () => import('./rooms/branding/live/LiveAddressPage.tsx'),
  [paths.superSystemIcon]: () => import('./rooms/branding/live/IconPage.tsx'),
  [paths.operator]: () => import('./rooms/sites/operator/OperatorPage.tsx'),
  [paths.operatorSites]: () => import('./rooms/sites/operator/WebSitesPage.tsx'),
  [paths.operatorHomePage]: () => import('./rooms/catalogue/content/HomeSystemsPage.tsx'),
  [paths.operatorNews]: () => import('./rooms/catalogue/content/SiteNewsPage.tsx'),
  [paths.operatorFilms]: () => import('./rooms/catalogue/content/SiteFilmsPage.tsx'),
  [paths.operatorWaiting]: () => import('./rooms/organisation/ip-ranges/WaitingPage.tsx'),
  [paths.operatorLegalTexts]: () => import('./rooms/sites/content/LegalTextsPage.tsx'),
  [paths.translations]: () => import('./rooms/sites/texts/TranslationsPage.tsx'),
  [paths.operatorSupport]: () => import('./rooms/conversations/support/SupportPage.tsx'),
  [paths.operatorHealth]: () => import('./rooms/sites/operator/health/HealthPage.tsx'),
  [paths.operatorFeedback]: () => import('./rooms/sites/operator/inbox/FeedbackPage.tsx'),
  [paths.operatorBlocked]: () => import('./rooms/sessions/blocks/BlockedPage.tsx'),
  [paths.operatorErrors]: () => import('./rooms/sites/operator/inbox/BrowserErrorsPage.tsx'),
  [paths.operatorSite]: () => import('./rooms/sites/operator/site/WebSitePage.tsx'),
  [paths.operatorBusinesses]: () => import('./rooms/users/businesses/BusinessesPage.tsx'),
  [paths.outbox]: () => import('./rooms/messaging/OutboxPage.tsx'),
  [paths.gallery]: () => import('./rooms/gallery/GalleryPage.tsx'),
}

const layouts: Record<Layout, Module> = {
  'logged-out': () => import('./layouts/LoggedOutLayout.tsx'),
  main: () => import('./layouts/MainLayout.tsx'),
  sidebar: () => import('./layouts/SidebarLayout.tsx'),
  operator: () => withTexts(['operator'], import('./layouts/OperatorLayout.tsx')),
  quiet: () => import('./layouts/QuietLayout.tsx'),
  bare: () => import('./layouts/BareLayout.tsx'),
}

// ── the guard ──────────────────────────────────────────────────────────────────────────────────────────────────────

let firstTransition = true

/** Requests the session on every transition; the first one is part of the page. */
async function sessionOf({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  if (firstTransition) {
    firstTransition = false
    return firstSession()
  }
  return fetchSession(request.signal)
}

/** The session has ended without a logout: until the next login every page of signed-in users leads to the login. */
let lost = false

/** Says that the session has ended, and returns the page of the login, which leads back to the saved page. */
function sessionLost(): string {
  if (!lost) toast('session_lost', { kind: 'warning' })
  lost = true
  return paths.login
}

const guarded = ({ guard, path }: Page): MiddlewareFunction[] => [
  async (args) => {
    const before = currentSession()
    const session = guard === 'third-party' ? null : await sessionOf(args)
    const { pathname, search, hash } = args.url
    if (session) lost = false
    const redirection = redirectionOf(guard, session, pathname + search + hash, isForStaff(path))
    if (!redirection) return
    if (redirection.remember) saveReturnTo(redirection.remember)
    if ((before || lost) && redirection.remember) throw redirect(sessionLost())
    throw redirect(redirection.to)
  },
]

// ── the routes, made from paths.ts ─────────────────────────────────────────────────────────────────────────────────

const component = (module: Module) => async () => ({ Component: (await module()).default })

/** Loads the module of a page together with its texts. */
const moduleOf = ({ path, texts = [] }: Page): Module => {
  const module = modules[path]
  if (!module) throw new Error(`routes.tsx has no module for ${path}`)
  return () => withTexts(texts, module())
}

/** Makes one route for a page and its dialogs, so that the page stays mounted while a dialog opens and closes. */
function routeOf(page: Page): RouteObject {
  const dialogs = pages.filter(({ over }) => over === page.path)
  const own: RouteObject = { path: page.path, middleware: guarded(page), lazy: component(moduleOf(page)) }
  if (dialogs.length === 0) return own
  return {
    lazy: async () => {
      const { default: Below } = await moduleOf(page)()
      return {
        Component: () => (
          <>
            <Below />
            <Outlet />
          </>
        ),
      }
    },
    children: [
      { path: page.path, middleware: guarded(page), Component: () => null },
      ...dialogs.map((dialog): RouteObject => ({
        path: dialog.path,
        middleware: guarded(dialog),
        lazy: component(moduleOf(dialog)),
      })),
    ],
  }
}

const shown = pages.filter(({ over, ownHtml, demoOnly }) => over === undefined && !ownHtml && (!demoOnly || boot.demo))

const inLayout = ([layout, module]: [string, Module]): RouteObject => ({
  lazy: component(module),
  // A page that fails is replaced inside its frame.
  children: [{ ErrorBoundary: PageError, children: shown.filter((page) => page.layout === layout).map(routeOf) }],
})

const toPublicHome: MiddlewareFunction = () => {
  throw redirect(paths.publicHome)
}

/** Only on sites that count visits. */
const Consent = lazy(() => import('./layouts/dialogs/Consent.tsx'))

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      {boot.analytics ? (
        <Suspense fallback={null}>
          <Consent />
        </Suspense>
      ) : null}
    </>
  )
}

export const router = createBrowserRouter([
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    // Until the first page has loaded, the document shows the server's HTML.
    HydrateFallback: () => null,
    children: [
      ...Object.entries(layouts).map(inLayout),
      // An unknown URL leads to the public home page, which the guard redirects to /home for a signed-in user.
      { path: '*', middleware: [toPublicHome], Component: () => null },
    ],
  },
])

// Runs before React renders the new page, whose heading then takes the focus.
let { pathname: standing } = router.state.location
router.subscribe(({ location: { pathname } }) => {
  if (pathname !== standing) pageChanged()
  standing = pathname
})

onSessionLost(() => {
  if (!currentSession()) return
  // The page that was about to open, if there is one.
  const { pathname, search, hash } = router.state.navigation.location ?? router.state.location
  saveReturnTo(pathname + search + hash)
  signedOut()
  void router.navigate(sessionLost())
})
