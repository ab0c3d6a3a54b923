import { z } from 'zod'
import { anyone, endpoint, level, notAudited, onlySelf, signedIn, unscoped } from '../../endpoint.ts'
import { Id, Nothing, PathId } from '../../fields.ts'
import { Session } from '../sessions.ts'

/**
 * The second step of a login, for users who set one up: a passkey, a code of an authenticator app (TOTP), or one of ten
 * recovery codes. After the right password, login refuses with second_step_required and sets a cookie for 10 minutes.
 */

export const secondStepRequired = 'second_step_required'
export const recoveryCodeCount = 10
export const mostPasskeys = 10

/** The options of WebAuthn, as @simplewebauthn/browser takes and returns them. */
const WebAuthn = z.record(z.string(), z.unknown())
/** The result of navigator.credentials, as @simplewebauthn/browser returns it; the library checks its form. */
const Credential = z.record(z.string(), z.unknown()).meta({ example: { id: 'AA', type: 'public-key', response: {} } })

const blocks = ['you_are_blocked_for_1_hour', 'your_ip_blocked_1_hour'] as const

export const beginSecondStep = endpoint({
  method: 'POST',
  path: '/beginSecondStep',
  who: anyone,
  audit: notAudited('reads only'),
  limit: { max: 30 },
  summary: 'Returns the ways in which a login with the right password can be completed.',
  fails: ['login_step_expired'],
  reply: z.object({
    has_app: z.boolean(),
    /** Options for navigator.credentials.get(); null without a passkey. */
    passkey: WebAuthn.nullable(),
    has_recovery_codes: z.boolean(),
  }),
})

export const completeLogin = endpoint({
  method: 'POST',
  path: '/completeLogin',
  who: anyone,
  audit: { action: 'session.log_in' },
  limit: { max: 60 },
  summary:
    'Completes a login by a code of the app, a recovery code or a passkey. A code works once; wrong ones count like wrong passwords.',
  fails: ['login_step_expired', 'code_wrong', 'passkey_wrong', 'business_suspended', ...blocks],
  body: z.object({ code: z.string().trim().max(40).optional(), passkey: Credential.optional() }),
  reply: Session,
})

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_on: z.string(),
  last_used_on: z.string().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondStep = z.object({
  has_app: z.boolean(),
  passkeys: z.array(Passkey),
  /** Recovery codes that are not used yet. */
  codes_left: z.int(),
  /** The business requires it of users of roles 1 to 4. */
  is_required: z.boolean(),
  /** The caller may decide that. */
  may_require: z.boolean(),
  /** Whether the business requires it of its managers. */
  is_required_of_managers: z.boolean(),
  /** The user has logged in within the last 10 minutes, so the password is not asked for. */
  is_fresh: z.boolean(),
})
export type SecondStep = z.infer<typeof SecondStep>

const CurrentPassword = { current_password: z.string().min(1).max(200).optional() }
const own = {
  who: signedIn,
  actsFor: onlySelf('user_id'),
  notForCustomers: true,
  notWhileActing: true,
  beforeSecondStep: true,
} as const
const passwordFails = ['current_password_required', 'current_password_wrong', ...blocks] as const

export const getSecondStep = endpoint({
  method: 'GET',
  path: '/getSecondStep/:user',
  who: signedIn,
  actsFor: onlySelf('user'),
  notForCustomers: true,
  beforeSecondStep: true,
  summary: 'Returns how the caller completes a login.',
  params: z.object({ user: PathId }),
  reply: SecondStep,
})

export const beginApp = endpoint({
  ...own,
  method: 'POST',
  path: '/beginAuthenticatorApp',
  audit: notAudited('takes effect with confirmApp'),
  limit: { max: 30 },
  summary: 'Makes a new secret for an authenticator app. It takes effect when confirmApp gets a code of it.',
  fails: [...passwordFails, 'app_is_on'],
  body: z.object({ user_id: Id, ...CurrentPassword }),
  reply: z.object({
    /** For typing: groups of four letters. */
    typed: z.string(),
    /** The QR code as an SVG document. */
    qr: z.string(),
  }),
})

/** The recovery codes, in the only response that contains them; empty if the user has some already. */
const Codes = SecondStep.extend({ recovery: z.array(z.string()) })

export const confirmApp = endpoint({
  ...own,
  method: 'POST',
  path: '/confirmAuthenticatorApp',
  audit: { action: 'second_step.add_app' },
  limit: { max: 30 },
  summary: 'Switches the authenticator app on with a first code. The first second step also returns recovery codes.',
  fails: ['code_wrong', 'nothing_to_confirm', ...blocks],
  body: z.object({ user_id: Id, code: z.string().trim().max(20) }),
  reply: Codes,
})

export const removeApp = endpoint({
  ...own,
  method: 'POST',
  path: '/removeAuthenticatorApp',
  audit: { action: 'second_step.remove_app' },
  limit: { max: 30 },
  summary: 'Switches the authenticator app off.',
  fails: [...passwordFails, 'second_step_is_required'],
  body: z.object({ user_id: Id, ...CurrentPassword }),
  reply: SecondStep,
})

export const beginPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/beginPasskey',
  audit: notAudited('takes effect with addPasskey'),
  limit: { max: 30 },
  summary: 'Returns options for navigator.credentials.create().',
  fails: [...passwordFails, 'too_many_passkeys'],
  body: z.object({ user_id: Id, ...CurrentPassword }),
  reply: z.object({ options: WebAuthn }),
})

export const addPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/addPasskey',
  audit: { action: 'second_step.add_passkey' },
  limit: { max: 30 },
  summary: 'Adds a passkey that the browser made. The first second step also returns recovery codes.',
  fails: ['passkey_wrong', 'login_step_expired', 'too_many_passkeys'],
  body: z.object({
    user_id: Id,
    passkey: Credential,
    name: z
      .string()
      .trim()
      .max(60)
      .regex(/^\P{Cc}*$/u),
  }),
  reply: Codes,
})

export const removePasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/removePasskey',
  owns: { id: unscoped('the handler looks only among the caller’s own passkeys') },
  audit: { action: 'second_step.remove_passkey' },
  limit: { max: 30 },
  summary: 'Removes a passkey of the caller.',
  fails: [...passwordFails, 'second_step_is_required'],
  body: z.object({ user_id: Id, id: Id, ...CurrentPassword }),
  reply: SecondStep,
})

export const makeRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/makeRecoveryCodes',
  audit: { action: 'second_step.make_codes' },
  limit: { max: 30 },
  summary: 'Makes ten new recovery codes. Those made before stop working.',
  fails: [...passwordFails, 'no_second_step'],
  body: z.object({ user_id: Id, ...CurrentPassword }),
  reply: Codes,
})

export const requireSecondStep = endpoint({
  method: 'PUT',
  path: '/requireSecondStep',
  who: level(3),
  audit: { action: 'second_step.require' },
  notForCustomers: true,
  notWhileActing: true,
  summary: 'Requires a second step of the users of roles 1 to 4 of the caller’s business, or ends that.',
  fails: ['no_second_step', 'no_business'],
  body: z.object({ is_required: z.boolean() }),
  reply: Nothing,
})
