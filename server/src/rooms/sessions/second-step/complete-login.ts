import type * as contract from '@cutaway/contract/rooms/sessions/second-step.ts'
import { clearLoginStepCookie } from '../../../core/auth/cookies.ts'
import type { Db } from '../../../core/db/database.ts'
import { refuse, type AnyCall, type Handler } from '../../../core/http/endpoints.ts'
import { fail, Refusal } from '../../../core/http/errors.ts'
import { createSession } from '../create-session.ts'
import { clearFailures, holdPassword, rememberPlace } from '../login.queries.ts'
import { confirmByAttempt } from '../own-password.ts'
import { rememberDevice } from '../remember.ts'
import { addressKey, userKey } from '../rules.ts'
import { recoveryHash, timeStepOf } from './codes.ts'
import { passwordKey, stepHash } from './login-step.ts'
import { loginOptions, provenPasskey } from './passkeys.ts'
import * as queries from './second-step.queries.ts'

/** The second step of a login whose password was right. */

/** Returns the login that waits, with the user's second steps, read in a transaction of its own. */
async function waitingLogin(call: AnyCall) {
  const { site, services } = call
  const hash = stepHash(call)
  if (hash === undefined) fail('login_step_expired')
  return services.database.inTenant(site.web_site_id, async (db) => {
    const step = await queries.findStep(db, site, hash, 'login', services.clock.now())
    if (!step || step.password_key !== passwordKey(step.password_hash)) fail('login_step_expired')
    const app = await queries.findApp(db, site, step.user_id)
    return {
      ...step,
      hash,
      app: app?.confirmed_at ? app : undefined,
      passkeys: await queries.findPasskeys(db, site, step.user_id),
      codesLeft: await queries.countCodes(db, site, step.user_id),
    }
  })
}
type Waiting = Awaited<ReturnType<typeof waitingLogin>>

export const beginSecondStep: Handler<typeof contract.beginSecondStep> = async (call) => {
  const { app, passkeys, codesLeft, challenge } = await waitingLogin(call)
  return {
    has_app: app !== undefined,
    passkey: passkeys.length > 0 ? await loginOptions(call, challenge, passkeys) : null,
    has_recovery_codes: codesLeft > 0,
  }
}

/** What proved the user, and how its use is recorded: false if another call has used the same code. */
interface Proof {
  kind: 'app' | 'passkey' | 'recovery_code'
  spend(db: Db): Promise<boolean>
}

interface Proofs {
  code?: string | undefined
  passkey?: Readonly<Record<string, unknown>> | undefined
}

async function proofOf(call: AnyCall, waiting: Waiting, body: Proofs) {
  const { site, services } = call
  const { user_id: userId, app } = waiting
  if (body.passkey) {
    const proven = await provenPasskey(call, body.passkey, waiting.challenge, waiting.passkeys)
    return proven && passkeyProof(call, proven)
  }
  const code = (body.code ?? '').replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(code)) {
    if (!app) return undefined
    const step = await timeStepOf(services, site, userId, app.secret, { code, after: app.last_step })
    return step === undefined
      ? undefined
      : ({ kind: 'app', spend: (db) => queries.spendTimeStep(db, site, userId, step) } satisfies Proof)
  }
  const hash = recoveryHash(services, site, userId, code)
  const isSpent = await services.database.inTenant(site.web_site_id, (db) => queries.spendCode(db, site, userId, hash))
  return isSpent ? ({ kind: 'recovery_code', spend: () => Promise.resolve(true) } satisfies Proof) : undefined
}

const passkeyProof = (
  { site, services }: AnyCall,
  { passkey_id, counter }: { passkey_id: number; counter: number },
): Proof => ({
  kind: 'passkey',
  async spend(db) {
    await queries.usePasskey(db, site, passkey_id, counter, services.clock.now())
    return true
  },
})

export const completeLogin: Handler<typeof contract.completeLogin> = async (call) => {
  const { body, site, services } = call
  const waiting = await waitingLogin(call)
  const wrong = body.passkey ? 'passkey_wrong' : 'code_wrong'
  call.audit({ target: { kind: 'user', id: waiting.user_id } })
  let proof: Proof | undefined
  try {
    await confirmByAttempt(call, waiting.username, wrong, async () => {
      proof = await proofOf(call, waiting, body)
      return proof !== undefined
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refuse(error.key)
  }

  const { user_id: userId, password_hash } = waiting
  const now = services.clock.now()
  if (!(await holdPassword(call.db, site, { user_id: userId, password_hash }, undefined))) fail('login_step_expired')
  if (!(await queries.spendStep(call.db, site, waiting.hash))) fail('login_step_expired')
  if (!proof || !(await proof.spend(call.db))) fail(wrong)
  const tried = { user: userKey(waiting.username), address: addressKey(call.ip) }
  await clearFailures(call.db, site, { ...tried, liftsBlock: false }, now)
  await rememberPlace(call.db, site, userId, tried.address, now)
  const session = await createSession(call, { userId, stay: waiting.stay, kind: 'password' })
  call.audit({ after: { kind: 'password', stay: waiting.stay, second_step: proof.kind } })
  rememberDevice(call, { user_id: userId, password_hash }, now)
  call.afterCommit(() => clearLoginStepCookie(call.reply, services.config))
  return session
}
