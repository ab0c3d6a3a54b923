import { apiKeyPrefix, apiKeyScopes, type ApiKeyScope } from '@cutaway/contract/administration/api-keys.ts'
import type * as contract from '@cutaway/contract/rooms/users/api-keys.ts'
import { mostApiKeys, type ApiKey } from '@cutaway/contract/rooms/users/api-keys.ts'
import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../core/auth/caller.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail, notFound } from '../../../core/http/errors.ts'
import type { RecordLoader } from '../../../core/scope.ts'
import type { Site } from '../../../core/tenancy.ts'
import * as queries from './api-keys.queries.ts'

/** API keys of other programs. core/auth/api-keys.ts checks them with each request. */

declare module '../../../core/scope.ts' {
  interface RecordKinds {
    api_key: queries.ApiKeyRow
  }
}

export const apiKeyRecords: RecordLoader<queries.ApiKeyRow> = {
  find: queries.findKeysById,
  idOf: ({ api_key_id }) => api_key_id,
}

/** Without letters that are read for others: i, l, o, u. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** Returns a new key: a known beginning, then 160 random bits. */
const newKey = (): string => apiKeyPrefix + Array.from(randomBytes(32), (byte) => letters[byte & 31]).join('')

/** A key that a person typed on one letter, or on a few, can be guessed. */
const fewestLetters = 6

function shown(site: Site, row: queries.ApiKeyRow, now: Date): ApiKey {
  const state =
    row.revoked_at !== null
      ? 'revoked'
      : row.expires_at !== null && row.expires_at <= now
        ? 'expired'
        : queries.mayHaveKeys(site, row)
          ? 'active'
          : 'stopped'
  return {
    id: row.api_key_id,
    api_key: `${row.prefix}••••••••${row.last4}`,
    description: row.description,
    scopes: apiKeyScopes.filter((scope) => row.scopes.includes(scope)),
    created_on: row.created_at.toISOString(),
    expires_on: row.expires_at?.toISOString() ?? null,
    last_used_on: row.last_used_at?.toISOString() ?? null,
    state,
  }
}

interface Wanted {
  text: string
  prefix: string
  description: string
  scopes: readonly ApiKeyScope[]
  days: number | null
}

async function storeKey(call: AnyCall, { text, prefix, description, scopes, days }: Wanted): Promise<ApiKey> {
  const { db, site, services, caller } = call
  const userId = caller.user.user_id
  const now = services.clock.now()
  if (description === '') fail('enter_a_description')
  await queries.lockKeys(db, site, userId)
  const live = (await queries.findKeys(db, site, userId)).filter((row) => shown(site, row, now).state === 'active')
  if (live.length >= mostApiKeys) fail('too_many_api_keys')
  const id = await queries.insertKey(db, site, {
    user_id: userId,
    key_hash: hashToken(text),
    prefix,
    last4: text.slice(-4),
    description,
    scopes: [...new Set(scopes)],
    created_at: now,
    expires_at: days === null ? null : secondsAfter(now, days * 24 * 3600),
  })
  if (id === undefined) fail('api_key_already_exists')
  const row = (await queries.findKeys(db, site, userId)).find(({ api_key_id }) => api_key_id === id) ?? notFound()
  const made = shown(site, row, now)
  const { api_key: _, ...about } = made
  call.audit({ target: { kind: 'api_key', id }, after: about })
  return made
}

export const apiKeys: Handlers<typeof contract> = {
  makeApiKey: async (call) => {
    const { description, scopes, days } = call.body
    if (scopes.length === 0) fail('choose_a_scope')
    const text = newKey()
    const made = await storeKey(call, { text, prefix: apiKeyPrefix, description, scopes, days })
    return answer({ ...made, whole_key: text }, { message: 'api_key_made' })
  },

  NewGenerateApiDesc: async (call) => {
    const { apiKey: text, descAPI: description } = call.body
    if (new Set(text).size < fewestLetters) fail('api_key_too_easy')
    const made = await storeKey(call, { text, prefix: '', description, scopes: apiKeyScopes, days: null })
    return answer(made, { message: 'api_key_made' })
  },

  getApiKey: async ({ owner, site, db, services }) => {
    const now = services.clock.now()
    const keys = (await queries.findKeys(db, site, owner.user_id)).map((row) => shown(site, row, now))
    return { api_key: keys.find(({ state }) => state === 'active')?.api_key ?? '' }
  },

  getApiDetailsList: async ({ owner, site, db, services }) =>
    (await queries.findKeys(db, site, owner.user_id)).map((row) => shown(site, row, services.clock.now())),

  deleteApiKey: async ({ owned, site, db, services, audit }) => {
    const now = services.clock.now()
    const before = shown(site, owned.id, now)
    if (before.state === 'revoked') audit(false)
    else audit({ before: { description: before.description, state: before.state }, after: { state: 'revoked' } })
    await queries.revokeKey(db, site, owned.id.api_key_id, now)
    return answer({ ...before, state: 'revoked' as const }, { message: 'api_key_revoked' })
  },
}
