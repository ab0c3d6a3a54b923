import type { Clock } from '../../core/clock.ts'
import { text } from '../../core/texts.ts'
import type { InboundText } from '../../outside/twilio.hooks.ts'
import type { RecipientEvents } from '../messaging/recipient-events.ts'
import { addressKey, findBounced, findSuppressed, suppress, writeConsent } from './consent.queries.ts'
import { isAmbiguous, keywordOf, type Keyword } from './keywords.ts'
import { renewConsent, revokeConsent } from './opt-out.ts'

/** Returns the handlers of inbound text messages (STOP and the like) and of bounces. */
export function optOutEvents(clock: Clock): RecipientEvents {
  const given = (address: string, wording: string) =>
    ({ address, wording, screen: 'text_message', now: clock.now() }) as const
  return {
    suppressedBy: async (db, site, address) => {
      const key = addressKey(address)
      return (await findSuppressed(db, site, [key])).get(key)
    },
    optedOut: (db, site, address, wording) => revokeConsent(db, site, given(address, wording)),

    async received(db, site, message) {
      const keyword = keywordIn(message)
      if (keyword === 'start' && isAmbiguous(message.body)) {
        const stopped = await findSuppressed(db, site, [addressKey(message.from)])
        if (stopped.size === 0) return undefined
      }
      if (keyword === 'stop') await revokeConsent(db, site, given(message.from, message.body))
      if (keyword === 'start') await renewConsent(db, site, given(message.from, message.body))
      return keyword
    },

    replyTo(keyword, message, sites, tag) {
      const [first] = sites
      // No reply if the carrier handles the keyword: it has replied already.
      if (!first || message.handled) return undefined
      return text(first, tag, `text_message_${keyword}`, {
        company: [...new Set(sites.map((s) => s.company))].join(', '),
        phone: first.contact_phone,
        email: first.contact_email,
      })
    },

    // The recipient has not opted out: only this address is suppressed.
    async bounced(db, site, address, wording) {
      const [address_key, at] = [addressKey(address), clock.now()]
      if (!(await suppress(db, site, address_key, 'bounce', at))) return
      const businessentity_id = (await findBounced(db, site, address_key)) ?? null
      const entry = { at, address_key, action: 'bounced', wording, screen: 'bounce', businessentity_id } as const
      await writeConsent(db, site, entry)
    },
  }
}

const keywordIn = ({ body, handled }: InboundText): Keyword | undefined => handled ?? keywordOf(body)
