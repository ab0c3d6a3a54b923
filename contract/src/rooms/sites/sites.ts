import { z } from 'zod'
import { anyone, endpoint, file, signedIn } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LanguageKey, Nothing, PathId, VideoType } from '../../fields.ts'

export * from './feedback.ts'
export * from './guide.ts'

/** Web sites (tenants), brands, theme, languages, translations, countries, legal texts, contact, client log. */

/** Colours derived by the server from the one colour that a tenant gives, as CSS values. */
export const Theme = z.object({
  brand: z.string(),
  brand_hover: z.string(),
  on_brand: z.string(),
  brand_text: z.string(),
  brand_tint: z.string(),
  brand_line: z.string(),
  brand_on_stage: z.string(),
})
export type Theme = z.infer<typeof Theme>

export const Language = z.object({
  language_id: Id,
  /** BCP 47, as in file names and <html lang>. */
  language_code: z.string(),
  /** In the language itself. */
  name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** CSS family that the script needs, or null for the default. */
  font: z.string().nullable(),
})
export type Language = z.infer<typeof Language>

export const WebSite = z.object({
  web_site_id: Id,
  name: z.string(),
  company: z.string(),
  /** Letters or sign of the built-in mark, drawn on the brand colour. */
  mark: z.string(),
  brand_id: Id,
  driverside: DriverSide,
  default_lang_id: Id,
  default_video_type: VideoType,
  vehicle_layout_view: z.enum(['front_view', 'top_view', 'other', '']),
  country_code_iso: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  show_free_trial: Flag,
  free_trial_label: z.string().nullable(),
  /** Seconds. */
  free_trail_time: z.int(),
  /** Trial logins a day. */
  free_trail_limit: z.int(),
  contact_email: z.string(),
  contact_phone: z.string(),
  /** Names from spec of what this site does differently; the web asks `features.includes(name)` and nothing else. */
  features: z.array(z.string()),
  theme: Theme,
})
export type WebSite = z.infer<typeof WebSite>

export const Brand = z.object({ brand_id: Id, name: z.string(), vehicle_kind: z.enum(['car', 'motorcycle']) })
export const Country = z.object({ id: Id, country_code: z.string(), name: z.string(), dial_code: z.string() })
const CountryCode = z.object({ country_code: z.string() })
const LegalText = z.object({ title: z.string(), html: z.string() })

const site = z.object({ web_site_id: PathId })

// ── theme ──────────────────────────────────────────────────────────────────────────────────────────────────────────
export const getThemeDetails = endpoint({
  method: 'GET',
  path: '/getThemeDetails',
  who: anyone,
  summary: 'The colours of this web site.',
  reply: z.object({ theme: Theme }),
})
export const getSiteBrands = endpoint({
  method: 'GET',
  path: '/getSiteBrands/:id',
  who: anyone,
  summary: 'The vehicle brands of a web site, for the brand switch.',
  params: z.object({ id: PathId }),
  reply: z.array(Brand),
})
export const getBrandDetails = endpoint({
  method: 'GET',
  path: '/getBrandDetails/:brand_id',
  who: anyone,
  summary: 'One vehicle brand.',
  params: z.object({ brand_id: PathId }),
  reply: Brand,
})
export const getExternalFontStyle = endpoint({
  method: 'GET',
  path: '/getExternalFontStyle/:web_site_id',
  who: anyone,
  summary: 'The font families that languages of the site need; Arial is the fallback.',
  params: site,
  reply: z.object({ fallback: z.string(), fonts: z.array(z.object({ language_id: Id, font: z.string() })) }),
})

// ── translations ───────────────────────────────────────────────────────────────────────────────────────────────────
export const getLanguage = endpoint({
  method: 'GET',
  path: '/getLanguage/:id',
  who: anyone,
  summary: 'One language.',
  params: z.object({ id: PathId }),
  reply: Language,
})
export const getLanguages = endpoint({
  method: 'GET',
  path: '/getLanguages/:web_site_id',
  who: anyone,
  summary: 'The languages of a web site, its default first.',
  params: site,
  reply: z.array(Language),
})
export const getOtherLanguages = endpoint({
  method: 'GET',
  path: '/getOtherLanguages/:site',
  who: anyone,
  summary: 'The languages of a web site other than its default.',
  params: z.object({ site: PathId }),
  reply: z.array(Language),
})
export const getLocale = endpoint({
  method: 'GET',
  path: '/language-translations/locale-:lang.json',
  name: 'language-translations/locale-{lang}.json',
  who: anyone,
  summary: 'Every text of a language: message key to text.',
  params: z.object({ lang: LanguageKey }),
  reply: file('application/json'),
})
export const getLanguageTags = endpoint({
  method: 'GET',
  path: '/language-translations/language-tags/locale-lt-:lang.json',
  name: 'language-translations/language-tags/locale-lt-{lang}.json',
  who: anyone,
  summary: 'The names of languages, roles and systems in a language.',
  params: z.object({ lang: LanguageKey }),
  reply: file('application/json'),
})
export const setLanguage = endpoint({
  method: 'POST',
  path: '/setLanguage',
  who: signedIn,
  summary: 'Remembers the language that the caller chose.',
  body: z.object({ language_id: Id }),
  reply: Language,
})

// ── lookups ────────────────────────────────────────────────────────────────────────────────────────────────────────
export const getWebSiteDetails = endpoint({
  method: 'GET',
  path: '/getWebSiteDetails',
  who: anyone,
  summary: 'The web site of the host name of the request.',
  reply: WebSite,
})
export const getWebSiteDetailsForDomainName = endpoint({
  method: 'GET',
  path: '/getWebSiteDetailsForDomainName',
  who: anyone,
  summary: 'The web site of the host name of the request; an unknown host is the default site.',
  reply: WebSite,
})
export const getWebSiteById = endpoint({
  method: 'GET',
  path: '/getWebSiteById/:id',
  who: anyone,
  summary: 'A web site by id: the own one; any for levels 1 and 2.',
  params: z.object({ id: PathId }),
  reply: WebSite,
})
export const getAllWebsites = endpoint({
  method: 'GET',
  path: '/getAllWebsites',
  who: signedIn,
  summary: 'The web sites that the caller may see: all for levels 1 and 2, else the own one.',
  reply: z.array(z.object({ web_site_id: Id, name: z.string() })),
})
export const getDomainName = endpoint({
  method: 'GET',
  path: '/getDomainName/:web_site_id',
  who: anyone,
  summary: 'The host name under which a web site is reached.',
  params: site,
  reply: z.object({ domainName: z.string() }),
})
export const getWebsiteUrl = endpoint({
  method: 'GET',
  path: '/getWebsiteUrl',
  who: anyone,
  summary: 'The address of this web site.',
  reply: z.object({ url: z.string() }),
})
export const getCountry = endpoint({
  method: 'GET',
  path: '/getCountry',
  who: anyone,
  summary: 'All countries, for address and phone fields.',
  reply: z.array(Country),
})
export const getAllCountry = endpoint({
  method: 'GET',
  path: '/getAllCountry',
  who: signedIn,
  summary: 'All countries, for report filters.',
  reply: z.array(Country),
})
export const getDefaultCountry = endpoint({
  method: 'GET',
  path: '/getDefaultCountry/:web_site_id',
  who: anyone,
  summary: 'The country of a web site.',
  params: site,
  reply: Country,
})
export const getCountryCodeByIP = endpoint({
  method: 'GET',
  path: '/getCountryCodeByIP',
  who: anyone,
  summary: 'The country of the visitor by address, in lower case; us when unknown.',
  reply: CountryCode,
  beside: CountryCode,
})
export const getCountryCodeByIPForEmailAnAnimation = endpoint({
  method: 'GET',
  path: '/getCountryCodeByIPForEmailAnAnimation',
  who: anyone,
  summary: 'The country of the visitor by address, for the share dialog; us when unknown.',
  reply: CountryCode,
  beside: CountryCode,
})
export const getTermsAndCondition = endpoint({
  method: 'GET',
  path: '/getTermsAndCondition/:web_site/:key/:lang',
  who: anyone,
  summary: 'The terms of a web site in a language (key terms_and_condition).',
  params: z.object({ web_site: PathId, key: z.literal('terms_and_condition'), lang: LanguageKey }),
  reply: LegalText,
})
export const getPrivacyPolicy = endpoint({
  method: 'GET',
  path: '/getPrivacyPolicy/:web_site/:key/:lang',
  who: anyone,
  summary: 'The privacy policy of a web site in a language (key privacy_policy).',
  params: z.object({ web_site: PathId, key: z.literal('privacy_policy'), lang: LanguageKey }),
  reply: LegalText,
})
export const getAboutText = endpoint({
  method: 'GET',
  path: '/getAboutText/:lang',
  who: anyone,
  summary: 'What the product is, in a language.',
  params: z.object({ lang: LanguageKey }),
  reply: LegalText,
})
export const getAllVehicleBrand = endpoint({
  method: 'GET',
  path: '/getAllVehicleBrand',
  who: signedIn,
  summary: 'The vehicle brands of this web site, for report filters.',
  reply: z.array(Brand),
})
export const getBusinessTypes = endpoint({
  method: 'GET',
  path: '/getBusinessTypes',
  who: signedIn,
  summary: 'The kinds of business, for report filters.',
  reply: z.array(z.object({ id: Id, name: z.string() })),
})
export const getManageaccountLanaguages = endpoint({
  method: 'GET',
  path: '/getManageaccountLanaguages',
  who: signedIn,
  summary: 'The languages of this web site, for account management.',
  reply: z.array(Language),
})

// ── logging, contact ───────────────────────────────────────────────────────────────────────────────────────────────
export const vvconsolelog = endpoint({
  method: 'POST',
  path: '/vvconsolelog',
  who: anyone,
  summary: 'Takes an error report of a browser into the log. At most 8 KB, 30 a minute from one address.',
  limit: { max: 30 },
  maxBody: 8192,
  body: z.object({
    url: z.string().max(2000).optional(),
    message: z.string().max(4000),
    type: z.string().max(100).optional(),
    caller_line: z.string().max(4000).optional(),
    user_agent: z.string().max(500).optional(),
    browser_name: z.string().max(100).optional(),
    platform: z.string().max(100).optional(),
    cause: z.string().max(4000).optional(),
  }),
  reply: Nothing,
})
export const getCaptcha = endpoint({
  method: 'GET',
  path: '/captcha',
  who: anyone,
  summary: 'A fresh proof-of-work challenge for a public form.',
  limit: { max: 60 },
  reply: z.object({ challenge: z.unknown() }),
})
export const sendContact = endpoint({
  method: 'POST',
  path: '/contact',
  who: anyone,
  summary: 'Sends the contact form to the site. The captcha is checked on the server.',
  limit: { max: 10 },
  fails: ['captcha_not_solved'],
  body: z.object({
    name: z.string().trim().min(1).max(120),
    email: z.email().max(200),
    message: z.string().trim().min(1).max(4000),
    country_code: z.string().max(3).optional(),
    state: z.string().max(100).optional(),
    city: z.string().max(100).optional(),
    zip: z.string().max(20).optional(),
    business_name: z.string().max(200).optional(),
    captcha: z.string().max(4000),
  }),
  reply: Nothing,
})
