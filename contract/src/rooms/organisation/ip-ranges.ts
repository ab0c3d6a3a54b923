import { z } from 'zod'
import { listFields, listTotal } from '../../administration/list.ts'
import { endpoint, jsonParam, may, notAudited, unscoped } from '../../endpoint.ts'
import { Flag, Id, Nothing, PathId, Yes } from '../../fields.ts'
import { isPrefix } from './ip-numbers.ts'
import { AnyId } from './locations.ts'

/**
 * Ranges of IP addresses of a business, from which people are logged in without a password: of IPv4 addresses, or of
 * networks (/64) of IPv6, which prefixes name. A range of more than 255 addresses or networks, or with some that another
 * business has, waits for the operator's decision.
 */

/** The kind of automatic login that a range is on the wire, unless it says otherwise. */
export const ipRangeLogin = 13
/**
 * What a range offers: 13 and 12 one account, that of the person or of the store; 3 the people of the store to which the
 * range’s user belongs; 2 those of the store whose number the visitor types.
 */
export const IpLoginType = z.union([z.literal(2), z.literal(3), z.literal(12), z.literal(13)])
export type IpLoginType = z.infer<typeof IpLoginType>
/** A range of more addresses is active once the operator approves it. */
export const mostUndecided = 255
/** Ranges that a business may have. */
export const mostRanges = 100

const FourParts = z.ipv4()
const Address = z
  .string()
  .trim()
  .max(45)
  .refine((text) => FourParts.safeParse(text).success || isPrefix(text), { message: 'ip_address_not_valid' })
  .meta({ example: '203.0.113.10' })

/** What a form edits. `from_ip` and `to_ip` belong to the range: IPv4 addresses, or prefixes of IPv6 (/32 to /64). */
export const IpRangeFields = z.object({ from_ip: Address, to_ip: Address })
export type IpRangeFields = z.infer<typeof IpRangeFields>

export const IpRangeState = z.enum(['waiting', 'active', 'refused'])
export type IpRangeState = z.infer<typeof IpRangeState>

export const IpRange = z.object({
  id: Id,
  ip1: z.string(),
  ip2: z.string(),
  login_type: IpLoginType,
  /** 1 if the range needs the operator's decision. */
  mail_send: Flag,
  /** How many addresses it has; of IPv6 how many networks (/64). */
  addresses: z.int(),
  state: IpRangeState,
  /** Who is logged in from the range. */
  user_id: Id,
  user_name: z.string(),
  /** The role of that user: administrators are never logged in without a password. */
  user_access_id: Id,
  asked_at: z.string(),
  /** Null until the operator decides. */
  decided_at: z.string().nullable(),
  /** What the operator answered to a refused range. */
  reason: z.string(),
})
export type IpRange = z.infer<typeof IpRange>

const who = may('manage_ip_auto_login')
const refusals = [
  'ip_address_not_valid',
  'from_ip_should_be_less_than_to_ip',
  'ip_range_overlaps',
  'ip_range_private',
  'ip_range_too_many',
] as const

export const getAutoLogin = endpoint({
  method: 'GET',
  path: '/getAutoLogin/:site/:entity/:json',
  who,
  site: 'site',
  owns: { entity: 'business' },
  summary: 'Returns the ranges of a business in pages.',
  params: z.object({
    site: PathId,
    entity: PathId,
    json: jsonParam(z.object(listFields(['from', 'addresses', 'asked']))),
  }),
  reply: z.array(IpRange),
  beside: listTotal(),
})

export const checkIpRange = endpoint({
  method: 'GET',
  path: '/checkIpRange/:json',
  who,
  owns: { id: 'ip_range' },
  summary:
    'Returns how many addresses a range has and whether the operator has to approve it; `id` is the range that may overlap.',
  params: z.object({ json: jsonParam(IpRangeFields.extend({ id: Id.optional() })) }),
  fails: refusals,
  reply: z.object({ addresses: z.int(), needs_approval: z.boolean() }),
})

/** `mail_send` is sent by older clients; the server decides it. Without a type a change keeps the range’s own. */
const beside = { login_type: IpLoginType.optional(), mail_send: Flag.optional() }

export const addIPRange = endpoint({
  method: 'POST',
  path: '/addIPRange',
  who,
  actsFor: 'user_id',
  owns: { businessentity_id: 'business' },
  audit: { action: 'ip_range.add' },
  notWhileActing: true,
  summary:
    'Adds a range, from which the user is logged in: at once, or once the operator has approved more than 255 addresses, or addresses that another business has.',
  body: IpRangeFields.extend({ ...beside, user_id: Id.optional(), businessentity_id: AnyId }),
  fails: [...refusals, 'ip_range_user_of_business', 'Please select business entity'],
  reply: IpRange,
})

export const updateIPRange = endpoint({
  method: 'PUT',
  path: '/updateIPRange',
  who,
  owns: { id: 'ip_range', user_id: unscoped('a user of the range’s business: the handler looks for it there only') },
  audit: { action: 'ip_range.change' },
  notWhileActing: true,
  summary:
    'Changes the addresses of a range, its user or what it offers. New addresses of a large range need the operator’s approval again.',
  body: IpRangeFields.extend({ ...beside, id: Id, user_id: Id.optional() }),
  fails: [...refusals, 'ip_range_user_of_business'],
  reply: IpRange,
})

export const deleteIPAutoLogin = endpoint({
  method: 'DELETE',
  path: '/deleteIPAutoLogin/:id',
  who,
  owns: { id: 'ip_range' },
  audit: { action: 'ip_range.delete' },
  summary: 'Deletes a range.',
  params: z.object({ id: PathId }),
  reply: Nothing,
})

// ── the operator ─────────────────────────────────────────────────────────────────────────────────────────────────────

/** A range that needs, or needed, a decision. */
export const AskedIpRange = IpRange.extend({
  web_site_id: Id,
  site_name: z.string(),
  business_name: z.string(),
  asked_by: z.string(),
  decided_by: z.string().nullable(),
  /** The other businesses of the web site with an active range that shares addresses: only one of them can be active. */
  shared_with: z.array(z.string()),
})
export type AskedIpRange = z.infer<typeof AskedIpRange>

export const getAskedIpRanges = endpoint({
  method: 'POST',
  path: '/getAskedIpRanges',
  who: may('manage_web_sites'),
  site: unscoped('a filter: the rows are those of web sites that the caller sees'),
  audit: notAudited('reads only'),
  summary:
    'Returns the ranges that need a decision on the web sites that the caller sees: those that wait, or those decided.',
  body: z.object({
    ...listFields(['asked', 'addresses']),
    web_site_id: Id.optional(),
    state: z.enum(['open', 'done']).default('open'),
  }),
  reply: z.array(AskedIpRange),
  beside: listTotal(),
})

export const decideIpRange = endpoint({
  method: 'PUT',
  path: '/decideIpRange',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { id: 'ip_range' },
  audit: { action: 'ip_range.decide' },
  notWhileActing: true,
  summary: 'Approves a range that waits, or refuses it with a reason. `from_ip` and `to_ip` are what the caller saw.',
  body: IpRangeFields.extend({
    web_site_id: Id,
    id: Id,
    approve: Yes,
    /** Shown to the people of the business. */
    reason: z
      .string()
      .trim()
      .max(300)
      .regex(/^\P{Cc}*$/u)
      .default(''),
  }),
  fails: ['ip_range_reason_missing', 'ip_range_changed', 'ip_range_overlaps'],
  reply: z.object({ state: IpRangeState }),
})
