import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../../endpoint.ts'
import { DriverSide, Flag, Id, LanguageKey, PathId, VideoType } from '../../fields.ts'

/** Web sites (tenants), brands, theme, countries, legal texts. */

/** CSS colours that the server derives from the tenant's single colour. */
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
  /** BCP 47 tag, as in file names and <html lang>. */
  language_code: z.string(),
  /** The language's own name. */
  name: z.string(),
  direction: z.enum(['ltr', 'rtl']),
  /** The CSS font family that the script needs, or null for the default. */
  font: z.string().nullable(),
})
export type Language = z.infer<typeof Language>

export const WebSite = z.object({
  web_site_id: Id,
  name: z.string(),
  company: z.string(),
  /** The letters or symbol of the built-in logo, drawn on the brand colour. */
  mark: z.string(),
  /** The URL of the picture that replaces the letters, which is square; empty without one. */
  logo: z.string(),
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
  /** Trial logins per day. */
  free_trail_limit: z.int(),
  contact_email: z.string(),
  contact_phone: z.string(),
  /** The site's feature flags, named as in the specification; the web checks only `features.includes(name)`. */
  features: z.array(z.string()),
  theme: Theme,
})
export type WebSite = z.infer<typeof WebSite>

export const Brand = z.object({ brand_id: Id, name: z.string(), vehicle_kind: z.enum(['car', 'motorcycle']) })
export const Country = z.object({ id: Id, country_code: z.string(), name: z.string(), dial_code: z.string() })
const CountryCode = z.object({ country_code: z.string() })
const LegalText = z.object({ title: z.string(), html: z.string() })

const site = z.object({ web_site_id: PathId })

// ── theme ──────────────────────────────────────────────────────────────────────────────────────────────────────────────
export const getThemeDetails = endpoint({
  method: 'GET',
  path: '/getThemeDetails',
  who: anyone,
  summary: 'Returns the colours of this web site.',
  reply: z.object({ theme: Theme }),
})
export const getSiteBrands = endpoint({
  method: 'GET',
  path: '/getSiteBrands/:id',
  who: anyone,
  site: 'id',
  summary: 'Returns the vehicle brands of a web site, for the brand switch.',
  params: z.object({ id: PathId }),
  reply: z.array(Brand),
})
export const getBrandDetails = endpoint({
  method: 'GET',
  path: '/getBrandDetails/:brand_id',
  who: anyone,
  summary: 'Returns one vehicle brand.',
  params: z.object({ brand_id: PathId }),
  reply: Brand,
})
export const getExternalFontStyle = endpoint({
  method: 'GET',
  path: '/getExternalFontStyle/:web_site_id',
  who: anyone,
  site: 'web_site_id',
  summary: 'Returns the font families that languages of the site need; Arial is the fallback.',
  params: site,
  reply: z.object({ fallback: z.string(), fonts: z.array(z.object({ language_id: Id, font: z.string() })) }),
})

// ── lookups ────────────────────────────────────────────────────────────────────────────────────────────────────────────
export const getWebSiteDetails = endpoint({
  method: 'GET',
  path: '/getWebSiteDetails',
  who: anyone,
  summary: 'Returns the web site of the request’s host name.',
  reply: WebSite,
})
export const getWebSiteDetailsForDomainName = endpoint({
  method: 'GET',
  path: '/getWebSiteDetailsForDomainName',
  who: anyone,
  summary: 'Returns the web site of the request’s host name; an unknown host resolves to the default site.',
  reply: WebSite,
})
export const getWebSiteById = endpoint({
  method: 'GET',
  path: '/getWebSiteById/:id',
  who: anyone,
  site: 'id',
  summary: 'Returns a web site by id: the caller’s own; any for levels 1 and 2.',
  params: z.object({ id: PathId }),
  reply: WebSite,
})
export const getAllWebsites = endpoint({
  method: 'GET',
  path: '/getAllWebsites',
  who: signedIn,
  summary: 'Returns the web sites that the caller may see: all for levels 1 and 2, else the caller’s own.',
  reply: z.array(z.object({ web_site_id: Id, name: z.string() })),
})
export const getDomainName = endpoint({
  method: 'GET',
  path: '/getDomainName/:web_site_id',
  who: anyone,
  site: 'web_site_id',
  summary: 'Returns the host name of a web site.',
  params: site,
  reply: z.object({ domainName: z.string() }),
})
export const getWebsiteUrl = endpoint({
  method: 'GET',
  path: '/getWebsiteUrl',
  who: anyone,
  summary: 'Returns the URL of this web site.',
  reply: z.object({ url: z.string() }),
})
export const getCountry = endpoint({
  method: 'GET',
  path: '/getCountry',
  who: anyone,
  summary: 'Returns all countries, for address and phone fields.',
  reply: z.array(Country),
})
export const getAllCountry = endpoint({
  method: 'GET',
  path: '/getAllCountry',
  who: signedIn,
  summary: 'Returns all countries, for report filters.',
  reply: z.array(Country),
})
export const getDefaultCountry = endpoint({
  method: 'GET',
  path: '/getDefaultCountry/:web_site_id',
  who: anyone,
  site: 'web_site_id',
  summary: 'Returns the country of a web site.',
  params: site,
  reply: Country,
})
export const getCountryCodeByIP = endpoint({
  method: 'GET',
  path: '/getCountryCodeByIP',
  who: anyone,
  summary: 'Returns the visitor’s country by IP address, in lower case; us if unknown.',
  reply: CountryCode,
  beside: CountryCode,
})
export const getCountryCodeByIPForEmailAnAnimation = endpoint({
  method: 'GET',
  path: '/getCountryCodeByIPForEmailAnAnimation',
  who: anyone,
  summary: 'Returns the visitor’s country by IP address, for the share dialog; us if unknown.',
  reply: CountryCode,
  beside: CountryCode,
})
export const getTermsAndCondition = endpoint({
  method: 'GET',
  path: '/getTermsAndCondition/:web_site/:key/:lang',
  who: anyone,
  site: 'web_site',
  summary: 'Returns the terms of a web site in a language (key terms_and_condition).',
  params: z.object({ web_site: PathId, key: z.literal('terms_and_condition'), lang: LanguageKey }),
  reply: LegalText,
})
export const getPrivacyPolicy = endpoint({
  method: 'GET',
  path: '/getPrivacyPolicy/:web_site/:key/:lang',
  who: anyone,
  site: 'web_site',
  summary: 'Returns the privacy policy of a web site in a language (key privacy_policy).',
  params: z.object({ web_site: PathId, key: z.literal('privacy_policy'), lang: LanguageKey }),
  reply: LegalText,
})
export const getAboutText = endpoint({
  method: 'GET',
  path: '/getAboutText/:lang',
  who: anyone,
  summary: 'Returns a description of the product in a language.',
  params: z.object({ lang: LanguageKey }),
  reply: LegalText,
})
export const getAllVehicleBrand = endpoint({
  method: 'GET',
  path: '/getAllVehicleBrand',
  who: signedIn,
  summary: 'Returns the vehicle brands of this web site, for report filters.',
  reply: z.array(Brand),
})
export const getBusinessTypes = endpoint({
  method: 'GET',
  path: '/getBusinessTypes',
  who: signedIn,
  summary: 'Returns the kinds of business, for report filters.',
  reply: z.array(z.object({ id: Id, name: z.string() })),
})
export const getManageaccountLanaguages = endpoint({
  method: 'GET',
  path: '/getManageaccountLanaguages',
  who: signedIn,
  summary: 'Returns the languages of this web site, for account management.',
  reply: z.array(Language),
})
