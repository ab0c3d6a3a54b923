import { z } from 'zod'
import { endpoint, notAudited, onlySelf, signedIn } from '../../endpoint.ts'
import { Id, Nothing, PathId, VideoType } from '../../fields.ts'

/** The personal settings: details, user name, password, preferences, and the sessions of the user's devices. */

/** No control characters. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u)

export const mostName = 100
export const mostPhone = 40
const UserName = line(100).min(1)
const Password = z.string().min(10).max(200)
/** Required unless the user has logged in within the last 10 minutes. */
const CurrentPassword = z.string().min(1).max(200).optional()

export const PersonalSettings = z.object({
  user_id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  user_access_id: Id,
  business_name: z.string(),
  default_video_type: VideoType.nullable(),
  language_id: Id.nullable(),
  /** An IANA time zone; null: that of the web site. */
  time_zone: z.string().nullable(),
  /** The user has logged in within the last 10 minutes, so the current password is not asked for. */
  is_fresh: z.boolean(),
})
export type PersonalSettings = z.infer<typeof PersonalSettings>

export const getPersonalSettings = endpoint({
  method: 'GET',
  path: '/getPersonalSettings',
  who: signedIn,
  notForCustomers: true,
  summary: 'Returns the caller’s own details and preferences.',
  reply: PersonalSettings,
})

export const updateUserDetails = endpoint({
  method: 'PUT',
  path: '/updateUserDetails',
  who: signedIn,
  actsFor: onlySelf('id'),
  audit: { action: 'user.change' },
  notForCustomers: true,
  summary: 'Changes the caller’s own name and phone number.',
  body: z.object({
    id: Id,
    first_name: line(mostName).min(1),
    last_name: line(mostName),
    phone: line(mostPhone),
  }),
  reply: PersonalSettings,
})

export const savePreferences = endpoint({
  method: 'PUT',
  path: '/savePreferences',
  who: signedIn,
  actsFor: onlySelf('user_id'),
  audit: { action: 'user.change' },
  notForCustomers: true,
  summary:
    'Changes the caller’s kind of film, language and time zone. An omitted field does not change; null is the default of the web site.',
  body: z.object({
    user_id: Id,
    default_video_type: VideoType.nullable().optional(),
    language_id: Id.nullable().optional(),
    time_zone: z.string().max(64).nullable().optional(),
  }),
  fails: ['unknown_language', 'unknown_time_zone'],
  reply: PersonalSettings,
})

export const updateUsername = endpoint({
  method: 'PUT',
  path: '/updateUsername',
  who: signedIn,
  actsFor: 'user_id',
  audit: { action: 'user.change_name' },
  notForCustomers: true,
  notWhileActing: true,
  limit: { max: 30 },
  summary:
    'Changes a user name: the caller’s own, or that of a user below the caller. The current name must be given; names are unique on a web site, regardless of case.',
  body: z.object({ user_id: Id, current_username: z.string().max(200), new_username: UserName }),
  fails: ['current_username_wrong', 'user_name_already_exists'],
  reply: z.object({ username: z.string() }),
})

export const updatePassword = endpoint({
  method: 'PUT',
  path: '/updatePassword',
  who: signedIn,
  actsFor: onlySelf('user_id'),
  audit: { action: 'password.change' },
  notForCustomers: true,
  notWhileActing: true,
  summary:
    'Changes the caller’s own password and ends all other sessions. Requires the current password, or a login within the last 10 minutes. Wrong passwords count like those of a login.',
  limit: { max: 30 },
  body: z.object({ user_id: Id, password: Password, current_password: CurrentPassword }),
  fails: [
    'current_password_required',
    'current_password_wrong',
    'password_must_differ',
    'password_too_easy',
    'you_are_blocked_for_1_hour',
    'your_ip_blocked_1_hour',
  ],
  reply: Nothing,
})

export const UserSession = z.object({
  /** Names the session in endSession. It is of no use for anything else. */
  session: z.string(),
  user_agent: z.string(),
  /** Country of the address in lower case; null if unknown. */
  country_code: z.string().nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
  /** A manager who acts for the user in this session. */
  acting: z.string().nullable(),
})
export type UserSession = z.infer<typeof UserSession>

export const getSessions = endpoint({
  method: 'GET',
  path: '/getSessions/:user',
  who: signedIn,
  actsFor: onlySelf('user'),
  notForCustomers: true,
  summary: 'Returns the devices on which the caller is logged in, the one in use first, then the last seen.',
  params: z.object({ user: PathId }),
  reply: z.array(UserSession),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/endSession/:session',
  who: signedIn,
  audit: { action: 'session.end' },
  notForCustomers: true,
  summary: 'Logs the caller out on one device.',
  params: z.object({
    session: z
      .string()
      .regex(/^[A-Za-z0-9_-]{22}$/)
      .meta({ example: 'aaaaaaaaaaaaaaaaaaaaaa' }),
  }),
  reply: Nothing,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/endOtherSessions',
  who: signedIn,
  actsFor: onlySelf('user_id'),
  audit: { action: 'session.end_others' },
  notForCustomers: true,
  summary: 'Logs the caller out on all other devices.',
  body: z.object({ user_id: Id }),
  reply: z.object({ ended: z.int() }),
})

export const checkOwnUsername = endpoint({
  method: 'POST',
  path: '/checkOwnUsername',
  who: signedIn,
  actsFor: onlySelf('user_id'),
  audit: notAudited('reads only'),
  notForCustomers: true,
  limit: { max: 60 },
  summary: 'Returns whether another user of the web site has this name. The caller’s own name is free.',
  body: z.object({ user_id: Id, username: UserName }),
  reply: z.object({ is_taken: z.boolean() }),
})
