/** Every URL of the product, and the links to pages with parameters. `web/src/pages/` says what is at each URL. */

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
  paypalSuccess: '/paypalSuccess',
  twilioPaypalSuccess: '/twilioPaypalSuccess',
  paypalCancel: '/paypalCancel/:userId',
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
  thirdPartyLogin: '/thirdPartyLogin',
  autoLogin:
    '/autologin/:username/:password/:lang/:flash/:web_site_id/:autoLoginFor/:mute/:part_id/:isInteractive/:showRightSidebar/:showMenu',
  viewAnimation: '/viewAnimation/:part_id',
  viewAnimationPage: '/viewAnimationPage/:part_id',
  loopSettings: '/looped_animations_settings',
  loopSettingsOfPage: '/looped_animations_setting',
  loopOfPage: '/play_looped_animation',
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
  ipAutoLogin: '/ip_auto_login_settings',
  confirmSender: '/confirm_sender/:token',
  personalSettings: '/personal_settings',
  secondStep: '/second_step',
  apiKeys: '/api_key_settings',
  webhooks: '/webhook_settings',
  ltiPlatforms: '/lti_settings',
  developers: '/developers',
  auditLog: '/audit_log',
  embeds: '/embed_menu',
  customVideos: '/user_custom_videos',
  myVideos: '/user_custom_videos_view',
  usageReport: '/usage_report',
  sentReport: '/email_sent_report',
  videosSentReport: '/user_custom_video_sent_report',
  linksReport: '/generate_link_report',
  existingLinksReport: '/generate_link_report_exists',
  embedsReport: '/embedded_animations_report',
  frequentReport: '/frequently_viewed_animations_report',
  managersReport: '/area_manager_report',
  loginsReport: '/login_track_report',
  funnelReport: '/funnel_report',
  reportSettings: '/report_settings',
  liveAddress: '/vle_instructions',
  loop: '/play_looped_animations',
  pair: '/pair',
  screens: '/screens',
  screensTab: '/looped_animations_settings?tab=screens',
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
  operatorAudit: '/operator/audit_log',
  operatorApplications: '/operator/applications',
  operatorCarriers: '/operator/text_registrations',
  operatorSeller: '/operator/seller',
  educationActivate: '/educationAccountActivate/:businessentity_id/:status',
  invoices: '/invoices',
  paymentDesk: '/payment_desk',
  billing: '/update_billing_details',
  switchPlan: '/switch_billing_plan',
  cancelSubscription: '/cancel_subscription',
  renewal: '/allow_automatic_renewal',
  billingPaypalSuccess: '/billingPaypalSuccess',
  smsMessages: '/sms_messages',
  phoneNumbers: '/phone_numbers',
  phoneNumberUsage: '/phone_number_usage',
  reactivateByCard: '/reactivateAccount/:username/:password/:web_site_id/:promo?',
  reactivateByPayPal: '/reactivatePaypalAccount/:username/:password/:web_site_id',
  reactivate: '/subscription_reactivate',
  demoClock: '/demo_clock',
  operatorSite: '/operator/web_sites/:web_site_id',
  operatorBusinesses: '/operator/businesses',
  outbox: '/outbox',
  gallery: '/gallery',
} as const

/** Returns the path of a web site in the console; without a number, that of a new one. */
export const toOperatorSite = (webSiteId?: number): string => `/operator/web_sites/${webSiteId ?? 'new'}`
/** The page of a touch screen with every film. */
export const toAllFilms = `${paths.home}?system=all`
export const toAnimation = (partId: string): string => `/animation/${encodeURIComponent(partId)}`
/** Returns the path of a film on a page that another program opened. */
export const toViewAnimation = (partId: string): string => `/viewAnimation/${encodeURIComponent(partId)}`
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
/** Returns the path of the list of users, with those of one location. */
export const toUsersOf = (locationId: number): string => `${paths.manageUsers}?location=${locationId}`
/** Returns the path of the sent report by month, of one location. */
export const toSentOf = (locationId: number): string =>
  `${paths.sentReport}?unit=monthly&type=email_and_sms_combined&location=${locationId}`
export const toAccountAccess = (userId: number | string): string => `/accountAccess/${encodeURIComponent(userId)}`
/** Returns the path of the home page with the films of a system, or of one of its sub-systems. */
export const toSystem = (systemId: number, subSystemId?: number): string =>
  `${paths.home}?system=${systemId}${subSystemId === undefined ? '' : `&sub=${subSystemId}`}`
