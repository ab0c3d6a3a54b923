import { z } from 'zod'
import { webAddress } from '../../web-address.ts'
import { listFields, listTotal } from '../../administration/list.ts'
import { isEmail } from '../../addresses.ts'
import { endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { DriverSide, Flag, Id, isTimeZone, Nothing, PathId, VideoType } from '../../fields.ts'
import { currencies, featureNames, hostPattern } from '../../administration/web-site-options.ts'
import { Brand, Language, Theme } from './sites.ts'

/** The web sites as the operator manages them: all of them for the super user, the own ones for a distributor. */

const sorts = ['name', 'id', 'country', 'businesses', 'people', 'sends', 'waiting'] as const
export type WebSiteSort = (typeof sorts)[number]

/** `unreachable`: nothing answers · `not_trusted`: browsers refuse the certificate · `elsewhere`: another web site answers. */
export const HostProblem = z.enum(['unreachable', 'not_trusted', 'elsewhere'])
export type HostProblem = z.infer<typeof HostProblem>

/**
 * `draft`: the primary host has never led to the web site · `unreachable`: it did, but not at the last check · a web site
 * that was not checked yet is `live`.
 */
export const WebSiteState = z.enum(['draft', 'live', 'unreachable', 'out_of_service'])
export type WebSiteState = z.infer<typeof WebSiteState>

/** By which provider customers pay on a web site; `nothing`: it takes no payments. */
export const SellsBy = z.enum(['cybersource', 'eway', 'paypal', 'nothing'])
export type SellsBy = z.infer<typeof SellsBy>

/** A web site in the list. */
export const WebSiteRow = z.object({
  web_site_id: Id,
  name: z.string(),
  /** The letters of the built-in logo. */
  mark: z.string(),
  /** The URL of the logo; empty: the letters. */
  logo: z.string(),
  brand: z.string(),
  on_brand: z.string(),
  /** The primary host name; empty without one. */
  host: z.string(),
  country_code_iso: z.string(),
  currency: z.string(),
  state: WebSiteState,
  out_of_service_at: z.string().nullable(),
  businesses: z.int(),
  people: z.int(),
  /** Sends to customers in the last 30 days. */
  sends: z.int(),
  /** Sends in each of the last 12 weeks, the latest last. */
  weeks: z.array(z.int()),
  /** What waits for the operator: ranges of IP addresses, teachers' applications and registrations to decide on, and feedback. */
  waiting: z.int(),
  /** Of these, ranges of IP addresses. */
  ip_ranges: z.int(),
  /** Of these, teachers' applications. */
  applications: z.int(),
  /** Of these, registrations with US carriers. */
  registrations: z.int(),
  /** 1 for the web site of the request, and for the one that answers unknown hosts: neither can be taken out of service. */
  is_needed: Flag,
})
export type WebSiteRow = z.infer<typeof WebSiteRow>

export const getWebSites = endpoint({
  method: 'POST',
  path: '/getWebSites',
  who: may('manage_web_sites'),
  audit: notAudited('reads only'),
  summary: 'Returns the web sites that the caller manages, with the numbers of their businesses, people and sends.',
  body: z
    .object({
      ...listFields(sorts),
      state: WebSiteState.optional(),
      country: z.string().trim().toLowerCase().max(2).default(''),
      sells_by: SellsBy.optional(),
    })
    .prefault({}),
  reply: z.array(WebSiteRow),
  beside: listTotal().extend({
    /** Of all web sites that the caller manages. */
    live: z.int(),
    out_of_service: z.int(),
    /** Those whose primary host was never reached, or no longer is. */
    draft: z.int(),
    unreachable: z.int(),
    countries: z.array(z.string()),
    /** Of all web sites that match. */
    totals: z.object({ businesses: z.int(), people: z.int(), sends: z.int(), waiting: z.int() }),
  }),
})

// ── one web site ─────────────────────────────────────────────────────────────────────────────────────────────────────

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u)
const required = (most: number) => line(most).min(1)

const colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { message: 'brand_colour_not_valid' })
  .meta({ example: '#1f5fd6' })

const Host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(hostPattern, { message: 'host_not_valid' })
  .meta({ example: 'films.shop.example' })

/** What a form edits. The form and the calls check the same rules. */
export const WebSiteFields = z.object({
  name: required(80),
  company: required(120),
  mark: required(3).meta({ description: 'The letters of the built-in logo', example: 'NM' }),
  /** The name of a picture from `uploadWebSiteLogo`; empty: the letters of `mark`. */
  logo: z
    .string()
    .regex(/^(?:[0-9a-f]{40}\.png)?$/)
    .meta({ example: '' }),
  brand_colour: colour,
  country_code_iso: z.string().trim().toLowerCase().length(2).meta({ example: 'us' }),
  currency: z.enum(currencies),
  time_zone: z
    .string()
    .max(60)
    .refine(isTimeZone, { message: 'time_zone_not_valid' })
    .meta({ example: 'America/New_York' }),
  driverside: DriverSide,
  /** The first one is the primary host name, to which links lead. */
  hosts: z.array(Host).min(1, { message: 'host_missing' }).max(20),
  /** In the order of the language menu. */
  language_ids: z.array(Id).min(1, { message: 'language_missing' }).max(50),
  default_lang_id: Id,
  brand_ids: z.array(Id).min(1, { message: 'brand_missing' }).max(20),
  brand_id: Id,
  default_video_type: VideoType,
  vehicle_layout_view: z.enum(['front_view', 'top_view', 'other', '']),
  contact_email: z
    .string()
    .trim()
    .max(254)
    .refine(isEmail, { message: 'email_not_valid' })
    .meta({ example: 'service@shop.example' }),
  contact_phone: line(40),
  free_trial_label: line(80),
  /** Seconds. */
  free_trail_time: z.int().min(60).max(86_400).meta({ example: 3600 }),
  /** Trial logins per day. */
  free_trail_limit: z.int().min(1).max(100),
  features: z.array(z.enum(featureNames)).max(100),
  settings: z.object({
    touch_screen_idle: z.int().min(20).max(3600).nullable(),
    /** Empty entries are left out. */
    sample_films: z.array(z.string().regex(/^[A-Za-z0-9_-]{0,40}$/)).max(40),
    analytics_id: line(40),
    au_signup_promo: line(40),
    /** Where a web site with `redirect_subscription_url` opens accounts; empty: on its own pages. */
    subscription_url: line(300)
      .refine((url) => url === '' || webAddress(url) !== undefined, { message: 'subscription_url_not_valid' })
      .default(''),
    /** Where people go who decline to upgrade a trial; empty: they are logged out. */
    upgrade_decline_url: line(300)
      .refine((url) => url === '' || webAddress(url) !== undefined, { message: 'subscription_url_not_valid' })
      .default(''),
    /** What a telephone number costs that costs the portal 100 US dollars; null: a standard rate. */
    number_price: z.int().min(1).max(10_000_000).nullable().default(null),
    /** Megabytes of all custom videos of a business, and of one file; null: as shipped. */
    custom_video_space_mb: z.int().min(0).max(10_000_000).nullable().default(null),
    custom_video_file_mb: z.int().min(1).max(100_000).nullable().default(null),
  }),
})
export type WebSiteFields = z.infer<typeof WebSiteFields>

export const HostChecks = z.array(
  z.object({
    host: z.string(),
    checked_at: z.string(),
    /** When the host last led to the web site. */
    reached_at: z.string().nullable(),
    problem: HostProblem.nullable(),
  }),
)
export type HostChecks = z.infer<typeof HostChecks>

/** A web site as the form edits it. */
export const WebSiteData = WebSiteFields.extend({
  web_site_id: Id,
  /** The distributors who manage the web site, beside those of its own; changed by the super user only. */
  distributors: z.array(Id),
  state: WebSiteState,
  out_of_service_at: z.string().nullable(),
  is_needed: Flag,
  /** The results of the last checks of the hosts; a host that was not checked yet is missing. */
  host_checks: HostChecks,
  /** How many people of the web site will lose access while it is out of service. */
  people: z.int(),
  /** Increases with each change; `updateWebSite` refuses to overwrite a newer version. */
  version: z.int(),
  /** The name of the person who made the last change, and its time; empty before the first one. */
  changed_by: z.string(),
  changed_at: z.string(),
})
export type WebSiteData = z.infer<typeof WebSiteData>

export const getWebSite = endpoint({
  method: 'GET',
  path: '/getWebSite/:web_site_id',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  summary: 'Returns a web site as the form edits it.',
  params: z.object({ web_site_id: PathId }),
  reply: WebSiteData,
})

export const getWebSiteChoices = endpoint({
  method: 'GET',
  path: '/getWebSiteChoices',
  who: may('manage_web_sites'),
  summary: 'Returns the languages and brands that a web site can have, and, to the super user, the distributors.',
  reply: z.object({
    languages: z.array(Language),
    brands: z.array(Brand),
    distributors: z.array(z.object({ user_id: Id, name: z.string(), web_site: z.string() })),
  }),
})

export const getBrandColours = endpoint({
  method: 'GET',
  path: '/getBrandColours/:colour',
  who: may('manage_web_sites'),
  summary:
    'Returns the colours that are derived from a brand colour (six hexadecimal digits), with the contrast of texts in them. A colour on which neither white nor dark text is readable has the nearest one that is.',
  params: z.object({
    colour: z
      .string()
      .toLowerCase()
      .regex(/^[0-9a-f]{6}$/)
      .meta({ example: '1f5fd6' }),
  }),
  reply: z.object({
    theme: Theme,
    /** White or dark: the text on buttons. */
    text: z.enum(['white', 'dark']),
    /** Contrasts as measured, cut to one decimal: 4.5 is enough, 6 beside the film. */
    ratios: z.array(
      z.object({ id: z.enum(['button', 'hover', 'link', 'tint', 'stage']), ratio: z.number(), needed: z.number() }),
    ),
    /** The nearest colour that can be used; null if the colour itself can. */
    nearest: z.string().nullable(),
    /** The contrast of white text on the colour, cut to one decimal. */
    white: z.number(),
  }),
})

export const checkWebSiteHost = endpoint({
  method: 'POST',
  path: '/checkWebSiteHost',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: notAudited('reads only'),
  summary: 'Returns whether a host name is free, or belongs to the given web site.',
  body: z.object({ web_site_id: Id.optional(), host: Host }),
  fails: ['host_taken'],
  reply: Nothing,
})

const refusals = [
  'host_taken',
  'brand_colour_not_readable',
  'default_language_missing',
  'default_brand_missing',
  'web_site_choice_unknown',
  'sample_film_unknown',
  'site_logo_unknown',
] as const

export const checkWebSiteHosts = endpoint({
  method: 'POST',
  path: '/checkWebSiteHosts',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: notAudited('requests pages of the portal itself'),
  limit: { max: 20 },
  summary: 'Requests a page of the portal at each host of a web site now, and returns whether it was reached.',
  body: z.object({ web_site_id: Id }),
  reply: HostChecks,
})

/** Pixels of a stored logo, which is square. */
export const siteLogoSize = 256

export const siteLogoUpload = { maxBytes: 1024 * 1024, mediaTypes: ['image/png', 'image/svg+xml'] }

export const uploadWebSiteLogo = endpoint({
  method: 'POST',
  path: '/uploadWebSiteLogo',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: notAudited('the web site that shows the picture is audited when it is saved'),
  limit: { max: 30 },
  summary:
    'Stores a logo, PNG or SVG, as a square PNG, and returns its name for `addWebSite` or `updateWebSite`. An SVG is drawn without scripts and without other files.',
  upload: siteLogoUpload,
  /** The web site that will show it; a new one has no number yet. */
  body: z.object({ web_site_id: Id.optional() }),
  fails: ['site_logo_not_valid', 'site_logo_empty'],
  reply: z.object({ logo: z.string(), url: z.string() }),
})

const analyticsAccount = unscoped('an account of the analytics service')

export const addWebSite = endpoint({
  method: 'POST',
  path: '/addWebSite',
  who: may('manage_web_sites'),
  owns: { 'settings.analytics_id': analyticsAccount },
  audit: { action: 'web_site.add' },
  notWhileActing: true,
  limit: { max: 20 },
  summary: 'Adds a web site. It answers at its host names within a second; a distributor who adds one manages it.',
  body: WebSiteFields,
  fails: refusals,
  reply: z.object({ web_site_id: Id }),
})

export const updateWebSite = endpoint({
  method: 'PUT',
  path: '/updateWebSite',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: {
    'changes.settings.analytics_id': analyticsAccount,
    distributors: unscoped('the handler accepts only distributors, from the super user'),
    languages_confirmed: unscoped('languages are shared'),
  },
  audit: { action: 'web_site.change' },
  notWhileActing: true,
  summary:
    'Changes fields of a web site, on every node within a second. Refuses an older version, with the present one as its data; until it is confirmed, languages that people use, with their numbers; and a new country or currency of a web site with people without a reason.',
  body: z.object({
    web_site_id: Id,
    version: z.int().min(1),
    changes: WebSiteFields.partial(),
    distributors: z.array(Id).max(100).optional(),
    /** Languages that may be taken away although people use them. */
    languages_confirmed: z.array(Id).max(50).default([]),
    /** Why the country or the currency of a web site changes that people use; kept in the audit log. */
    reason: line(500).default(''),
  }),
  fails: [...refusals, 'web_site_changed', 'web_site_languages_used', 'web_site_reason_missing'],
  reply: WebSiteData,
})

export const takeWebSiteOutOfService = endpoint({
  method: 'POST',
  path: '/takeWebSiteOutOfService',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: { action: 'web_site.take_out_of_service' },
  notWhileActing: true,
  summary: 'Ends all sessions of a web site; its pages and calls then only say that it is out of service.',
  body: z.object({ web_site_id: Id }),
  fails: ['web_site_needed'],
  reply: z.object({ web_site_id: Id, ended_sessions: z.int() }),
})

export const putWebSiteBackInService = endpoint({
  method: 'POST',
  path: '/putWebSiteBackInService',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  audit: { action: 'web_site.put_back_in_service' },
  notWhileActing: true,
  summary: 'Puts a web site back into service. Its people log in again.',
  body: z.object({ web_site_id: Id }),
  reply: z.object({ web_site_id: Id }),
})
