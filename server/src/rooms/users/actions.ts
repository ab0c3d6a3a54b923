import type { contract } from '@cutaway/contract'
import { answer, type AnyCall, type Handlers } from '../../core/http/endpoints.ts'
import { denied, fail } from '../../core/http/errors.ts'
import { type Owner, reachOf } from '../../core/scope.ts'
import { liftBlocks } from '../sessions/login.queries.ts'
import * as queries from './edit.queries.ts'
import { queueLoginDetails } from './login-details.ts'
import { mayManage } from './rules.ts'

/** What an administrator does to one or several users. A call changes all of them or none. */

type Calls = Pick<
  typeof contract.users,
  | 'deleteManageUser'
  | 'undoDeletedUser'
  | 'restoreUsers'
  | 'sendLoginDetailToUser'
  | 'requiredPasswordChange'
  | 'endUserSessions'
  | 'lockUsers'
  | 'unlockUsers'
>

/**
 * Returns the named users, locked until the transaction ends. Refuses if the caller may not change one of them: the reach
 * is checked again under the lock, as a user may have been moved since the call began.
 */
async function held(call: AnyCall, owners: readonly Owner[]): Promise<queries.Account[]> {
  const { db, site, caller } = call
  const ids = [...new Set(owners.map(({ user_id }) => user_id))]
  const accounts = await queries.holdAccounts(db, site, ids, reachOf(caller, site))
  if (accounts.length < ids.length) denied()
  if (accounts.some((account) => !mayManage(caller.user, account))) denied()
  return accounts
}

const idsOf = (accounts: readonly queries.Account[]) => accounts.map(({ user_id }) => user_id)
const usernames = (accounts: readonly queries.Account[]) => accounts.map(({ username }) => username)

/** Records whom the call changed; nothing if it changed nobody. */
function record(call: AnyCall, accounts: readonly queries.Account[]): void {
  if (accounts.length === 0) return call.audit(false)
  call.audit({
    target: { kind: 'user', id: idsOf(accounts).join() },
    after: { usernames: usernames(accounts) },
  })
}

async function restore(call: AnyCall, owners: readonly Owner[]) {
  const { db, site } = call
  const deleted = (await held(call, owners)).filter(({ deleted_at }) => deleted_at !== null)
  if (!(await queries.holdUserNames(db, site, usernames(deleted)))) fail('user_name_already_exists')
  const lower = new Set(usernames(deleted).map((name) => name.toLowerCase()))
  if (lower.size < deleted.length) fail('user_name_already_exists')
  await queries.markUsers(db, site, idsOf(deleted), { deleted_at: null })
  record(call, deleted)
  return answer({ restored: deleted.length }, { message: 'user_restored' })
}

/** Users who are not deleted. */
export const present = async (call: AnyCall, owners: readonly Owner[]) =>
  (await held(call, owners)).filter(({ deleted_at }) => deleted_at === null)

export const actions: Handlers<Calls> = {
  deleteManageUser: async (call) => {
    const { db, site, services } = call
    const now = services.clock.now()
    const accounts = await present(call, call.owner)
    const ids = idsOf(accounts)
    await queries.markUsers(db, site, ids, { deleted_at: now })
    await queries.endSessionsOf(db, site, ids)
    await queries.spendLinksOf(db, site, ids, now)
    record(call, accounts)
    return answer({ deleted: ids.length }, { message: 'user_deleted' })
  },

  undoDeletedUser: (call) => restore(call, [call.owner]),
  restoreUsers: (call) => restore(call, call.owner),

  sendLoginDetailToUser: async (call) => {
    const accounts = await present(call, call.owner)
    const reached = accounts.filter(({ email, active }) => email !== '' && active === 1)
    if (reached.length === 0) fail('user_cannot_get_mail')
    await queueLoginDetails(call, idsOf(reached))
    record(call, reached)
    return answer(
      { sent: reached.length, left_out: accounts.length - reached.length },
      { message: 'user_login_details_sent' },
    )
  },

  requiredPasswordChange: async (call) => {
    const { db, site } = call
    const accounts = await present(call, call.owner)
    await queries.markUsers(db, site, idsOf(accounts), { required_password_change: true })
    await queries.endSessionsOf(db, site, idsOf(accounts))
    record(call, accounts)
    return answer({ changed: accounts.length }, { message: 'user_password_change_required' })
  },

  endUserSessions: async (call) => {
    const accounts = await present(call, call.owner)
    const ended = await queries.endSessionsOf(call.db, call.site, idsOf(accounts))
    record(call, accounts)
    return answer({ ended }, { message: 'user_signed_out' })
  },

  lockUsers: async (call) => {
    const { db, site, services } = call
    const accounts = await present(call, call.owner)
    const ids = idsOf(accounts)
    await queries.markUsers(db, site, ids, { active: 0 })
    await queries.endSessionsOf(db, site, ids)
    await queries.spendLinksOf(db, site, ids, services.clock.now())
    record(call, accounts)
    return answer({ changed: ids.length }, { message: 'user_locked' })
  },

  unlockUsers: async (call) => {
    const { db, site, services } = call
    const accounts = await present(call, call.owner)
    await queries.markUsers(db, site, idsOf(accounts), { active: 1 })
    await liftBlocks(db, site, usernames(accounts), services.clock.now())
    record(call, accounts)
    return answer({ changed: accounts.length }, { message: 'user_unlocked' })
  },
}
