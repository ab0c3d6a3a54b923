import { z } from 'zod'
import { anyone, endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Flag, Id, Nothing, PartId, PathId } from '../../fields.ts'

/**
 * Learning platforms (LTI 1.3): a business registers a platform, which then launches films in its courses. Each
 * registration has addresses and a signing key of its own.
 */

export const mostPlatforms = 10
export const mostDeployments = 50

/** Why a platform's last request was refused. */
export const ltiProblems = [
  'login_unknown',
  'keys_not_read',
  'signature',
  'claims',
  'expired',
  'nonce',
  'deployment',
  'deep_linking',
] as const
export const LtiProblem = z.enum(ltiProblems)
export type LtiProblem = z.infer<typeof LtiProblem>

export const LtiPlatform = z.object({
  id: Id,
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  auth_url: z.string(),
  jwks_url: z.string(),
  token_url: z.string(),
  deployment_ids: z.array(z.string()),
  /** Whether people are logged in as the user with their e-mail address, in this business. */
  maps_people: z.boolean(),
  active: Flag,
  /** The addresses and the key to enter at the platform. */
  tool: z.object({ login_url: z.string(), launch_url: z.string(), jwks_url: z.string() }),
  /** How many people are linked with users. */
  people: z.int(),
  created_at: z.string(),
  last_launch_at: z.string().nullable(),
  last_problem: LtiProblem.nullable(),
  last_problem_at: z.string().nullable(),
})
export type LtiPlatform = z.infer<typeof LtiPlatform>

const Line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u)
const Url = z.string().trim().min(1).max(1000)

/** What the form of a platform edits. */
export const LtiPlatformFields = z.object({
  name: Line(100),
  issuer: Line(500).meta({ example: 'https://lms.example.com' }),
  client_id: Line(200),
  auth_url: Url.meta({ example: 'https://lms.example.com/lti/auth' }),
  jwks_url: Url.meta({ example: 'https://lms.example.com/lti/jwks' }),
  token_url: Url.meta({ example: 'https://lms.example.com/lti/token' }),
  deployment_ids: z.array(Line(255)).max(mostDeployments),
  maps_people: z.boolean(),
})
export type LtiPlatformFields = z.infer<typeof LtiPlatformFields>

const fails = ['lti_url_not_valid', 'lti_url_not_secure', 'lti_url_not_public', 'lti_platform_exists'] as const

/** These name things of the platform. */
const foreign = {
  client_id: unscoped('the name that the platform gave to the portal: no record of ours'),
  deployment_ids: unscoped('the platform’s own names of its deployments: no records of ours'),
}

const common = {
  who: may('manage_api_keys'),
  notForCustomers: true,
  notWhileActing: true,
} as const

export const getLtiPlatforms = endpoint({
  method: 'GET',
  path: '/getLtiPlatforms',
  who: may('manage_api_keys'),
  notForCustomers: true,
  summary: 'Returns the learning platforms that the caller registered, newest first.',
  reply: z.array(LtiPlatform),
})

export const makeLtiPlatform = endpoint({
  ...common,
  method: 'POST',
  path: '/makeLtiPlatform',
  owns: foreign,
  audit: { action: 'lti_platform.make' },
  limit: { max: 30 },
  summary:
    'Registers a learning platform for the business of the caller. The response has the addresses for the platform.',
  body: LtiPlatformFields,
  fails: [...fails, 'lti_no_business', 'too_many_lti_platforms'],
  reply: LtiPlatform,
})

export const updateLtiPlatform = endpoint({
  ...common,
  method: 'PUT',
  path: '/updateLtiPlatform',
  owns: { platform_id: 'lti_platform', ...foreign },
  audit: { action: 'lti_platform.change' },
  summary: 'Changes a learning platform, or switches it on or off. An omitted field does not change.',
  body: LtiPlatformFields.partial().extend({ platform_id: Id, active: Flag.optional() }),
  fails,
  reply: LtiPlatform,
})

export const unlinkLtiPeople = endpoint({
  ...common,
  method: 'POST',
  path: '/unlinkLtiPeople',
  owns: { platform_id: 'lti_platform' },
  audit: { action: 'lti_platform.unlink' },
  summary: 'Forgets which people of a platform are which users. Each is linked again at the next launch.',
  body: z.object({ platform_id: Id }),
  reply: z.object({ unlinked: z.int() }),
})

export const deleteLtiPlatform = endpoint({
  ...common,
  method: 'DELETE',
  path: '/deleteLtiPlatform/:platform_id',
  owns: { platform_id: 'lti_platform' },
  audit: { action: 'lti_platform.delete' },
  summary: 'Deletes a learning platform. Its launches and its open pages end at once.',
  params: z.object({ platform_id: PathId }),
  reply: z.object({ deleted: Flag }),
})

export const courseFilmViewed = endpoint({
  method: 'POST',
  path: '/courseFilmViewed',
  who: anyone,
  audit: notAudited('view tracking'),
  limit: { max: 240 },
  summary:
    'Counts a view of a business’s own video in a course, once its first frame was decoded. A repeated report changes nothing.',
  body: z.object({
    /** Names the registration of the platform in our addresses. */
    token: z
      .string()
      .regex(/^[\w-]{20}$/)
      .meta({ example: 'x'.repeat(20) }),
    part_id: PartId,
    language: z
      .string()
      .regex(/^[a-z]{2}-[A-Z]{2}$/)
      .meta({ example: 'en-US' }),
    /** Id of the view, generated by the browser. */
    view_key: z.uuid(),
    /** What the server signed for this page. */
    proof: z.string().max(4000),
  }),
  fails: ['lti_film_gone'],
  reply: Nothing,
})
