import type * as contract from '@cutaway/contract/rooms/sessions/blocks.ts'
import type { BlockKind } from '@cutaway/contract/rooms/sessions/blocks.ts'
import { reachedSites } from '../../sites/reached-sites.ts'
import { answer, type AnyCall, type Handlers } from '../../../core/http/endpoints.ts'
import { fail } from '../../../core/http/errors.ts'
import { lockAddress } from '../address-attempts.queries.ts'
import { liftBlocks } from '../login.queries.ts'
import { addressKey, userKey } from '../rules.ts'
import * as queries from './blocks.queries.ts'

/** Blocks after wrong passwords: the operator sees and lifts them before they end by themselves. */
export const blocks: Handlers<typeof contract> = {
  getIpAddressForUnblocking: async ({ caller, services }) => {
    const sites = new Map(reachedSites(caller, services).map((site) => [site.web_site_id, site.name]))
    const addresses = caller.level === 1 ? 'all' : 'ofSites'
    const now = services.clock.now()
    const rows = await queries.findAllBlocks(services.database.system, [...sites.keys()], addresses, now)
    return rows.map((row) => ({
      ...row,
      site_name: row.web_site_id === null ? null : (sites.get(row.web_site_id) ?? null),
      until: row.until.toISOString(),
    }))
  },

  updateUnblockIpAddress: async (call) => {
    const { body, audit, caller } = call
    const { kind, subject } = 'ip_address' in body ? { kind: 'address' as const, subject: body.ip_address } : body
    const key = kind === 'address' ? addressKey(subject) : kind === 'user' ? userKey(subject) : subject
    if (kind === 'address' && caller.level !== 1) await mustConcern(call, key)
    const lifted = await lift(call, kind, key)
    if (lifted === 0) fail('block_not_found')
    audit({ target: { kind: 'block', id: key }, before: { kind, subject: key } })
    return answer({ lifted }, { message: 'block_lifted' })
  },
}

async function lift({ db, site, services }: AnyCall, kind: BlockKind, key: string): Promise<number> {
  if (kind === 'address') {
    await lockAddress(db, key)
    return queries.liftAddress(db, key)
  }
  if (kind !== 'user') return queries.liftBlock(db, site, kind, key)
  const now = services.clock.now()
  if (!(await queries.isNameBlocked(db, site, key, now))) return 0
  await liftBlocks(db, site, [key], now)
  return 1
}

/** Refuses a distributor for an address without a login attempt on the distributor’s own web sites. */
async function mustConcern({ caller, services }: AnyCall, address: string): Promise<void> {
  const ids = reachedSites(caller, services).map(({ web_site_id }) => web_site_id)
  const seen = await queries.findAllBlocks(services.database.system, ids, 'ofSites', services.clock.now())
  if (!seen.some((block) => block.kind === 'address' && block.subject === address)) fail('block_not_found')
}
