import { apiKeyPattern, olderApiKeyPattern } from '@cutaway/contract/administration/api-keys.ts'
import type * as contract from '@cutaway/contract/rooms/sessions/third-party.ts'
import {
  tokenMinutes,
  type ThirdPartyLogin,
  type ThirdPartyOptions,
} from '@cutaway/contract/rooms/sessions/third-party.ts'
import { keyCheck, type KeyRecord } from '../../../core/auth/api-keys.ts'
import { hashToken, type SessionRecord } from '../../../core/auth/caller.ts'
import { findPage, pageSeconds } from '../../../core/auth/page-tokens.ts'
import { sessionReply } from '../../../core/auth/session-reply.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { oncePer } from '../../../core/concurrency/once-per.ts'
import type { AnyCall, Call, Handlers } from '../../../core/http/endpoints.ts'
import { badRequest, fail, HttpRefusal } from '../../../core/http/errors.ts'
import type { HolderResolvers } from '../../../core/scope.ts'
import type { Services } from '../../../core/services.ts'
import type { Site } from '../../../core/tenancy.ts'
import { createSession, newToken } from '../create-session.ts'
import { logInByPassword } from '../login.ts'
import { userKey } from '../rules.ts'
import * as queries from './third-party.queries.ts'
import { pageTokenPrefix, ticketPattern, ticketPrefix, tokenPattern, tokenPrefix } from './tokens.ts'

/** Log-ins that other programs begin with an API key: pages that they frame, and tickets in the place of passwords. */

declare module '../../../core/scope.ts' {
  interface Holders {
    /** The API key of the Authorization header; null without one. */
    thirdParty: KeyRecord | null
  }
}

const keysOf = oncePer(({ database, clock, log }: Services) => keyCheck(database.engine, clock, log))
/** The scope that a key needs for all of this. */
const scope = 'logins'

export const thirdPartyHolder: HolderResolvers['thirdParty'] = async ({ token, site, services }) => {
  if (token === undefined) return null
  const key = await keysOf(services).find(site, token)
  if (!key) throw new HttpRefusal(401, 'api_key_invalid')
  if (!key.scopes.includes(scope)) throw new HttpRefusal(403, 'api_key_scope_missing')
  return key
}

/** Refuses without saying what is wrong; the log line names no token. */
function refused({ services, site, ip }: AnyCall, key: string, what: string): never {
  services.log.info({ web_site_id: site.web_site_id, ip }, what)
  fail(key)
}

const defaults = {
  is_interactive: false,
  language_code: null,
  show_menu: true,
  show_left_sidebar: true,
  show_description: true,
  video_only: false,
  auto_play: false,
  mute: false,
} satisfies Omit<ThirdPartyOptions, 'part_id'>

type Asked = Call<typeof contract.thirdPartyLoginForApi>

/** Returns the options that a request gives. */
function givenOptions({ body }: Asked): Partial<ThirdPartyOptions> {
  const { api_name: _a, token: _t, origin: _o, lang, language_code, ...options } = body
  const language = language_code ?? lang
  const given = { ...options, ...(language === undefined ? {} : { language_code: language }) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Returns the film to show: the interactive one of the part, if that was asked for. */
function partOf({ services }: AnyCall, options: Partial<ThirdPartyOptions>): string {
  const film = services.library.film(options.part_id ?? '') ?? fail('Part no found')
  return (options.is_interactive ? film.of.part.interactive : null) ?? film.partId
}

/** Returns the language that was asked for if the web site has it, else its default. */
function languageOf({ services, site }: AnyCall, key: string | null | undefined) {
  const asked = key ? services.sites.language(key) : undefined
  const own = site.languages.find((one) => one.language_id === asked?.language_id)
  return own ?? site.languages.find((one) => one.language_id === site.default_lang_id) ?? site.languages[0]!
}

interface Shown {
  token: string
  expires_at: Date
  url: string | null
  owner: SessionRecord
  options: Partial<ThirdPartyOptions>
  session: ThirdPartyLogin['session']
}

function reply(call: AnyCall, { token, expires_at, url, owner, options, session }: Shown): ThirdPartyLogin {
  const { site } = call
  const language = languageOf(call, options.language_code)
  const { web_site_id, brand_id, driverside, country_code_iso, default_lang_id } = site
  const { user_id, user_access_id } = owner.user
  return {
    token,
    expires_at: expires_at.toISOString(),
    url,
    user: {
      user_id,
      user_access_id,
      brand_id,
      lang_id: language.language_id,
      web_site_id,
      driverside,
      countryCode: country_code_iso,
    },
    web_site: {
      web_site_id,
      brand_id,
      driverside,
      language_id: language.language_id,
      language_code: language.language_code,
      default_lang_id,
    },
    options: { ...defaults, ...options, language_code: language.language_code, part_id: partOf(call, options) },
    session,
  }
}

/** For a program: makes the token that opens a page once. */
async function makeToken(call: Asked, key: KeyRecord): Promise<ThirdPartyLogin> {
  const { body, site, services, db, audit } = call
  const { user } = key.record
  const origin = (body.origin ?? '').toLowerCase()
  if (services.config.secure && origin.startsWith('http:')) badRequest()
  const options = givenOptions(call)
  const now = services.clock.now()
  const token = tokenPrefix + newToken()
  const expires_at = secondsAfter(now, tokenMinutes * 60)
  const made = reply(call, {
    token,
    expires_at,
    url: `${call.origin}/thirdPartyLogin?${new URLSearchParams({ api_name: 'animation_page', token })}`,
    owner: key.record,
    options,
    session: null,
  })
  await queries.insertToken(db, site, {
    token_hash: hashToken(token),
    user_id: user.user_id,
    businessentity_id: user.businessentity_id,
    api_key_id: key.api_key_id,
    origin,
    options,
    created_at: now,
    expires_at,
  })
  audit({
    target: { kind: 'user', id: user.user_id },
    userId: user.user_id,
    after: { api_key_id: key.api_key_id, origin, part_id: made.options.part_id },
  })
  return made
}

/** What the session of a page says: nothing about the person whose key it is. */
const masked = (record: SessionRecord): SessionRecord => ({
  ...record,
  user: {
    ...record.user,
    username: '',
    first_name: '',
    last_name: '',
    email: '',
    store_number: null,
    terms_accepted_date: null,
    language_id: null,
  },
})

/** For a page: uses its token up and returns the one that it holds in memory. */
async function openPage(call: Asked, token: string): Promise<ThirdPartyLogin> {
  const { site, services, db, audit } = call
  const now = services.clock.now()
  const pageToken = pageTokenPrefix + newToken()
  const session_hash = hashToken(pageToken)
  const expires_at = secondsAfter(now, pageSeconds)
  const used = await queries.useToken(db, site, hashToken(token), { now, session_hash, session_expires_at: expires_at })
  // A key that was revoked meanwhile, or whose owner was suspended, opens nothing.
  const page = used && (await findPage(db, site, session_hash, now))
  if (!page) return refused(call, 'third_party_login_failed', 'third-party login failed')
  // What the program said holds; the address fills in the rest.
  const options = { ...givenOptions(call), ...used.options }
  audit(false)
  return reply(call, {
    token: pageToken,
    expires_at,
    url: null,
    owner: page.record,
    options,
    session: sessionReply(masked(page.record), site),
  })
}

/** Logs in by a one-time ticket. */
async function byTicket(call: AnyCall, username: string, ticket: string) {
  const { site, services, db } = call
  const userId = await queries.useTicket(db, site, hashToken(ticket), services.clock.now())
  const user = userId === undefined ? undefined : await queries.findTicketUser(db, site, userId)
  if (user === undefined || userKey(user.username) !== userKey(username)) return undefined
  return createSession(call, { userId: user.user_id, stay: false, kind: 'ticket', passwordless: true })
}

/** Logs in the owner of an API key, if that is no manager of the business. */
async function byKey(call: AnyCall, username: string, text: string) {
  const { site, services, db } = call
  const key = await keysOf(services).find(site, text)
  if (!key?.scopes.includes(scope) || userKey(key.record.user.username) !== userKey(username)) return undefined
  const user = await queries.findTicketUser(db, site, key.record.user.user_id)
  return user && createSession(call, { userId: user.user_id, stay: false, kind: 'api_key', passwordless: true })
}

const isOn = (site: Site) => site.features.includes('auto_login')

export const thirdParty: Handlers<typeof contract> = {
  thirdPartyLoginForApi: async (call) => {
    const { body, holder, services, site } = call
    if (holder) return makeToken(call, holder)
    const text = body.token ?? ''
    if (tokenPattern.test(text)) return openPage(call, text)
    const key = await keysOf(services).find(site, text)
    return key?.scopes.includes(scope)
      ? makeToken(call, key)
      : refused(call, 'third_party_login_failed', 'third-party login failed')
  },

  makeLoginTicket: async (call) => {
    const { owner, site, services, db, audit } = call
    if (!isOn(site)) fail('auto_login_off')
    const user = (await queries.findTicketUser(db, site, owner.user_id)) ?? fail('auto_login_not_for_role')
    const ticket = ticketPrefix + newToken()
    const expires_at = secondsAfter(services.clock.now(), tokenMinutes * 60)
    await queries.insertTicket(db, site, { ticket_hash: hashToken(ticket), user_id: user.user_id, expires_at })
    audit({ target: { kind: 'user', id: user.user_id } })
    return { username: user.username, ticket, expires_at: expires_at.toISOString() }
  },

  autologin: async (call) => {
    const { username, password } = call.body
    if (!isOn(call.site)) fail('auto_login_off')
    if (ticketPattern.test(password))
      return (await byTicket(call, username, password)) ?? refused(call, 'incorrect_login_details', wrong)
    if (apiKeyPattern.test(password))
      return (await byKey(call, username, password)) ?? refused(call, 'incorrect_login_details', wrong)
    // Keys of older clients look like passwords, so both are tried.
    const session = olderApiKeyPattern.test(password) ? await byKey(call, username, password) : undefined
    return session ?? logInByPassword(call, { username, password })
  },
}

const wrong = 'Incorrect login details'
