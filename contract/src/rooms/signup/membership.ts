import { z } from 'zod'
import { anyone, endpoint, unscoped } from '../../endpoint.ts'
import { Id, Nothing } from '../../fields.ts'
import { line } from './fields.ts'

/** Accounts of Capricorn members, whose subscription is charged to their membership. */

export const handleCapricornApi = endpoint({
  method: 'POST',
  path: '/handleCapricornApi',
  who: anyone,
  site: 'web_site_id',
  audit: { action: 'membership.check' },
  summary:
    'Returns whether a number is that of a Capricorn member: status 1 if it is. Five wrong numbers an hour from one address; a right one is kept for the registration of the cookie, or for the business of the caller.',
  limit: { max: 60 },
  body: z.object({
    membership_number: line(40).min(1).meta({ example: '1000021' }),
    web_site_id: Id.optional(),
  }),
  fails: ['membership_unknown', 'membership_in_use', 'code_too_many'],
  reply: Nothing,
})

export const upgardeSubscribeCapriconAccount = endpoint({
  method: 'POST',
  path: '/upgardeSubscribeCapriconAccount',
  who: anyone,
  actsFor: unscoped(
    'the user of the registration cookie, or the caller as the owner of a business; 404 for any other user',
  ),
  owns: { billing_plan_id: unscoped('a plan of members that is on sale, looked up on the web site') },
  audit: { action: 'membership.subscribe' },
  notWhileActing: true,
  summary:
    'Opens the account of a checked member: the subscription is charged to the membership. Returns the user name and the password once; null for an account that exists.',
  limit: { max: 60 },
  body: z.object({ billing_plan_id: Id, user_id: Id }),
  fails: [
    'membership_unknown',
    'membership_in_use',
    'Subscription Details Not Found.',
    'invalid_number_of_locations',
    'user_name_already_exists',
    'payment_in_progress',
  ],
  reply: z.object({
    id: z.int(),
    username: z.string().nullable(),
    password: z.string().nullable(),
    /** The key of the business; shown once. */
    api_key: z.string().nullable(),
    /** Brings the account back after its subscription has ended. */
    reactivation_token: z.string().nullable(),
  }),
})
