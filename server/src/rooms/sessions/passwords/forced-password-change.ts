import type * as contract from '@cutaway/contract/rooms/sessions.ts'
import { hashToken } from '../../../core/auth/caller.ts'
import { answer, type Handler } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { refuseEasyPassword } from './easy-passwords.ts'
import { hashPassword, verifyPassword } from './hashing.ts'
import { rememberDevice } from '../remember.ts'
import * as queries from './passwords.queries.ts'
import { endSessions } from '../session.queries.ts'

/** Changes the password of a caller who must choose a new one, in the caller's own session. */
export const changePassword: Handler<typeof contract.changePassword> = async (call) => {
  const { body, owner, caller, site, services } = call
  const userId = owner.user_id
  if (!caller.session.requiredPasswordChange) fail('password_change_not_allowed')
  await refuseEasyPassword(body.password)

  const old = await services.database.inTenant(site.web_site_id, (db) => queries.findPasswordHash(db, site, userId))
  if (await verifyPassword(old, body.password)) fail('password_must_differ')
  const passwordHash = await hashPassword(body.password)

  if (!(await queries.setRequiredPassword(call.db, site, userId, passwordHash))) fail('password_change_not_allowed')
  await queries.spendTokensOf(call.db, site, userId, services.clock.now())
  await endSessions(call.db, site, userId, caller.session.tokenHash)
  rememberDevice(call, { user_id: userId, password_hash: passwordHash }, services.clock.now())
  return answer(null, { message: 'password_changed' })
}

/**
 * Returns whether the page may show its form: for the caller's own forced change, or for the token of a mailed link.
 */
export const checkChangePassword: Handler<typeof contract.checkChangePassword> = async (call) => {
  const { params, callerOrNull } = call
  const isOwn = callerOrNull !== null && params.user === String(callerOrNull.user.user_id)
  if (isOwn && callerOrNull.session.requiredPasswordChange) return { allowed: true }
  const owner = await queries.findTokenOwner(call.db, call.site, hashToken(params.user), call.services.clock.now())
  return { allowed: owner !== undefined }
}
