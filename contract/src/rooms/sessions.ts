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
  /** The language that the user chose last, or null. */
  language_id: Id.nullable(),
  /** The time zone that the user chose; null: that of the web site. */
  time_zone: z.string().nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** The user of a touch screen: a waiting customer, or the service adviser. */
export const TouchScreenMode = z.enum(['customer', 'service_adviser'])
export type TouchScreenMode = z.infer<typeof TouchScreenMode>

/** The film that explains the portal at the first login: the standard one, or that of some sites. */
export const HelpVideo = z.enum(['portal', 'workshop'])

export const Session = z.object({
  user: SessionUser,
  web_site: WebSite,
  /** Effective rights. The web shows features by these names and derives no rights itself. */
  permissions: z.array(z.enum(permissionNames)),
  /** The user must choose a new password before any other call. */
  required_password_change: z.boolean(),
  /** The user must accept the terms before any other call. */
  required_terms: z.boolean(),
  /** The user must set up a second step of the login before any other call, because the business requires it. */
  required_second_step: z.boolean(),
  /** The manager who acts for the user in this session; null if the user is here in person. */
  acting: z.object({ name: z.string() }).nullable(),
  /** The help video to show now; null if there is none or it was closed in this session. */
  help_video: HelpVideo.nullable(),
  /** Null for users other than touch screens. */
  TouchScreenMode: TouchScreenMode.nullable(),
  /** Seconds without touch after which a touch screen returns to customer mode and to the home page. */
  touch_screen_idle: z.int(),
  /** Expiry of the session, ISO 8601. */
  expires_at: z.string(),
})
export type Session = z.infer<typeof Session>

const Password = z.string().min(10).max(200)
/** No control characters: the database does not accept NUL, and none belongs in a name. */
const plain = /^\P{Cc}*$/u
const UserName = z.string().trim().min(1).max(100).regex(plain)

/** The refusals that open the block popup. The last one is the spelling of older responses. */
export const blockMessages = ['you_are_blocked_for_1_hour', 'your_ip_blocked_1_hour', 'your_ip_blocked1 hour'] as const

export const getUserSession = endpoint({
  method: 'GET',
  path: '/getUserSession',
  who: anyone,
  summary: 'Returns the caller’s session; without one, status 0 and data null with HTTP 200.',
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
    'Creates a session, or refuses with second_step_required (beginSecondStep). An unknown user and a wrong password get the same response in the same time. After a few failures each attempt of a stranger requires a captcha.',
  limit: { max: 300 },
  fails: [
    'incorrect_login_details',
    'purchase_subscription',
    'business_suspended',
    'captcha_required',
    'captcha_not_solved',
    'second_step_required',
    ...blockMessages,
  ],
  body: z.object({
    username: UserName,
    password: z.string().min(1).max(200),
    web_site_id: Id.optional(),
    flash: z.unknown().optional(),
    /** Stay logged in on this device for 30 days; otherwise the session ends with the browser or after 12 hours. */
    stay: z.boolean().optional(),
    /** The solved captcha of getCaptcha, required after the refusal captcha_required. It is valid for one attempt. */
    captcha: z.string().max(4000).optional(),
  }),
  reply: Session,
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  who: anyone,
  audit: { action: 'session.log_out' },
  summary: 'Ends the session, if any.',
  reply: Nothing,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgotPassword',
  who: anyone,
  site: ownSite('web_site_id'),
  audit: { action: 'password.ask_link' },
  summary: 'Mails a password reset link. The response is the same whether or not the account exists.',
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
  summary: 'Returns whether a password reset link is still valid.',
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
  summary: 'Sets a new password with the single-use token of a mailed link, and ends all sessions of the user.',
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
  notWhileActing: true,
  duringPasswordChange: true,
  beforeTerms: true,
  summary: 'Sets the caller’s own password while a forced password change is pending.',
  fails: ['password_change_not_allowed', 'password_must_differ', 'password_too_easy'],
  body: z.object({ password: Password, user_id: Id }),
  reply: Nothing,
})

export const checkChangePassword = endpoint({
  method: 'GET',
  path: '/checkChangePassword/:user',
  who: anyone,
  actsFor: unscoped('either the own id or the token of a mailed link, which the handler tells apart'),
  summary: 'Returns whether the caller may change this user’s password here, and nothing else.',
  params: z.object({ user: z.string().max(200) }),
  reply: z.object({ allowed: z.boolean() }),
})

export const changeFirstTimeLoginStatus = endpoint({
  method: 'POST',
  path: '/changeFirstTimeLoginStatus',
  who: signedIn,
  actsFor: onlySelf('user_id'),
  audit: notAudited('a preference of the caller'),
  summary: 'Dismisses the first-login help video. Sites with first_login_never_done show it again in the next session.',
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
    'Switches a touch screen to service adviser or customer mode. Adviser mode expires; repeating the call renews it.',
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
  summary: 'Accepts the terms of the web site for the caller. Repeating the call changes nothing.',
  params: z.object({ web_site_id: PathId }),
  reply: Session,
})

export const handleAgreeTermsAndCondtionByGet = endpoint({
  method: 'GET',
  path: '/handleAgreeTermsAndCondtion/:web_site_id',
  who: signedIn,
  site: ownSite('web_site_id'),
  beforeTerms: true,
  summary: 'Returns 405: terms are accepted by POST.',
  params: z.object({ web_site_id: PathId }),
  reply: Nothing,
})
