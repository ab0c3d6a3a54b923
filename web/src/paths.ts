import type { TextRoom } from '@cutaway/contract/boot.ts'

/**
 * Every URL of the product on one screen, as data: read by the router, by the navigation and by `npm run describe`.
 * Therefore no React and no CSS here; `routes.tsx` says which module draws a page.
 */

export type Layout = 'logged-out' | 'main' | 'sidebar' | 'bare'

/**
 * Who may stand on a page. `logged-out`: with a session one goes to /home. `logged-in`: without one, to /bhome.
 * `neutral`: both may stay. `third-party`: the guard leaves it alone, the page looks for its own token.
 */
export type Guard = 'logged-out' | 'logged-in' | 'neutral' | 'third-party'

export interface Page {
  /** `:name` is a parameter. */
  path: string
  layout: Layout
  guard: Guard
  /** Whose texts the page shows besides those of the frame; they load beside its module. */
  texts?: readonly TextRoom[]
  /** A dialog that opens over this page, which stays mounted under it. */
  over?: string
  /** Drawn by the server without the application: links to it are plain anchors. */
  ownHtml?: true
  /** Exists only where the stand-ins of the demo are shown. */
  demoOnly?: true
}

export const paths = {
  publicHome: '/bhome',
  homeAu: '/auhome',
  homeAuLanding: '/aulanding',
  homeMotorcycle: '/motovisuals',
  homeDealer: '/ncdhome',
  homeEducation: '/eduhome',
  sample: '/sample/:part_id',
  signUp: '/signup',
  signUpUs: '/signup_us',
  signUpAu: '/signup_au/:promo?',
  signUpAuPromo: '/signup_au_promo',
  subscribe: '/subscribe',
  freeTrial: '/free_trial',
  login: '/login',
  openLoginDialog: '/OpenLoginDialog',
  logout: '/logout',
  publicAbout: '/baboutus',
  publicContact: '/bcontact',
  publicNews: '/bnews',
  terms: '/terms_and_condition',
  forgotPassword: '/forgot_password/:token',
  resetPassword: '/reset_password/:token',
  accountAccess: '/accountAccess/:user_id',
  accountAccessEmpty: '/accountAccess',
  home: '/home',
  vehicleView: '/vehicle_image_view',
  favourites: '/favorites',
  history: '/history',
  newAnimations: '/new_animations',
  animation: '/animation/:part_id',
  pdfFormation: '/pdf_formation/:part_id',
  animationLink: '/animation_link/:part_id',
  about: '/aboutus',
  contact: '/contact',
  userGuide: '/userguide',
  news: '/news',
  favouritesSettings: '/favourites_settings',
  shared: '/shared',
  unsubscribe: '/unsubscribe_email',
  senderAddresses: '/email_address_settings',
  messageTexts: '/email_content_settings',
  banners: '/email_banner_settings',
  confirmSender: '/confirm_sender/:token',
  outbox: '/outbox',
  gallery: '/gallery',
} as const

export const pages: readonly Page[] = [
  { path: paths.publicHome, layout: 'logged-out', guard: 'logged-out', texts: ['player'] },
  { path: paths.login, layout: 'logged-out', guard: 'logged-out', over: paths.publicHome, texts: ['sessions'] },
  {
    path: paths.openLoginDialog,
    layout: 'logged-out',
    guard: 'logged-out',
    over: paths.publicHome,
    texts: ['sessions'],
  },
  { path: paths.homeAu, layout: 'logged-out', guard: 'logged-out', texts: ['player'] },
  { path: paths.homeAuLanding, layout: 'logged-out', guard: 'logged-out', texts: ['player'] },
  { path: paths.homeMotorcycle, layout: 'logged-out', guard: 'logged-out', texts: ['player'] },
  { path: paths.homeDealer, layout: 'logged-out', guard: 'logged-out', texts: ['player'] },
  { path: paths.homeEducation, layout: 'logged-out', guard: 'logged-out', texts: ['player'] },
  { path: paths.sample, layout: 'logged-out', guard: 'logged-out', over: paths.publicHome, texts: ['player'] },
  { path: paths.signUp, layout: 'logged-out', guard: 'logged-out', over: paths.publicHome, texts: ['sites'] },
  { path: paths.signUpUs, layout: 'logged-out', guard: 'logged-out', over: paths.publicHome, texts: ['sites'] },
  { path: paths.signUpAu, layout: 'logged-out', guard: 'logged-out', over: paths.publicHome, texts: ['sites'] },
  { path: paths.signUpAuPromo, layout: 'logged-out', guard: 'logged-out', over: paths.publicHome, texts: ['sites'] },
  { path: paths.subscribe, layout: 'logged-out', guard: 'logged-out', over: paths.publicHome, texts: ['sites'] },
  { path: paths.freeTrial, layout: 'logged-out', guard: 'logged-out', over: paths.publicHome, texts: ['sites'] },
  { path: paths.publicAbout, layout: 'logged-out', guard: 'logged-out' },
  { path: paths.publicContact, layout: 'logged-out', guard: 'logged-out', texts: ['sites'] },
  { path: paths.publicNews, layout: 'logged-out', guard: 'logged-out', texts: ['catalogue'] },
  { path: paths.terms, layout: 'logged-out', guard: 'logged-out' },
  { path: paths.logout, layout: 'logged-out', guard: 'neutral' },
  { path: paths.forgotPassword, layout: 'logged-out', guard: 'neutral', texts: ['sessions'] },
  { path: paths.resetPassword, layout: 'logged-out', guard: 'neutral', texts: ['sessions'] },
  { path: paths.accountAccess, layout: 'logged-out', guard: 'neutral', texts: ['sessions'] },
  { path: paths.accountAccessEmpty, layout: 'logged-out', guard: 'neutral' },
  { path: paths.unsubscribe, layout: 'logged-out', guard: 'neutral', texts: ['sharing'] },
  { path: paths.home, layout: 'main', guard: 'logged-in', texts: ['catalogue'] },
  { path: paths.vehicleView, layout: 'main', guard: 'logged-in', texts: ['catalogue'] },
  { path: paths.favourites, layout: 'main', guard: 'logged-in', texts: ['favourites'] },
  { path: paths.history, layout: 'main', guard: 'logged-in', texts: ['favourites'] },
  { path: paths.newAnimations, layout: 'main', guard: 'logged-in', texts: ['favourites'] },
  { path: paths.animation, layout: 'main', guard: 'logged-in', texts: ['player'] },
  { path: paths.pdfFormation, layout: 'bare', guard: 'neutral', texts: ['player'] },
  { path: paths.animationLink, layout: 'bare', guard: 'neutral', ownHtml: true },
  { path: paths.about, layout: 'main', guard: 'logged-in' },
  { path: paths.contact, layout: 'main', guard: 'logged-in', texts: ['sites'] },
  { path: paths.userGuide, layout: 'main', guard: 'logged-in', texts: ['sites'] },
  { path: paths.news, layout: 'main', guard: 'logged-in', texts: ['catalogue'] },
  { path: paths.favouritesSettings, layout: 'sidebar', guard: 'logged-in', texts: ['favourites'] },
  { path: paths.shared, layout: 'sidebar', guard: 'logged-in', texts: ['sharing'] },
  { path: paths.senderAddresses, layout: 'sidebar', guard: 'logged-in', texts: ['branding'] },
  { path: paths.messageTexts, layout: 'sidebar', guard: 'logged-in', texts: ['branding'] },
  { path: paths.banners, layout: 'sidebar', guard: 'logged-in', texts: ['branding'] },
  { path: paths.confirmSender, layout: 'logged-out', guard: 'neutral', texts: ['branding'] },
  { path: paths.outbox, layout: 'bare', guard: 'neutral', demoOnly: true, texts: ['sites'] },
  { path: paths.gallery, layout: 'bare', guard: 'neutral', demoOnly: true, texts: ['gallery', 'catalogue', 'sharing'] },
]

const known = new Set(pages.map((page) => page.path))

/** Whether a page of this path has been built. Navigation shows nothing else. */
export const pageExists = (path: string): boolean => known.has(path)

/** Paths of pages as patterns, with whose texts each shows: those of the frame first, and those of the page under a dialog. */
export const pageTexts: readonly { pattern: string; rooms: TextRoom[] }[] = pages.map(({ path, over, texts = [] }) => ({
  pattern: `^${path.replaceAll(/\/:\w+(\?)?/g, (_, optional) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))}/?$`,
  rooms: [...new Set<TextRoom>(['frame', ...(pages.find((page) => page.path === over)?.texts ?? []), ...texts])],
}))

/** Pages of the main layout that tell of the shop and its people, or are written for them. */
const forStaff = new Set(['/history', '/contact', '/userguide', '/user_custom_videos_view'])
const sidebar = new Set(pages.filter(({ layout }) => layout === 'sidebar').map(({ path }) => path))

/** Whether a page is for the people of the shop, so that a touch screen hides it from customers: settings are, and reports. */
export const isForStaff = (path: string): boolean => forStaff.has(path) || sidebar.has(path)

/** The home page with every film. */
export const toAllFilms = `${paths.home}?system=all`
export const toAnimation = (partId: string): string => `/animation/${encodeURIComponent(partId)}`
/** The page of the dashboard's lights, which is the page of a part without a film. */
export const toWarningLights = '/animation/Warning_lights'
/** The PDF of a part as a page, in a language; with `print` it opens the print dialog. */
export const toPdf = (partId: string, languageId: number, print = false): string =>
  `/pdf_formation/${encodeURIComponent(partId)}?language=${languageId}${print ? '&print' : ''}`
/** What was sent, with everything about one recipient. */
export const toShared = (recipientId: number): string => `${paths.shared}?recipient=${recipientId}`
/** A sample film over the public home. */
export const toSample = (partId: string): string => `/sample/${encodeURIComponent(partId)}`
export const toAccountAccess = (userId: number | string): string => `/accountAccess/${encodeURIComponent(userId)}`
/** The home page with a system, and in it a sub-system, opened. */
export const toSystem = (systemId: number, subSystemId?: number): string =>
  `${paths.home}?system=${systemId}${subSystemId === undefined ? '' : `#sub-${subSystemId}`}`
