import type { RouteObject } from 'react-router'
import { frontPages } from '../pages/front.ts'
import { paths } from '../paths.ts'
import { type Module, routesOf } from './route.tsx'

/** Maps the pages before the log-in and those of films to their modules and layouts. */

const publicHome: Module = () => import('../rooms/player/samples/PublicHomePage.tsx')
const sample: Module = () => import('../rooms/player/samples/SampleDialog.tsx')
const signUp: Module = () => import('../rooms/signup/entry/SignupEntry.tsx')
const login: Module = () => import('../rooms/sessions/LoginDialog.tsx')
const about: Module = () => import('../rooms/sites/AboutPage.tsx')
const contact: Module = () => import('../rooms/sites/contact/ContactPage.tsx')
const news: Module = () => import('../rooms/catalogue/home/NewsPage.tsx')
const resetPassword: Module = () => import('../rooms/sessions/ResetPasswordPage.tsx')

const viewAnimation: Module = () => import('../rooms/player/third-party/ViewAnimationPage.tsx')
const loopEntry: Module = () => import('../rooms/player/third-party/LoopEntryPage.tsx')

const filmLists: Module = () => import('../rooms/favourites/FilmListPage.tsx')

const modules: Record<string, Module> = {
  [paths.publicHome]: publicHome,
  [paths.homeAu]: publicHome,
  [paths.homeAuLanding]: publicHome,
  [paths.homeMotorcycle]: publicHome,
  [paths.homeDealer]: publicHome,
  [paths.homeEducation]: publicHome,
  [paths.sample]: sample,
  [paths.signUp]: signUp,
  [paths.signUpUs]: signUp,
  [paths.signUpAu]: signUp,
  [paths.signUpAuPromo]: signUp,
  [paths.subscribe]: signUp,
  [paths.freeTrial]: () => import('../rooms/signup/trial/TrialDialog.tsx'),
  [paths.login]: login,
  [paths.openLoginDialog]: login,
  [paths.publicAbout]: about,
  [paths.publicContact]: contact,
  [paths.publicNews]: news,
  [paths.terms]: () => import('../rooms/sites/TermsPage.tsx'),
  [paths.logout]: () => import('../rooms/sessions/LogoutPage.tsx'),
  [paths.forgotPassword]: resetPassword,
  [paths.resetPassword]: resetPassword,
  [paths.accountAccess]: () => import('../rooms/sessions/AccountAccessPage.tsx'),
  [paths.accountAccessEmpty]: () => import('../layouts/NotFoundPage.tsx'),
  [paths.home]: () => import('../rooms/catalogue/HomePage.tsx'),
  [paths.search]: () => import('../rooms/catalogue/search/SearchPage.tsx'),
  [paths.vehicleView]: () => import('../rooms/catalogue/vehicle/VehiclePage.tsx'),
  [paths.favourites]: filmLists,
  [paths.history]: filmLists,
  [paths.newAnimations]: filmLists,
  [paths.animation]: () => import('../rooms/player/AnimationPage.tsx'),
  [paths.pdfFormation]: () => import('../rooms/player/pdf/PdfFormationPage.tsx'),
  [paths.thirdPartyLogin]: () => import('../rooms/player/third-party/ThirdPartyLoginPage.tsx'),
  [paths.autoLogin]: () => import('../rooms/player/third-party/AutoLoginPage.tsx'),
  [paths.viewAnimation]: viewAnimation,
  [paths.viewAnimationPage]: viewAnimation,
  [paths.loopSettingsOfPage]: loopEntry,
  [paths.loopOfPage]: loopEntry,
  [paths.about]: about,
  [paths.contact]: contact,
  [paths.userGuide]: () => import('../rooms/sites/guide/UserGuidePage.tsx'),
  [paths.news]: news,
  [paths.conversations]: () => import('../rooms/conversations/ConversationsPage.tsx'),
  [paths.secondStep]: () => import('../rooms/sessions/second-step/SecondStepPage.tsx'),
}

export const loadSettings = () => import('./settings.ts')

export const frontRoutes: RouteObject[] = routesOf(frontPages, modules, {
  'logged-out': () => import('../layouts/LoggedOutLayout.tsx'),
  main: () => {
    // Its menus lead to settings, also when the connection is lost meanwhile. A failure is reported when a user opens
    // settings.
    loadSettings().catch(() => undefined)
    return import('../layouts/MainLayout.tsx')
  },
  quiet: () => import('../layouts/QuietLayout.tsx'),
  bare: () => import('../layouts/BareLayout.tsx'),
})
