/** API keys: their form, and the calls that each scope of a key allows. A key has the rights of its owner, at most. */

export const apiKeyScopes = ['films', 'links', 'sends', 'reports', 'logins'] as const
export type ApiKeyScope = (typeof apiKeyScopes)[number]

/** The form of keys that the server makes: 160 bits. Secret scanners find it by its beginning. */
export const apiKeyPrefix = 'cutaway_'
export const apiKeyPattern = /^cutaway_[0-9a-hjkmnp-tv-z]{32}$/

/** The form of keys of older clients, who make them themselves: 12 lower-case letters and digits. */
export const olderApiKeyPattern = /^[a-z0-9]{12}$/

/** The calls that a scope allows, by the first segment of the path. */
export const callsOfScope: Readonly<Record<ApiKeyScope, readonly string[]>> = {
  films: [
    'getMainSystemsSubSystemsHierarchy',
    'getVehicleImages',
    'getSearchedResults',
    'getCommonSymptoms',
    'getAllAnimations',
    'newParts',
    'getNewAnimations',
    'getHomepageSystems',
    'getRelatedSystems',
    'getNarratedAnimationIcons',
    'getNarratedAnimations',
    'relatedAnimationsDetailsByPartId',
    'relatedAnimationsDetailsAndTiming',
    'getNarratedPartId',
    'getNarratedPartLanguage',
    'checkAllAvailableMP4AV',
    'getNarratedVideoUrl',
    'getPlayAnimationVideo',
    'getVideoInfo',
    'getPartDetails',
    'getRelatedNarratedList',
    'getCaptions',
    'getAllCaptions',
    'getPdfDetailsByMpdf',
    'partPdf',
    'parts',
    'findings',
  ],
  links: [
    'generateLink',
    'getGeneratedLinks',
    'revokeLink',
    'extendLink',
    'linkQr',
    'pdfShareLink',
    'orderLinks',
    'orderLink',
  ],
  sends: ['sendEmail', 'sendSms', 'sendMms', 'findCustomers'],
  reports: ['getSends', 'getSend', 'getShareCounts'],
  // Pages that frame a film, and one-time tickets; thirdPartyLoginForApi reads the key itself.
  logins: ['makeLoginTicket'],
}

const scopeOfCall = new Map(apiKeyScopes.flatMap((scope) => callsOfScope[scope].map((name) => [name, scope] as const)))

/** Returns the scope that a key needs for the call with this path; undefined if no key may call it. */
export const scopeFor = (path: string): ApiKeyScope | undefined => scopeOfCall.get(path.split('/')[1] ?? '')

/** The form of the token that a framed page holds in memory. */
export const pageTokenPattern = /^cutpage_[A-Za-z0-9_-]{43}$/

/** The calls that a framed page may make, by the first segment of the path. */
export const callsOfPage: readonly string[] = [
  'relatedAnimationsDetailsByPartId',
  'checkAllAvailableMP4AV',
  'insertTrackPartViewed',
  'watchedSeconds',
]
