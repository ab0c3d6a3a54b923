import { z } from 'zod'
import { anyone, endpoint, may, ownSite, thirdParty } from '../../endpoint.ts'
import { DriverSide, Id, LanguageKey, PartId, Yes } from '../../fields.ts'
import { Session } from '../sessions.ts'

/**
 * Log-ins that other programs begin. A program asks with its API key for a token, which opens one page with a film in a
 * frame of its own page; or for a ticket, which logs in one user of the business at one device without a password.
 */

/** Minutes for which a token or a ticket works, and a page without use stays open. */
export const tokenMinutes = 15

/** What a framed page shows. The names are those of the URL. */
export const ThirdPartyOptions = z.object({
  part_id: PartId,
  is_interactive: z.boolean(),
  /** A language of the web site; null: its default. */
  language_code: z.string().nullable(),
  show_menu: z.boolean(),
  show_left_sidebar: z.boolean(),
  show_description: z.boolean(),
  /** Nothing but the film, whatever else is asked for. */
  video_only: z.boolean(),
  auto_play: z.boolean(),
  mute: z.boolean(),
})
export type ThirdPartyOptions = z.infer<typeof ThirdPartyOptions>

/** The options of a URL or of a request, as programs write them. */
const AskedOptions = z.object({
  api_name: z.literal('animation_page').default('animation_page'),
  part_id: PartId.optional(),
  is_interactive: Yes.optional(),
  language_code: LanguageKey.optional(),
  /** Another name of `language_code`. */
  lang: LanguageKey.optional(),
  show_menu: Yes.optional(),
  show_left_sidebar: Yes.optional(),
  show_description: Yes.optional(),
  video_only: Yes.optional(),
  auto_play: Yes.optional(),
  mute: Yes.optional(),
})

/** 'https://shop.example': a scheme and a host, with a port if it is not the usual one. */
const Origin = z
  .string()
  .max(200)
  .regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i)
  .meta({ example: 'https://intranet.shop.example' })

/** The whole token of a request: of a page that opens, or the API key of a program. */
const Token = z
  .string()
  .regex(/^[A-Za-z0-9_-]{12,100}$/)
  .meta({ example: 'cutlogin_0000000000000000000000000000000000000000000' })

const ThirdPartyLogin = z.object({
  token: z.string(),
  /** ISO 8601. */
  expires_at: z.string(),
  /** The address for the frame; null for the page itself, which has opened. */
  url: z.string().nullable(),
  user: z.object({
    user_id: Id,
    user_access_id: Id,
    brand_id: Id,
    lang_id: Id,
    web_site_id: Id,
    driverside: DriverSide,
    countryCode: z.string(),
  }),
  web_site: z.object({
    web_site_id: Id,
    brand_id: Id,
    driverside: DriverSide,
    language_id: Id,
    language_code: z.string(),
    default_lang_id: Id,
  }),
  options: ThirdPartyOptions,
  /** What the page shows its visitor as: without the owner's names. Null for the program. */
  session: Session.nullable(),
})
export type ThirdPartyLogin = z.infer<typeof ThirdPartyLogin>

export const thirdPartyLoginForApi = endpoint({
  method: 'POST',
  path: '/thirdPartyLoginForApi',
  who: thirdParty,
  audit: { action: 'login_token.make' },
  limit: { max: 300 },
  summary:
    'With an API key, from server to server: returns a token that opens /thirdPartyLogin once, within 15 minutes, in a frame of `origin` only. With that token, from the page: uses it up and returns the token that the page holds in memory.',
  body: AskedOptions.extend({
    /** The API key, where a program cannot send it as Authorization: Bearer; or the token of the page. */
    token: Token.optional(),
    /** The origin of the page that frames the film. Without it no page can. */
    origin: Origin.optional(),
  }),
  fails: ['third_party_login_failed', 'Part no found'],
  reply: ThirdPartyLogin,
})

export const makeLoginTicket = endpoint({
  method: 'POST',
  path: '/makeLoginTicket',
  who: may('manage_api_keys'),
  actsFor: 'user_id',
  audit: { action: 'login_ticket.make' },
  notWhileActing: true,
  notForCustomers: true,
  limit: { max: 120 },
  summary:
    'Makes a one-time ticket, which /autologin takes in the place of a password within 15 minutes: for a location manager or a user below.',
  body: z.object({ user_id: Id }),
  fails: ['auto_login_not_for_role', 'auto_login_off'],
  reply: z.object({ username: z.string(), ticket: z.string(), expires_at: z.string() }),
})

/** The words of the eleven segments of /autologin. */
export const autoLoginTargets = ['SETTING', 'PLAY', 'INTERACTIVE', 'HOME'] as const

export const autologin = endpoint({
  method: 'POST',
  path: '/autologin',
  who: anyone,
  site: ownSite('web_site_id'),
  audit: { action: 'session.log_in' },
  limit: { max: 60 },
  summary:
    'Logs in by the segments of an /autologin address: with a one-time ticket, an API key or a password. Only on web sites with the feature auto_login.',
  body: z.object({
    username: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .regex(/^\P{Cc}*$/u),
    password: z.string().min(1).max(200),
    web_site_id: Id.optional(),
    lang: z.string().max(20).optional(),
    flash: z.unknown().optional(),
    autoLoginFor: z.string().max(20).optional(),
    mute: z.string().max(10).optional(),
    part_id: z.string().max(40).optional(),
    isInteractive: z.string().max(10).optional(),
    showRightSidebar: z.string().max(10).optional(),
    showMenu: z.string().max(10).optional(),
  }),
  fails: ['incorrect_login_details', 'second_step_required', 'auto_login_off'],
  reply: Session,
})
