import type { TextRoom } from '@cutaway/contract/boot.ts'

/**
 * Defines every URL of the product as data for the router, the navigation and `npm run describe`. Therefore it imports
 * no React and no CSS; `routes.tsx` maps a page to its module.
 */

export type Layout = 'logged-out' | 'main' | 'sidebar' | 'operator' | 'quiet' | 'bare'

/**
 * Access rule of a page. `logged-out`: a user with a session is redirected to /home. `logged-in`: a visitor is
 * redirected to /bhome. `neutral`: accessible to both. `third-party`: the guard ignores the page, which checks its own
 * token.
 */
export type Guard = 'logged-out' | 'logged-in' | 'neutral' | 'third-party'

export interface Page {
  /** `:name` is a parameter. */
  path: string
  layout: Layout
  guard: Guard
  /** Rooms whose texts the page shows besides those of the frame; they load together with its module. */
  texts?: readonly TextRoom[]
  /** The page over which this dialog opens; it stays mounted below. */
  over?: string
  /** Rendered by the server without the application, so links to it are plain anchors. */
  ownHtml?: true
  /** Exists only where the stand-ins of the demo are enabled. */
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
  search: '/search',
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
  noticeSettings: '/notification_settings',
  conversations: '/conversations',
  unsubscribe: '/unsubscribe_email',
  senderAddresses: '/email_address_settings',
  messageTexts: '/email_content_settings',
  banners: '/email_banner_settings',
  manageUsers: '/manage_user',
  userImport: '/manage_user/import',
  locations: '/manage_location',
  locationImport: '/manage_location/import',
  regions: '/manage_region',
  confirmSender: '/confirm_sender/:token',
  personalSettings: '/personal_settings',
  secondStep: '/second_step',
  apiKeys: '/api_key_settings',
  auditLog: '/audit_log',
  liveAddress: '/vle_instructions',
  superSystemIcon: '/download_super_system_icon',
  operator: '/operator',
  operatorSites: '/operator/web_sites',
  operatorHomePage: '/operator/home_page',
  operatorNews: '/operator/news',
  operatorFilms: '/operator/custom_films',
  operatorWaiting: '/operator/waiting',
  operatorLegalTexts: '/operator/legal_texts',
  translations: '/translations',
  operatorSupport: '/operator/support',
  operatorHealth: '/operator/health',
  operatorFeedback: '/operator/feedback',
  operatorBlocked: '/operator/blocked_addresses',
  operatorErrors: '/operator/browser_errors',
  operatorSite: '/operator/web_sites/:web_site_id',
  operatorBusinesses: '/operator/businesses',
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
  { path: paths.accountAccessEmpty, layout: 'quiet', guard: 'neutral' },
  { path: paths.unsubscribe, layout: 'quiet', guard: 'neutral', texts: ['sharing'] },
  { path: paths.home, layout: 'main', guard: 'logged-in', texts: ['catalogue'] },
  { path: paths.search, layout: 'main', guard: 'logged-in', texts: ['catalogue'] },
  { path: paths.vehicleView, layout: 'main', guard: 'logged-in', texts: ['catalogue'] },
  { path: paths.favourites, layout: 'main', guard: 'logged-in', texts: ['favourites', 'catalogue'] },
  { path: paths.history, layout: 'main', guard: 'logged-in', texts: ['favourites', 'catalogue'] },
  { path: paths.newAnimations, layout: 'main', guard: 'logged-in', texts: ['favourites', 'catalogue'] },
  { path: paths.animation, layout: 'main', guard: 'logged-in', texts: ['player'] },
  { path: paths.pdfFormation, layout: 'bare', guard: 'neutral', texts: ['player'] },
  { path: paths.animationLink, layout: 'bare', guard: 'neutral', ownHtml: true },
  { path: paths.about, layout: 'main', guard: 'logged-in' },
  { path: paths.contact, layout: 'main', guard: 'logged-in', texts: ['sites'] },
  { path: paths.userGuide, layout: 'main', guard: 'logged-in', texts: ['sites'] },
  { path: paths.news, layout: 'main', guard: 'logged-in', texts: ['catalogue'] },
  { path: paths.favouritesSettings, layout: 'sidebar', guard: 'logged-in', texts: ['favourites'] },
  { path: paths.shared, layout: 'sidebar', guard: 'logged-in', texts: ['sharing'] },
  { path: paths.noticeSettings, layout: 'sidebar', guard: 'logged-in', texts: ['sharing'] },
  {
    path: paths.conversations,
    layout: 'main',
    guard: 'logged-in',
    texts: ['conversations', 'sharing', 'branding'],
  },
  { path: paths.senderAddresses, layout: 'sidebar', guard: 'logged-in', texts: ['branding'] },
  { path: paths.messageTexts, layout: 'sidebar', guard: 'logged-in', texts: ['branding', 'sharing'] },
  { path: paths.banners, layout: 'sidebar', guard: 'logged-in', texts: ['branding'] },
  { path: paths.manageUsers, layout: 'sidebar', guard: 'logged-in', texts: ['users', 'lists', 'sessions'] },
  { path: paths.userImport, layout: 'sidebar', guard: 'logged-in', texts: ['imports', 'users', 'lists'] },
  { path: paths.locationImport, layout: 'sidebar', guard: 'logged-in', texts: ['imports', 'organisation', 'lists'] },
  { path: paths.locations, layout: 'sidebar', guard: 'logged-in', texts: ['organisation', 'lists', 'sites'] },
  { path: paths.regions, layout: 'sidebar', guard: 'logged-in', texts: ['organisation', 'lists', 'sites'] },
  { path: paths.confirmSender, layout: 'logged-out', guard: 'neutral', texts: ['branding'] },
  { path: paths.personalSettings, layout: 'sidebar', guard: 'logged-in', texts: ['users', 'sessions', 'branding'] },
  { path: paths.secondStep, layout: 'logged-out', guard: 'neutral', texts: ['users', 'sessions', 'branding'] },
  { path: paths.apiKeys, layout: 'sidebar', guard: 'logged-in', texts: ['users', 'lists', 'branding'] },
  { path: paths.auditLog, layout: 'sidebar', guard: 'logged-in', texts: ['users', 'lists', 'organisation'] },
  { path: paths.liveAddress, layout: 'sidebar', guard: 'logged-in', texts: ['branding'] },
  { path: paths.superSystemIcon, layout: 'sidebar', guard: 'logged-in', texts: ['branding', 'sharing'] },
  { path: paths.operator, layout: 'operator', guard: 'logged-in', texts: ['operator'] },
  {
    path: paths.operatorSites,
    layout: 'operator',
    guard: 'logged-in',
    texts: ['operator', 'lists', 'organisation', 'sites'],
  },
  { path: paths.operatorSite, layout: 'operator', guard: 'logged-in', texts: ['operator', 'lists', 'sites', 'users'] },
  {
    path: paths.operatorBusinesses,
    layout: 'operator',
    guard: 'logged-in',
    texts: ['operator', 'lists', 'users', 'organisation', 'sites'],
  },
  { path: paths.operatorHomePage, layout: 'operator', guard: 'logged-in', texts: ['content', 'operator', 'lists'] },
  { path: paths.operatorNews, layout: 'operator', guard: 'logged-in', texts: ['content', 'operator', 'lists'] },
  {
    path: paths.operatorFilms,
    layout: 'operator',
    guard: 'logged-in',
    texts: ['content', 'operator', 'lists'],
  },
  { path: paths.operatorWaiting, layout: 'operator', guard: 'logged-in', texts: ['operator', 'lists'] },
  { path: paths.operatorLegalTexts, layout: 'operator', guard: 'logged-in', texts: ['content', 'operator', 'lists'] },
  { path: paths.translations, layout: 'operator', guard: 'logged-in', texts: ['translations', 'operator', 'lists'] },
  { path: paths.operatorSupport, layout: 'operator', guard: 'logged-in', texts: ['operator', 'lists', 'sharing'] },
  { path: paths.operatorHealth, layout: 'operator', guard: 'logged-in', texts: ['operator', 'lists', 'sharing'] },
  { path: paths.operatorFeedback, layout: 'operator', guard: 'logged-in', texts: ['operator', 'lists'] },
  { path: paths.operatorBlocked, layout: 'operator', guard: 'logged-in', texts: ['operator', 'lists'] },
  { path: paths.operatorErrors, layout: 'operator', guard: 'logged-in', texts: ['operator', 'lists'] },
  { path: paths.outbox, layout: 'bare', guard: 'neutral', demoOnly: true, texts: ['sites'] },
  { path: paths.gallery, layout: 'bare', guard: 'neutral', demoOnly: true, texts: ['gallery', 'catalogue', 'sharing'] },
]

const known = new Set(pages.map((page) => page.path))

/** Returns whether a page with this path exists. The navigation hides all others. */
export const pageExists = (path: string): boolean => known.has(path)

/** Page paths as patterns with their text rooms: the frame first, then the page below a dialog. */
export const pageTexts: readonly { pattern: string; rooms: TextRoom[] }[] = pages.map(({ path, over, texts = [] }) => ({
  pattern: `^${path.replaceAll(/\/:\w+(\?)?/g, (_, optional) => (optional ? '(?:/[^/]+)?' : '/[^/]+'))}/?$`,
  rooms: [...new Set<TextRoom>(['frame', ...(pages.find((page) => page.path === over)?.texts ?? []), ...texts])],
}))

/** Main-layout pages with information about or for the staff of the shop. */
const forStaff = new Set(['/history', '/conversations', '/contact', '/userguide', '/user_custom_videos_view'])
const sidebar = new Set(
  pages.filter(({ layout }) => layout === 'sidebar' || layout === 'operator').map(({ path }) => path),
)

/** Returns whether a page is for staff, so that a touch screen hides it from customers: settings and reports are. */
export const isForStaff = (path: string): boolean => forStaff.has(path) || sidebar.has(path)

/** Returns the path of a web site in the console; without a number, that of a new one. */
export const toOperatorSite = (webSiteId?: number): string => `/operator/web_sites/${webSiteId ?? 'new'}`
/** The page of a touch screen with every film. */
export const toAllFilms = `${paths.home}?system=all`
export const toAnimation = (partId: string): string => `/animation/${encodeURIComponent(partId)}`
/** Returns the path of the search results for a query. */
export const toSearch = (keyword: string): string => `${paths.search}?q=${encodeURIComponent(keyword)}`
/** The page of the warning lights, which is the page of a part without a film. */
export const toWarningLights = '/animation/Warning_lights'
/** Returns the path of a part's PDF page in a language; `print` opens the print dialog. */
export const toPdf = (partId: string, languageId: number, print = false): string =>
  `/pdf_formation/${encodeURIComponent(partId)}?language=${languageId}${print ? '&print' : ''}`
/** Returns the path of the receipts, with the details of one recipient open. */
export const toShared = (recipientId: number): string => `${paths.shared}?recipient=${recipientId}`
/** Returns the path of a sample film over the public home page. */
export const toSample = (partId: string): string => `/sample/${encodeURIComponent(partId)}`
export const toAccountAccess = (userId: number | string): string => `/accountAccess/${encodeURIComponent(userId)}`
/** Returns the path of the home page with the films of a system, or of one of its sub-systems. */
export const toSystem = (systemId: number, subSystemId?: number): string =>
  `${paths.home}?system=${systemId}${subSystemId === undefined ? '' : `&sub=${subSystemId}`}`
