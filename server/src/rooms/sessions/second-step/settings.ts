import type * as contract from '@cutaway/contract/rooms/sessions/second-step.ts'
import { mostPasskeys, type SecondStep } from '@cutaway/contract/rooms/sessions/second-step.ts'
import QRCode from 'qrcode'
import { lastManagerRole } from '../../../core/auth/caller.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import { queueMail } from '../../messaging/mail.ts'
import { secondStepChanged, type SecondStepChange } from '../letters.ts'
import { confirmByAttempt, confirmOwnPassword, isFresh } from '../own-password.ts'
import { appAddress, newRecoveryCodes, newSecret, recoveryHash, sealSecret, timeStepOf } from './codes.ts'
import { beginSecondStep, completeLogin } from './complete-login.ts'
import { beginRegistration, passwordKey, stepHash } from './login-step.ts'
import { registeredPasskey, registrationOptions } from './passkeys.ts'
import * as queries from './second-step.queries.ts'

/** How a user completes a login: authenticator app, passkeys, recovery codes, and what the business requires. */

async function shown(call: AnyCall): Promise<SecondStep> {
  const { caller, site, db } = call
  const { user_id: userId, businessentity_id } = caller.user
  const app = await queries.findApp(db, site, userId)
  const passkeys = await queries.findPasskeys(db, site, userId)
  const isRequiredOfManagers = await queries.isRequiredOfManagers(db, site, businessentity_id)
  return {
    has_app: Boolean(app?.confirmed_at),
    passkeys: passkeys.map((row) => ({
      id: row.passkey_id,
      name: row.name,
      created_on: row.created_at.toISOString(),
      last_used_on: row.last_used_at?.toISOString() ?? null,
    })),
    codes_left: await queries.countCodes(db, site, userId),
    is_required: isRequiredOfManagers && caller.level <= lastManagerRole,
    may_require: caller.level <= 3 && businessentity_id !== null,
    is_required_of_managers: isRequiredOfManagers,
    is_fresh: isFresh(call),
  }
}

/** Mails the caller what changed, because the change may come from a person who took over the account. */
async function tell({ caller, site, db, services }: AnyCall, change: SecondStepChange): Promise<void> {
  const { email, username, language_id } = caller.user
  if (email === '') return
  const language = services.sites.language(language_id ?? site.default_lang_id)
  await queueMail(db, services, site, {
    to: email,
    language: language ?? services.sites.language(site.default_lang_id)!,
    letter: secondStepChanged({ username, ...change }),
  })
}

/** Makes recovery codes with the first second step. */
async function withFirstCodes(call: AnyCall) {
  const userId = call.caller.user.user_id
  const recovery = (await queries.countCodes(call.db, call.site, userId)) > 0 ? [] : await replacedCodes(call)
  return { ...(await shown(call)), recovery }
}

async function replacedCodes({ caller, site, db, services }: AnyCall): Promise<string[]> {
  const userId = caller.user.user_id
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => recoveryHash(services, site, userId, code))
  await queries.replaceCodes(db, site, userId, hashes)
  return codes
}

/** Removes the recovery codes with the last second step. Refuses if the business requires one. */
async function afterRemoval(call: AnyCall): Promise<SecondStep> {
  const now = await shown(call)
  const isLast = !now.has_app && now.passkeys.length === 0
  if (!isLast) return now
  if (now.is_required) fail('second_step_is_required')
  await queries.replaceCodes(call.db, call.site, call.caller.user.user_id, [])
  return { ...now, codes_left: 0 }
}

export const secondStep: Handlers<typeof contract> = {
  beginSecondStep,
  completeLogin,

  getSecondStep: (call) => shown(call),

  beginApp: async (call) => {
    const { body, owner, site, services, caller } = call
    await confirmOwnPassword(call, body.current_password)
    const secret = newSecret()
    const sealed = sealSecret(services, site, owner.user_id, secret)
    if (!(await queries.writeSecret(call.db, site, owner.user_id, sealed))) fail('app_is_on')
    return {
      typed: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
      qr: await QRCode.toString(appAddress(site, caller.user.username, secret), { type: 'svg', margin: 2 }),
    }
  },

  confirmApp: async (call) => {
    const { body, owner, site, services, caller } = call
    const userId = owner.user_id
    const app = await services.database.inTenant(site.web_site_id, (db) => queries.findApp(db, site, userId))
    if (!app || app.confirmed_at) fail('nothing_to_confirm')
    let step: number | undefined
    await confirmByAttempt(call, caller.user.username, 'code_wrong', async () => {
      const code = body.code.replaceAll(/\s/g, '')
      step = await timeStepOf(services, site, userId, app.secret, { code, after: 0 })
      return step !== undefined
    })
    await queries.lockSecondStep(call.db, site, userId)
    if (!(await queries.confirmSecret(call.db, site, userId, step ?? 0, services.clock.now())))
      fail('nothing_to_confirm')
    await tell(call, { kind: 'app_added' })
    return answer(await withFirstCodes(call), { message: 'second_step_app_on' })
  },

  removeApp: async (call) => {
    const { body, owner, site } = call
    await confirmOwnPassword(call, body.current_password)
    await queries.lockSecondStep(call.db, site, owner.user_id)
    if (!(await queries.deleteApp(call.db, site, owner.user_id))) notFound()
    await tell(call, { kind: 'app_removed' })
    return answer(await afterRemoval(call), { message: 'second_step_app_off' })
  },

  beginPasskey: async (call) => {
    const { body, owner, site, caller } = call
    const password_hash = await confirmOwnPassword(call, body.current_password)
    const existing = await queries.findPasskeys(call.db, site, owner.user_id)
    if (existing.length >= mostPasskeys) fail('too_many_passkeys')
    const { user_id, username, first_name, last_name } = caller.user
    const challenge = await beginRegistration(call, { user_id, password_hash })
    const user = { user_id, username, name: `${first_name} ${last_name}`.trim() }
    return { options: await registrationOptions(call, user, { challenge, existing }) }
  },

  addPasskey: async (call) => {
    const { body, owner, site, db, services, audit } = call
    const userId = owner.user_id
    const now = services.clock.now()
    const hash = stepHash(call)
    const step = hash === undefined ? undefined : await queries.findStep(db, site, hash, 'register', now)
    const isOwn = step?.user_id === userId && step.password_key === passwordKey(step.password_hash)
    if (!step || !isOwn || hash === undefined) fail('login_step_expired')
    await queries.lockSecondStep(db, site, userId)
    if (!(await queries.spendStep(db, site, hash))) fail('login_step_expired')
    const passkey = await registeredPasskey(call, body.passkey, step.challenge)
    if (!passkey) fail('passkey_wrong')
    if ((await queries.findPasskeys(db, site, userId)).length >= mostPasskeys) fail('too_many_passkeys')
    const name = body.name || call.userAgent.slice(0, 60)
    if (!(await queries.insertPasskey(db, site, userId, { ...passkey, name, created_at: now }))) fail('passkey_wrong')
    audit({ after: { name } })
    await tell(call, { kind: 'passkey_added', name })
    return answer(await withFirstCodes(call), { message: 'passkey_added' })
  },

  removePasskey: async (call) => {
    const { body, owner, site, audit } = call
    await confirmOwnPassword(call, body.current_password)
    await queries.lockSecondStep(call.db, site, owner.user_id)
    const removed = (await queries.deletePasskey(call.db, site, owner.user_id, body.id)) ?? notFound()
    audit({ before: { name: removed.name } })
    await tell(call, { kind: 'passkey_removed', name: removed.name })
    return answer(await afterRemoval(call), { message: 'passkey_removed' })
  },

  makeRecoveryCodes: async (call) => {
    const { body, owner, site } = call
    await confirmOwnPassword(call, body.current_password)
    await queries.lockSecondStep(call.db, site, owner.user_id)
    const before = await shown(call)
    if (!before.has_app && before.passkeys.length === 0) fail('no_second_step')
    const recovery = await replacedCodes(call)
    await tell(call, { kind: 'codes_made' })
    return answer({ ...before, codes_left: recovery.length, recovery }, { message: 'recovery_codes_made' })
  },

  requireSecondStep: async (call) => {
    const { body, caller, site, db, audit } = call
    const { businessentity_id: businessId } = caller.user
    if (businessId === null) fail('no_business')
    const own = await shown(call)
    // Otherwise the caller would be locked out of everything else at once.
    if (body.is_required && !own.has_app && own.passkeys.length === 0) fail('no_second_step')
    audit({ before: { is_required: own.is_required_of_managers }, after: { is_required: body.is_required } })
    await queries.writeRequirement(db, site, businessId, body.is_required)
    return answer(null, { message: 'settings_saved' })
  },
}
