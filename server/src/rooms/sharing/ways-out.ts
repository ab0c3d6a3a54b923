import type { Clock } from '../../core/clock.ts'
import type { BounceHooks } from '../../outside/mail.bounces.ts'
import type { MessageHooks } from '../../outside/messages.hooks.ts'
import { addressKey, findBounced, suppress, writeConsent } from './consent.queries.ts'
import { renewConsent, revokeConsent } from './opt-out.ts'

/** What follows from the words that people answer to text messages, and from letters that come back. */
export function waysOut(clock: Clock): MessageHooks & BounceHooks {
  return {
    optedOut: (db, site, address, wording) =>
      revokeConsent(db, site, { address, wording, screen: 'text_message', now: clock.now() }),
    optedIn: (db, site, address, wording) =>
      renewConsent(db, site, { address, wording, screen: 'text_message', now: clock.now() }),
    // Nobody has said no: the address is of no use, and only this one.
    bounced: async (db, site, address, wording) => {
      const [address_key, at] = [addressKey(address), clock.now()]
      if (!(await suppress(db, site, address_key, 'bounce', at))) return
      const businessentity_id = (await findBounced(db, site, address_key)) ?? null
      const entry = { at, address_key, action: 'revoked', wording, screen: 'bounce', businessentity_id } as const
      await writeConsent(db, site, entry)
    },
  }
}
