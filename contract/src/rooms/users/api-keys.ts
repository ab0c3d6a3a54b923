import { z } from 'zod'
import { apiKeyScopes, olderApiKeyPattern } from '../../administration/api-keys.ts'
import { endpoint, may, onlySelf, ownSite } from '../../endpoint.ts'
import { Id, PathId } from '../../fields.ts'

/** API keys of other programs. A key acts for its owner, within its scopes; it is shown once and stored as a hash. */

const ApiKeyScope = z.enum(apiKeyScopes)

export const mostDescription = 200
export const mostApiKeys = 20
export const mostKeyDays = 730

const Description = z
  .string()
  .trim()
  .max(mostDescription)
  .regex(/^\P{Cc}*$/u)

/** `stopped`: the owner is deleted or locked, or has lost the right to keys. */
export const ApiKeyState = z.enum(['active', 'expired', 'revoked', 'stopped'])
export type ApiKeyState = z.infer<typeof ApiKeyState>

export const ApiKey = z.object({
  id: Id,
  /** The key with all but its beginning and its last four characters hidden. */
  api_key: z.string(),
  description: z.string(),
  scopes: z.array(ApiKeyScope),
  created_on: z.string(),
  expires_on: z.string().nullable(),
  last_used_on: z.string().nullable(),
  state: ApiKeyState,
})
export type ApiKey = z.infer<typeof ApiKey>

/** The whole key, in the only response that contains it. */
const NewKey = ApiKey.extend({ whole_key: z.string() })
export type NewKey = z.infer<typeof NewKey>

const fails = ['enter_a_description', 'too_many_api_keys'] as const

export const makeApiKey = endpoint({
  method: 'POST',
  path: '/makeApiKey',
  who: may('manage_api_keys'),
  actsFor: onlySelf('user_id'),
  audit: { action: 'api_key.make' },
  notForCustomers: true,
  notWhileActing: true,
  limit: { max: 30 },
  summary: 'Makes an API key of the caller. The response is the only one that contains it.',
  body: z.object({
    user_id: Id,
    description: Description,
    scopes: z.array(ApiKeyScope).max(10),
    /** Days until the key expires; null: never. */
    days: z.int().min(1).max(mostKeyDays).nullable(),
  }),
  fails: [...fails, 'choose_a_scope'],
  reply: NewKey,
})

export const NewGenerateApiDesc = endpoint({
  method: 'PUT',
  path: '/NewGenerateApiDesc',
  who: may('manage_api_keys'),
  actsFor: onlySelf('user_id'),
  site: ownSite('websiteID'),
  audit: { action: 'api_key.make' },
  notForCustomers: true,
  notWhileActing: true,
  limit: { max: 30 },
  summary:
    'Stores a key that an older client made: 12 lower-case letters and digits, with every scope. New clients use makeApiKey.',
  body: z.object({
    user_id: Id,
    websiteID: Id.optional(),
    apiKey: z.string().regex(olderApiKeyPattern).meta({ example: 'k3v9x2m7q4ab' }),
    descAPI: Description,
  }),
  fails: [...fails, 'api_key_already_exists', 'api_key_too_easy'],
  reply: ApiKey,
})

export const getApiKey = endpoint({
  method: 'GET',
  path: '/getApiKey/:user',
  who: may('manage_api_keys'),
  actsFor: 'user',
  notForCustomers: true,
  summary: 'Returns the newest active key of a user, with its middle hidden; an empty text without one.',
  params: z.object({ user: PathId }),
  reply: z.object({ api_key: z.string() }),
})

export const getApiDetailsList = endpoint({
  method: 'GET',
  path: '/getApiDetailsList/:user',
  who: may('manage_api_keys'),
  actsFor: 'user',
  notForCustomers: true,
  summary: 'Returns the keys of a user, the newest first, with their middles hidden.',
  params: z.object({ user: PathId }),
  reply: z.array(ApiKey),
})

export const deleteApiKey = endpoint({
  method: 'DELETE',
  path: '/deleteApiKey/:id',
  who: may('manage_api_keys'),
  owns: { id: 'api_key' },
  audit: { action: 'api_key.revoke' },
  notForCustomers: true,
  notWhileActing: true,
  summary: 'Revokes a key of the caller, or of a user in the caller’s scope. It stops working at once.',
  params: z.object({ id: PathId }),
  reply: ApiKey,
})
