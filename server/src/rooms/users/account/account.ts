import type * as contract from '@cutaway/contract/rooms/users/account.ts'
import type { PersonalSettings } from '@cutaway/contract/rooms/users/account.ts'
import { hashToken } from '../../../core/auth/caller.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { denied, fail, notFound } from '../../../core/http/errors.ts'
import { isTimeZone } from '../../../core/formats.ts'
import { queueMail } from '../../messaging/mail.ts'
import { passwordChanged } from '../../sessions/letters.ts'
import { confirmOwnPassword, isFresh } from '../../sessions/own-password.ts'
import { refuseEasyPassword } from '../../sessions/passwords/easy-passwords.ts'
import { hashPassword, verifyPassword } from '../../sessions/passwords/hashing.ts'
import { setPassword, spendTokensOf } from '../../sessions/passwords/passwords.queries.ts'
import { rememberDevice } from '../../sessions/remember.ts'
import { deleteSession, endSessions } from '../../sessions/session.queries.ts'
import { holdUserName, isUserNameFree } from '../edit.queries.ts'
import * as queries from './account.queries.ts'

/** A user's own account: details, user name, password, preferences, sessions. */

async function shown(call: AnyCall): Promise<PersonalSettings> {
  const row = (await queries.findAccount(call.db, call.site, call.caller.user.user_id)) ?? notFound()
  return { ...row, business_name: row.business_name ?? call.site.company, is_fresh: isFresh(call) }
}

/** Names a session for its owner, without the hash that finds it. */
const nameOf = (tokenHash: string): string => hashToken(`session ${tokenHash}`).slice(0, 22)

export const account: Handlers<typeof contract> = {
  getPersonalSettings: (call) => shown(call),

  updateUserDetails: async (call) => {
    const { body, owner, site, db, audit } = call
    const { id: _, ...changes } = body
    const { first_name, last_name, phone } = await shown(call)
    await queries.updateAccount(db, site, owner.user_id, changes)
    audit({ before: { first_name, last_name, phone }, after: changes })
    return answer(await shown(call), { message: 'settings_saved' })
  },

  savePreferences: async (call) => {
    const { body, owner, site, db, audit } = call
    const { user_id: _, ...changes } = body
    const before = await shown(call)
    if (changes.language_id && !site.languages.some((one) => one.language_id === changes.language_id))
      fail('unknown_language')
    if (changes.time_zone && !isTimeZone(changes.time_zone)) fail('unknown_time_zone')
    const names = Object.keys(changes) as (keyof typeof changes)[]
    if (names.length > 0) await queries.updateAccount(db, site, owner.user_id, changes)
    audit({ before: Object.fromEntries(names.map((name) => [name, before[name]])), after: changes })
    return answer(await shown(call), { message: 'settings_saved' })
  },

  checkOwnUsername: async ({ body, owner, site, db }) => ({
    is_taken: !(await isUserNameFree(db, site, body.username, owner.user_id)),
  }),

  updateUsername: async ({ body, owner, caller, site, db, audit }) => {
    const username = body.new_username
    const target = (await queries.findAccount(db, site, owner.user_id)) ?? denied()
    const isOwn = site === caller.site && owner.user_id === caller.user.user_id
    if (!isOwn && target.user_access_id <= caller.level) denied()
    if (body.current_username.trim().toLowerCase() !== target.username.toLowerCase()) fail('current_username_wrong')
    if (!(await holdUserName(db, site, username, owner.user_id))) fail('user_name_already_exists')
    await queries.writeUsername(db, site, owner.user_id, username)
    audit({ before: { username: target.username }, after: { username } })
    return answer({ username }, { message: 'user_name_changed' })
  },

  updatePassword: async (call) => {
    const { body, owner, caller, site, services } = call
    const userId = owner.user_id
    await refuseEasyPassword(body.password)
    const old = await confirmOwnPassword(call, body.current_password)
    if (await verifyPassword(old, body.password)) fail('password_must_differ')
    const password_hash = await hashPassword(body.password)

    const now = services.clock.now()
    const changed = (await setPassword(call.db, site, userId, password_hash)) ?? notFound()
    await spendTokensOf(call.db, site, userId, now)
    await endSessions(call.db, site, userId, caller.session.tokenHash)
    rememberDevice(call, { user_id: userId, password_hash }, now)
    const language = services.sites.language(changed.language_id ?? site.default_lang_id)
    await queueMail(call.db, services, site, {
      to: changed.email,
      language: language ?? services.sites.language(site.default_lang_id)!,
      letter: passwordChanged({ username: changed.username }),
    })
    return answer(null, { message: 'password_changed' })
  },

  getSessions: async ({ owner, caller, site, db, services }) => {
    const rows = await queries.findUserSessions(db, site, owner.user_id, services.clock.now())
    const current = caller.session.tokenHash
    return rows
      .map((row) => ({
        session: nameOf(row.token_hash),
        user_agent: row.user_agent,
        country_code: services.countryOf(row.ip) ?? null,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        is_current: row.token_hash === current,
        acting: row.acting_user_id === null ? null : row.acting_name,
      }))
      .toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  },

  endSession: async ({ params, caller, site, db, services, audit }) => {
    const rows = await queries.findUserSessions(db, site, caller.user.user_id, services.clock.now())
    const row = rows.find(({ token_hash }) => nameOf(token_hash) === params.session) ?? notFound()
    await deleteSession(db, site, row.token_hash)
    audit({ before: { user_agent: row.user_agent, last_seen_at: row.last_seen_at.toISOString() } })
    return answer(null, { message: 'session_ended' })
  },

  endOtherSessions: async ({ owner, caller, site, db, audit }) => {
    const ended = await queries.endOthers(db, site, owner.user_id, caller.session.tokenHash)
    audit({ after: { ended } })
    return answer({ ended }, { message: 'other_sessions_ended' })
  },
}
