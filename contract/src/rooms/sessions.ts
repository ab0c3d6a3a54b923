import { z } from 'zod'
import { anyone, endpoint, notAudited, onlySelf, ownSite, signedIn, unscoped } from '../endpoint.ts'
import { Flag, Id, Nothing, PathId, VideoType } from '../fields.ts'
import { permissionNames } from '../permissions.ts'
import { WebSite } from './sites/sites.ts'

/** Login, logout, the session, forgotten and changed passwords. */

export const SessionUser = z.object({
  user_id: Id,
  user_access_id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  business_name: z.string(),
  is_show_business_name: Flag,
  businessentity_id: Id.nullable(),
  is_employee: Flag,
  is_first_time_login: Flag,
  default_animation_mail_checked: Flag,
  default_video_type: VideoType.nullable(),
  store_number: z.string().nullable(),
  terms_accepted_date: z.string().nullable(),
  /** The language that the user chose last, else null. */
  language_id: Id.nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** Who stands at a touch screen: somebody who waits, or the service adviser who shows something. */
export const TouchScreenMode = z.enum(['customer', 'service_adviser'])
export type TouchScreenMode = z.infer<typeof TouchScreenMode>

/** The film that explains the portal at the first login: the one of all sites, or another. */
export const HelpVideo = z.enum(['portal', 'workshop'])

export const Session = z.object({
  user: SessionUser,
  web_site: WebSite,
  /** Effective rights. The web shows by these names and derives nothing itself. */
  permissions: z.array(z.enum(permissionNames)),
  /** The user must choose a new password before anything else. */
  required_password_change: z.boolean(),
  /** The user must accept the terms before anything else. */
  required_terms: z.boolean(),
  /** The help video to show now, null when there is none or it has been closed in this session. */
  help_video: HelpVideo.nullable(),
  /** Null for everybody who is not a touch screen. */
  TouchScreenMode: TouchScreenMode.nullable(),
  /** Seconds without a touch after which a touch screen goes back to customer mode and to the home page. */
  touch_screen_idle: z.int(),
  /** When the session ends by itself, ISO 8601. */
  expires_at: z.string(),
})
export type Session = z.infer<typeof Session>

const Password = z.string().min(10).max(200)
/** No control characters: the database takes no NUL, and none belongs in a name. */
const plain = /^\P{Cc}*$/u
const UserName = z.string().trim().min(1).max(100).regex(plain)

/** The refusals that open the block popup. The last one is spelt so in older answers. */
export const blockMessages = ['you_are_blocked_for_1_hour', 'your_ip_blocked_1_hour', 'your_ip_blocked1 hour'] as const

export const getUserSession = endpoint({
  method: 'GET',
  path: '/getUserSession',
  who: anyone,
  summary: 'The caller’s session; without one status 0 and data null, by HTTP 200.',
  fails: ['session_required'],
  reply: Session,
})

export const login = endpoint({
  method: 'POST',
  path: '/login',
  who: anyone,
  site: ownSite('web_site_id'),
  audit: { action: 'session.log_in' },
  summary:
    'Opens a session. Unknown user and wrong password are answered alike, in the same time. After a few failures strangers solve a puzzle with each attempt.',
  limit: { max: 300 },
  fails: [
    'incorrect_login_details',
    'purchase_subscription',
    'captcha_required',
    'captcha_not_solved',
    ...blockMessages,
  ],
  body: z.object({
    username: UserName,
    password: z.string().min(1).max(200),
    web_site_id: Id.optional(),
    flash: z.unknown().optional(),
    /** Keep the session on this device: 30 days, else until the browser is closed or 12 hours. */
    stay: z.boolean().optional(),
    /** The solved puzzle of getCaptcha, after the refusal captcha_required. It counts for one attempt. */
    captcha: z.string().max(4000).optional(),
  }),
  reply: Session,
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  who: anyone,
  audit: { action: 'session.log_out' },
  summary: 'Ends the session, if there is one.',
  reply: Nothing,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgotPassword',
  who: anyone,
  site: ownSite('web_site_id'),
  audit: { action: 'password.ask_link' },
  summary: 'Mails a link to set a new password. The answer is the same whether or not the account exists.',
  limit: { max: 10 },
  body: z
    .object({
      username: z.string().trim().max(100).regex(plain).optional(),
      email: z.string().trim().max(200).regex(plain).optional(),
      web_site_id: Id.optional(),
    })
    .refine((b) => Boolean(b.username || b.email), { message: 'username or email' })
    .meta({ example: { email: 'advisor@shop.example' } }),
  reply: Nothing,
})

const Token = z.string().regex(/^[A-Za-z0-9_-]{20,200}$/)

export const forgotPasswordTokenCheck = endpoint({
  method: 'POST',
  path: '/forgotPasswordTokenCheck',
  who: anyone,
  audit: notAudited('reads only'),
  summary: 'Whether a link for a new password is still good.',
  limit: { max: 30 },
  fails: ['password_link_expired'],
  body: z.object({ token: z.string().max(400) }),
  reply: z.object({ username: z.string() }),
})

export const forgetPasswordUpdate = endpoint({
  method: 'POST',
  path: '/forgetPasswordUpdate',
  who: anyone,
  actsFor: unscoped('the token names the account'),
  site: unscoped('of older clients; the token names the account'),
  owns: { id: unscoped('of older clients; the token names the account') },
  audit: { action: 'password.set_by_link' },
  summary: 'Sets a new password by the token of the mailed link, once, and ends all sessions of the user.',
  limit: { max: 10 },
  fails: ['password_link_expired', 'password_too_easy'],
  body: z.object({
    token: Token,
    password: Password,
    username: z.string().optional(),
    web_site_id: Id.optional(),
    email: z.string().optional(),
    id: Id.optional(),
  }),
  reply: Nothing,
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/changePassword',
  who: signedIn,
  actsFor: onlySelf('user_id'),
  audit: { action: 'password.change' },
  duringPasswordChange: true,
  beforeTerms: true,
  summary: 'The forced change: sets the caller’s own password while a change is required.',
  fails: ['password_change_not_allowed', 'password_must_differ', 'password_too_easy'],
  body: z.object({ password: Password, user_id: Id }),
  reply: Nothing,
})

export const checkChangePassword = endpoint({
  method: 'GET',
  path: '/checkChangePassword/:user',
  who: anyone,
  actsFor: unscoped('either the own id or the token of a mailed link, which the handler tells apart'),
  summary: 'Whether the caller may change this user’s password here. Nothing else is told.',
  params: z.object({ user: z.string().max(200) }),
  reply: z.object({ allowed: z.boolean() }),
})

export const changeFirstTimeLoginStatus = endpoint({
  method: 'POST',
  path: '/changeFirstTimeLoginStatus',
  who: signedIn,
  actsFor: onlySelf('user_id'),
  audit: notAudited('a preference of the caller'),
  summary:
    'The help video of the first login was closed. Sites with first_login_never_done show it again in the next session.',
  body: z.object({ user_id: Id.optional() }).optional(),
  reply: z.object({ is_first_time_login: Flag }),
})

export const changeTouchScreenMode = endpoint({
  method: 'POST',
  path: '/changeTouchScreenMode',
  who: signedIn,
  audit: notAudited('a mode of the session, changed many times a day'),
  beforeTerms: true,
  summary:
    'Hands a touch screen to the service adviser or back to customers. Adviser mode ends by itself; asking for it again keeps it.',
  body: z.object({ TouchScreenMode }),
  reply: Session,
})

export const handleAgreeTermsAndCondtion = endpoint({
  method: 'POST',
  path: '/handleAgreeTermsAndCondtion/:web_site_id',
  who: signedIn,
  site: ownSite('web_site_id'),
  audit: { action: 'terms.accept' },
  beforeTerms: true,
  summary: 'The caller accepts the terms of the web site. Doing so again changes nothing.',
  params: z.object({ web_site_id: PathId }),
  reply: Session,
})

export const handleAgreeTermsAndCondtionByGet = endpoint({
  method: 'GET',
  path: '/handleAgreeTermsAndCondtion/:web_site_id',
  who: signedIn,
  site: ownSite('web_site_id'),
  beforeTerms: true,
  summary: 'Refused by 405: whoever accepts terms does so by POST.',
  params: z.object({ web_site_id: PathId }),
  reply: Nothing,
})
