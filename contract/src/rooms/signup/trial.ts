import { z } from 'zod'
import { anyone, endpoint, notAudited, unscoped } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'
import { Session } from '../sessions.ts'
import { WebSite } from '../sites/sites.ts'

/** The free trial: a code by text message or mail, and a login that ends after the web site's trial time. */

/** The role of a free trial. */
export const trialRole = 9

/** Seconds between two codes to the same address. */
export const resendSeconds = 20

/** `temporary`: for an hour; the dialog shows the contact address. `per_minute`: too many requests in a minute. */
const BlockStatus = z.enum(['none', 'temporary', 'per_minute'])
export type BlockStatus = z.infer<typeof BlockStatus>

const Block = z.object({
  blockstatus: BlockStatus,
  /** Until the block ends; 0 without one. */
  seconds: z.int(),
  contact_email: z.string(),
})

const TimeCount = z.object({ timeCount: z.object({ second: z.int() }).optional() })

export const getWebSiteDetailsForFreeTrial = endpoint({
  method: 'GET',
  path: '/getWebSiteDetailsForFreeTrial',
  who: anyone,
  summary: 'Returns whether the web site offers a free trial, the block of the address, and a token for ten minutes.',
  limit: { max: 60 },
  reply: Block.extend({ web_site: WebSite, token: z.string(), needs_app_number: z.boolean() }),
  beside: z.object({ token: z.string(), blockstatus: BlockStatus }),
})

export const getIpBlockDetails = endpoint({
  method: 'GET',
  path: '/getIpBlockDetails',
  who: anyone,
  summary: 'Returns whether logins from the address are blocked, and for how long.',
  reply: Block,
})

export const getIpBlockFreeTrialDetails = endpoint({
  method: 'GET',
  path: '/getIpBlockFreeTrialDetails/:web_site_id',
  who: anyone,
  site: 'web_site_id',
  summary: 'Returns whether free trials from the address are blocked, and for how long.',
  params: z.object({ web_site_id: PathId }),
  reply: Block,
})

export const checkLastLoginFreeTrial = endpoint({
  method: 'GET',
  path: '/checkLastLoginFreeTrial',
  who: anyone,
  summary: 'Returns the last login of the caller’s free trial and the seconds that are left of it.',
  reply: z.object({
    /** ISO 8601; null for a caller without a free trial. */
    last_login: z.string().nullable(),
    logins_left: z.int(),
    seconds_left: z.int(),
  }),
})

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^\P{Cc}*$/u)

/** To whom the code goes: a mobile number or a mail address. */
const address = {
  mobile_number: line(30).optional(),
  /** '+1'; the number may also carry it. */
  mobile_dail_code: z
    .string()
    .regex(/^\+?\d{1,4}$/)
    .optional(),
  email: line(254).optional(),
  country_code: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional(),
  user_access_id: Id.optional(),
  token: z.string().max(200),
}

const anyRole = unscoped('the role of a free trial; any other value is ignored')

export const sendFreeTrailOTP = endpoint({
  method: 'POST',
  path: '/sendFreeTrailOTP',
  who: anyone,
  owns: { user_access_id: anyRole },
  audit: notAudited('a code to a visitor; the message itself is kept'),
  summary: 'Sends the code of a free trial to a mobile number or a mail address.',
  limit: { max: 60 },
  body: z.object(address),
  fails: [
    'free_trial_not_offered',
    'free_trial_page_expired',
    'please_enter_a_valid_phone_number',
    'email_not_valid',
    'country_code_not_allow',
    'code_wait',
    'code_too_many',
    'code_by_mail_only',
    'free_trial_per_minute_block',
    'free_trial_temporary_block',
  ],
  reply: z.object({ sent_to: z.string(), seconds: z.int() }),
  beside: TimeCount,
})

export const registerFreeTrailUser = endpoint({
  method: 'POST',
  path: '/registerFreeTrailUser',
  who: anyone,
  owns: { user_access_id: anyRole },
  audit: { action: 'free_trial.start' },
  summary: 'Starts a free trial with the code: finds or creates the user, and logs in for the web site’s trial time.',
  limit: { max: 60 },
  body: z.object({
    ...address,
    code: line(10).optional(),
    /** The same as `code`. */
    mobile_otp: line(10).optional(),
    app_number: line(40).optional(),
    /** A day on which the visitor prefers to be contacted. */
    preferred_date: z.iso.date().optional(),
    covid_promo_code: line(40).optional(),
  }),
  fails: [
    'free_trial_not_offered',
    'free_trial_page_expired',
    'please_enter_a_valid_phone_number',
    'email_not_valid',
    'app_number_missing',
    'incorrect_login_details',
    'code_expired',
    'code_too_many',
    'free_trial_used',
    'free_trial_temporary_block',
  ],
  reply: Session,
  beside: TimeCount,
})
