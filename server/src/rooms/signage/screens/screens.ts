import type * as contract from '@cutaway/contract/rooms/signage/screens.ts'
import {
  codeLength,
  codeLetters,
  codeMinutes,
  identifySeconds,
  mostScreens,
  mostWrongCodes,
} from '@cutaway/contract/rooms/signage/screens.ts'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { hashToken } from '../../../core/auth/caller.ts'
import { setScreenCookie } from '../../../core/auth/cookies.ts'
import { findPairedScreen, type PairedScreen } from '../../../core/auth/screens.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, refuse, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, HttpRefusal, notFound } from '../../../core/http/errors.ts'
import { sanitiseLine } from '../../../core/sanitise-text.ts'
import { reachOf, type HolderResolvers, type RecordLoader } from '../../../core/scope.ts'
import { filmForScreen } from './customer-film.ts'
import * as queries from './screens.queries.ts'
import { shown } from './shown.ts'

/** Screens: pairing by a code, the list, orders, and a film for one customer. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    screen: queries.ScreenRow
  }
  interface Holders {
    screen: PairedScreen
  }
}

export const screenRecords: RecordLoader<queries.ScreenRow> = {
  find: queries.findScreensById,
  idOf: ({ screen_id }) => screen_id,
}

/** A revoked screen has no credential any more: it is told so with its next report. */
export const screenHolder: HolderResolvers['screen'] = async ({ token, site, db }) => {
  const screen = token === undefined ? undefined : await findPairedScreen(db, site, token)
  if (!screen) throw new HttpRefusal(401, 'screen_not_paired')
  return screen
}

const newCode = () => Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

export const screens: Handlers<typeof contract> = {
  getScreens: async ({ caller, site, db, services }) =>
    (await queries.listScreens(db, site, reachOf(caller, site), mostScreens)).map((row) => shown(services, site, row)),

  getScreenPlaces: ({ caller, site, db }) => queries.listPlaces(db, site, reachOf(caller, site)),

  findScreenCode: async (call) => {
    const found = await checkedCode(call, call.body.code)
    if (typeof found === 'string') return refuse(found)
    const { width, height, expires_at } = found
    return { width, height, expires_at: expires_at.toISOString() }
  },

  pairScreen: async (call) => {
    const { body, owned, caller, site, db, services, audit } = call
    // Of a role that reaches several businesses, the location says which one.
    const businessId = owned.location_id?.businessentity_id ?? caller.user.businessentity_id
    if (businessId === null) fail('screen_needs_business')
    const found = await checkedCode(call, body.code)
    if (typeof found === 'string') return refuse(found)
    if ((await queries.lockedCount(db, site, businessId)) >= mostScreens) fail('screens_too_many')
    const { screen_id } = await queries.insertScreen(db, site, {
      businessentity_id: businessId,
      location_id: owned.location_id?.location_id ?? null,
      name: sanitiseLine(body.name),
      paired_by: caller.user.user_id,
      paired_at: services.clock.now(),
      is_watched: body.is_watched === 1,
      width: found.width,
      height: found.height,
    })
    await queries.useCode(db, site, found.code, screen_id)
    const screen = await read(call, screen_id)
    audit({ target: { kind: 'screen', id: screen_id }, after: audited(screen) })
    return answer(shown(services, site, screen), { message: 'screen_paired' })
  },

  updateScreen: async (call) => {
    const { body, owned, site, db, services, audit } = call
    const before = owned.screen_id
    const to = owned.location_id
    // A screen never moves to another business.
    if (to && to.businessentity_id !== before.businessentity_id) notFound()
    const change: queries.ScreenChange = {
      ...(body.name === undefined ? {} : { name: sanitiseLine(body.name) }),
      ...(to ? { location_id: to.location_id } : {}),
      ...(body.is_muted === undefined ? {} : { is_muted: body.is_muted === 1 }),
      ...(body.is_watched === undefined ? {} : { is_watched: body.is_watched === 1 }),
    }
    if (Object.keys(change).length === 0) {
      audit(false)
      return shown(services, site, before)
    }
    await queries.changeScreen(db, site, before.screen_id, change)
    const after = await read(call, before.screen_id)
    audit({ before: audited(before), after: audited(after) })
    return answer(shown(services, site, after), { message: 'screen_saved' })
  },

  revokeScreen: async ({ owned, site, db, services, audit }) => {
    const { screen_id } = owned.screen_id
    await queries.changeScreen(db, site, screen_id, { revoked_at: services.clock.now() })
    audit({ before: audited(owned.screen_id) })
    return answer({ screen_id }, { message: 'screen_revoked' })
  },

  orderScreen: async (call) => {
    const { body, owned, site, db, services, audit } = call
    const { screen_id } = heard(call, owned.screen_id)
    if (body.order === 'reload') await queries.askReload(db, site, screen_id)
    else
      await queries.changeScreen(db, site, screen_id, {
        identify_until: secondsAfter(services.clock.now(), identifySeconds),
      })
    audit({ after: { order: body.order } })
    return answer(shown(services, site, await read(call, screen_id)), { message: `screen_${body.order}_sent` })
  },

  playOnScreen: async (call) => {
    const { body, owned, caller, site, db, services, audit } = call
    const { screen_id } = heard(call, owned.screen_id)
    const language = services.sites.language(String(body.lang_id)) ?? notFound()
    const film = filmForScreen(services, site, body.part_id, language) ?? fail('Part no found')
    if (film.sources.plain === null) fail('Videos Are Not Available')
    const { title, language_id } = film
    const part_id = film.part_id ?? body.part_id
    const play = { id: randomUUID(), part_id, title, language_id, asked_by: caller.user.user_id }
    await queries.changeScreen(db, site, screen_id, { play })
    audit({ after: { part_id, title } })
    return answer(shown(services, site, await read(call, screen_id)), { message: 'screen_play_sent' })
  },

  stopOnScreen: async (call) => {
    const { owned, site, db, services } = call
    const { screen_id } = owned.screen_id
    await queries.changeScreen(db, site, screen_id, { play: null })
    return answer(shown(services, site, await read(call, screen_id)), { message: 'screen_stop_sent' })
  },

  makeScreenCode: async ({ body, site, db, services }) => {
    const created_at = services.clock.now()
    const expires_at = secondsAfter(created_at, codeMinutes * 60)
    const secret = randomBytes(32).toString('base64url')
    const row = { secret_hash: hashToken(secret), created_at, expires_at, ...body }
    for (let tries = 0; tries < 5; tries += 1) {
      const code = newCode()
      // oxlint-disable-next-line no-await-in-loop -- a second try only if another screen shows the same code
      if (await queries.insertCode(db, site, { code, ...row }))
        return { code, secret, expires_at: expires_at.toISOString(), server_time: created_at.toISOString() }
    }
    throw new Error('no code for a screen is free')
  },

  claimScreen: async ({ body, site, db, services, reply, afterCommit }) => {
    const claim = await queries.findClaim(db, site, hashToken(body.secret))
    if (!claim) return { state: 'over' as const }
    if (claim.screen_id === null)
      return { state: claim.expires_at > services.clock.now() ? ('waiting' as const) : ('over' as const) }
    const token = randomBytes(32).toString('base64url')
    if (!(await queries.giveToken(db, site, claim.screen_id, hashToken(token)))) return { state: 'over' as const }
    afterCommit(() => setScreenCookie(reply, services.config, token))
    return { state: 'paired' as const }
  },
}

type Asking = Pick<AnyCall, 'caller' | 'site' | 'db' | 'services'>

/** Returns the code that a screen shows, or the key of the refusal. Wrong codes are counted, so the caller commits. */
async function checkedCode({ caller, site, db, services }: Asking, code: string) {
  const now = services.clock.now()
  const { user_id } = caller.user
  if ((await queries.wrongCodes(db, site, user_id, now)) >= mostWrongCodes) return 'screen_code_too_many' as const
  const found = await queries.findCode(db, site, code, now)
  if (found) return found
  await queries.noteWrongCode(db, site, user_id, now)
  return 'screen_code_unknown' as const
}

/** Refuses an order to a screen that would not hear of it. */
function heard({ services, site }: Pick<AnyCall, 'services' | 'site'>, row: queries.ScreenRow): queries.ScreenRow {
  return shown(services, site, row).state === 'online' ? row : fail('screen_not_heard')
}

const read = async ({ db, site }: Pick<AnyCall, 'db' | 'site'>, id: number) =>
  (await queries.findScreen(db, site, id)) ?? notFound()

const audited = ({ name, location_id, is_muted, is_watched }: queries.ScreenRow) => ({
  name,
  location_id,
  is_muted,
  is_watched,
})
