import type { LtiProblem } from '@cutaway/contract/rooms/integrations/lti.ts'
import { errors, jwtVerify, type JSONWebKeySet } from 'jose'
import { z } from 'zod'
import { hashToken } from '../../../core/auth/caller.ts'
import { keyFinder } from './keys.ts'
import type { PlatformRow } from './lti.queries.ts'

/**
 * Verifies what a platform launches, by the 1EdTech Security Framework 1.0, section 5.1.3, and LTI 1.3. Rules without a
 * database.
 */

const claim = 'https://purl.imsglobal.org/spec/lti/claim'
const deepLinkingClaim = 'https://purl.imsglobal.org/spec/lti-dl/claim'

/** Of each message only what is used; platforms that keep people to themselves send neither id nor address. */
const Claims = z.object({
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
  nonce: z.string(),
  sub: z.string().max(255).optional(),
  email: z.string().max(320).optional(),
  [`${claim}/message_type`]: z.enum(['LtiResourceLinkRequest', 'LtiDeepLinkingRequest']),
  [`${claim}/version`]: z.literal('1.3.0'),
  [`${claim}/deployment_id`]: z.string(),
  // Required of a launch of a link, empty for a person without a role.
  [`${claim}/target_link_uri`]: z.string().optional(),
  [`${claim}/resource_link`]: z.object({ id: z.string().min(1) }).nullish(),
  [`${claim}/roles`]: z.array(z.string()).nullish(),
  // Some platforms send numbers, which the specification does not allow.
  [`${claim}/custom`]: z.record(z.string(), z.unknown()).nullish(),
  [`${claim}/launch_presentation`]: z
    .object({ return_url: z.string().nullish(), locale: z.string().nullish() })
    .nullish(),
  [`${deepLinkingClaim}/deep_linking_settings`]: z
    .object({
      deep_link_return_url: z.string(),
      accept_types: z.array(z.string()),
      accept_multiple: z.boolean().nullish(),
      data: z.string().nullish(),
    })
    .nullish(),
})
type Claims = z.infer<typeof Claims>

/** What a platform may sign with: public keys only. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384']
/** Seconds by which the clocks of both sides may differ, and the oldest token. */
const tolerance = 60
const oldest = 600

export class LaunchRefused extends Error {
  readonly problem: LtiProblem
  constructor(problem: LtiProblem, reason: string) {
    super(reason)
    this.problem = problem
  }
}

export interface Launch {
  /** The person's id at the platform; empty for an anonymous launch. */
  subject: string
  email: string | undefined
  deploymentId: string
  /** The film that the link names, if it names one. */
  partId: string | undefined
  locale: string | undefined
  /** The page of the platform that frames us, as far as the platform says. */
  returnUrl: string | undefined
  deepLinking: { returnUrl: string; several: boolean; data: string | undefined } | undefined
}

/** Returns a verified launch. Throws LaunchRefused. */
export async function verifyLaunch(
  idToken: string,
  { platform, keys, nonceHash, now }: { platform: PlatformRow; keys: JSONWebKeySet; nonceHash: string; now: Date },
): Promise<Launch> {
  const payload = await signed(idToken, platform, keys, now)
  const parsed = Claims.safeParse(payload)
  if (!parsed.success) throw new LaunchRefused('claims', parsed.error.issues[0]?.path.join('.') ?? 'claims')
  const claims = parsed.data
  if (claims[`${claim}/message_type`] === 'LtiResourceLinkRequest')
    for (const name of ['target_link_uri', 'resource_link', 'roles'] as const)
      if (!claims[`${claim}/${name}`]) throw new LaunchRefused('claims', name)
  // With several audiences the token says for which of them it was made.
  const { aud, azp = Array.isArray(aud) && aud.length > 1 ? undefined : platform.client_id } = claims
  if (azp !== platform.client_id) throw new LaunchRefused('claims', 'azp')
  if (hashToken(claims.nonce) !== nonceHash) throw new LaunchRefused('nonce', 'another nonce')
  const deploymentId = claims[`${claim}/deployment_id`]
  if (!platform.deployment_ids.includes(deploymentId)) throw new LaunchRefused('deployment', deploymentId)
  const asked = claims[`${claim}/custom`]?.['part_id']
  const presentation = claims[`${claim}/launch_presentation`]
  return {
    subject: claims.sub ?? '',
    email: claims.email,
    partId: typeof asked === 'string' && asked !== '' ? asked : partIn(claims[`${claim}/target_link_uri`]),
    deploymentId,
    locale: presentation?.locale ?? undefined,
    returnUrl: presentation?.return_url ?? undefined,
    deepLinking: deepLinkingOf(claims),
  }
}

async function signed(idToken: string, platform: PlatformRow, keys: JSONWebKeySet, now: Date) {
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, keyFinder(keys), {
      algorithms,
      issuer: platform.issuer,
      audience: platform.client_id,
      currentDate: now,
      clockTolerance: tolerance,
      maxTokenAge: oldest,
      requiredClaims: ['exp', 'iat', 'nonce'],
    })
    if (protectedHeader.kid === undefined) throw new LaunchRefused('signature', 'the token names no key')
    return payload
  } catch (error) {
    if (error instanceof LaunchRefused) throw error
    if (error instanceof errors.JWTExpired) throw new LaunchRefused('expired', error.message)
    if (error instanceof errors.JWTClaimValidationFailed) throw new LaunchRefused('claims', error.claim)
    throw new LaunchRefused('signature', error instanceof Error ? error.message : String(error))
  }
}

const partIn = (target = ''): string | undefined => URL.parse(target)?.searchParams.get('part_id') ?? undefined

function deepLinkingOf(claims: Claims): Launch['deepLinking'] {
  if (claims[`${claim}/message_type`] !== 'LtiDeepLinkingRequest') return undefined
  const settings = claims[`${deepLinkingClaim}/deep_linking_settings`]
  const url = URL.parse(settings?.deep_link_return_url ?? '')
  if (!settings || !url || !/^https?:$/.test(url.protocol)) throw new LaunchRefused('deep_linking', 'return address')
  if (!settings.accept_types.includes('ltiResourceLink'))
    throw new LaunchRefused('deep_linking', `accepts only ${settings.accept_types.join(', ')}`)
  return { returnUrl: url.href, several: settings.accept_multiple ?? false, data: settings.data ?? undefined }
}
