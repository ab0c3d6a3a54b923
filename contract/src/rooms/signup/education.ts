import { z } from 'zod'
import { listFields } from '../../administration/list.ts'
import { anyone, endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Id, Nothing, PathId, Yes } from '../../fields.ts'
import { contactFields, line } from './fields.ts'

/** Accounts of schools: sign-up with activation by mail, and applications of teachers, which the operator decides. */

const school = {
  school_network: line(120).optional(),
  school_name: line(120).min(1),
}
const common = {
  iaccept: Yes.optional(),
  i_accept: Yes.optional(),
  note: line(1000).optional(),
  web_site_id: Id.optional(),
  /** The solved captcha. */
  token: z.string().max(4000).optional(),
}
const fails = [
  'message_bill',
  'unable_to_create_account',
  'captcha_not_solved',
  'read_our_terms_and_conditions',
  'country_code_not_allow',
  'user_name_already_exists',
  'please_enter_a_valid_phone_number',
  'education_not_offered',
] as const

const Applicant = z.object({
  ...contactFields,
  businessentity_street1: line(200).optional(),
  businessentity_city: line(100).optional(),
  ...school,
  ...common,
})
export type Applicant = z.input<typeof Applicant>

export const createEducationalUserAccount = endpoint({
  method: 'POST',
  path: '/createEducationalUserAccount',
  who: anyone,
  site: 'web_site_id',
  audit: { action: 'education.ask' },
  summary: 'Asks for the account of a school. A mail with a link activates it.',
  limit: { max: 60 },
  body: Applicant,
  fails,
  reply: z.object({ email: z.string() }),
})

export const saveRegistrationEducationAccessIsraelTeachers = endpoint({
  method: 'POST',
  path: '/saveRegistrationEducationAccessIsraelTeachers',
  who: anyone,
  site: 'web_site_id',
  audit: { action: 'application.send' },
  summary: 'Sends a teacher’s application. It gives no access before the operator approves it.',
  limit: { max: 60 },
  body: Applicant,
  fails,
  reply: z.object({ email: z.string() }),
})

/** Pending: waits for the activation. Forward only. */
const AccountStatus = z.enum(['Pending', 'Active', 'Complete'])
const bySignedLink = unscoped('needs the signed link of the mail, level 2, or the school’s own education manager')

export const checkEducationAccount = endpoint({
  method: 'GET',
  path: '/checkEducationAccount/:entity',
  who: anyone,
  owns: { entity: bySignedLink },
  summary: 'Returns the name and the state of a school’s account; ?sig= is that of the mailed link. Changes nothing.',
  limit: { max: 60 },
  params: z.object({ entity: PathId }),
  reply: z.object({ business_name: z.string(), accountActiveStatus: AccountStatus }),
})

export const updateEducationAccount = endpoint({
  method: 'PUT',
  path: '/updateEducationAccount',
  who: anyone,
  owns: { businessentity_id: bySignedLink },
  audit: { action: 'education.activate' },
  summary: 'Activates a school’s account, or completes its set-up. It never goes back.',
  limit: { max: 60 },
  body: z.object({
    businessentity_id: Id,
    accountActiveStatus: z.enum(['Active', 'Complete']),
    sig: z.string().max(100).optional(),
  }),
  fails: ['Invalid URL', 'user_name_already_exists'],
  reply: z.object({ business_name: z.string(), accountActiveStatus: AccountStatus, username: z.string() }),
})

export const Application = z.object({
  registration_id: z.string(),
  web_site_id: z.int(),
  site_name: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  school_name: z.string(),
  school_network: z.string(),
  note: z.string(),
  state: z.enum(['awaiting_approval', 'active', 'refused']),
  created_at: z.string(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  reason: z.string().nullable(),
})
export type Application = z.infer<typeof Application>

export const getApplications = endpoint({
  method: 'POST',
  path: '/getApplications',
  who: may('manage_web_sites'),
  site: unscoped('a filter: the rows are those of web sites that the caller sees'),
  audit: notAudited('reads only'),
  summary: 'Returns the applications of teachers on the web sites that the caller sees.',
  body: z.object({
    ...listFields(['created']),
    web_site_id: Id.optional(),
    state: z.enum(['open', 'done']).default('open'),
  }),
  reply: z.object({ rows: z.array(Application), total: z.int() }),
})

export const decideApplication = endpoint({
  method: 'PUT',
  path: '/decideApplication',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { registration_id: unscoped('looked up on the web site of the call') },
  audit: { action: 'application.decide' },
  notWhileActing: true,
  summary: 'Approves an application, which opens the account, or refuses it with a reason.',
  body: z.object({
    web_site_id: Id,
    registration_id: z.uuid(),
    approve: Yes,
    reason: line(500).default(''),
  }),
  fails: ['enter_a_reason', 'application_decided'],
  reply: Nothing,
})
