import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import {
  addressKey,
  findCompanions,
  suppress,
  unsuppress,
  writeConsent,
  type ConsentScreen,
} from './consent.queries.ts'

/**
 * Records that a person revokes consent or gives it again. Revoking stops all channels of the web site at once,
 * whichever way it arrives: the address itself, and every other address that a business has written to about the same
 * repair order.
 */

interface Revocation {
  address: string
  /** The full wording of what the person said or pressed. */
  wording: string
  screen: ConsentScreen
  now: Date
  remoteAddress?: string
}

export async function revokeConsent(db: Db, site: Site, given: Revocation): Promise<void> {
  const { wording, screen, now } = given
  const key = addressKey(given.address)
  const remote_address = given.remoteAddress ?? ''
  if (await suppress(db, site, key, screen, now))
    await writeConsent(db, site, { at: now, address_key: key, action: 'revoked', wording, screen, remote_address })
  const companions = Map.groupBy(await findCompanions(db, site, key), (companion) => companion.address_key)
  for (const [address_key, ties] of companions)
    if (await suppress(db, site, address_key, 'same_repair_order', now))
      // One entry for each business that links the two addresses: other businesses do not learn of its repair order.
      for (const { businessentity_id } of ties)
        await writeConsent(db, site, {
          at: now,
          address_key,
          action: 'revoked',
          wording,
          screen: 'same_repair_order',
          businessentity_id,
          remote_address,
        })
}

/** Handles an unsigned request: suppresses one address, and records each request to count it. */
export async function revokeUnsigned(db: Db, site: Site, given: Revocation): Promise<void> {
  const { wording, screen, now } = given
  const address_key = addressKey(given.address)
  await suppress(db, site, address_key, screen, now)
  const remote_address = given.remoteAddress ?? ''
  await writeConsent(db, site, { at: now, address_key, action: 'revoked', wording, screen, remote_address })
}

/** Resumes only the address itself: another address must be resumed by the person who reads it. */
export async function renewConsent(db: Db, site: Site, given: Revocation): Promise<void> {
  const { wording, screen, now } = given
  const key = addressKey(given.address)
  if (await unsuppress(db, site, key))
    await writeConsent(db, site, {
      at: now,
      address_key: key,
      action: 'granted',
      wording,
      screen,
      remote_address: given.remoteAddress ?? '',
    })
}
