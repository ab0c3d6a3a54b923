import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { InboundText } from '../../outside/twilio.hooks.ts'

/** Events of a recipient, for the consent room. Each may be raised more than once. */
export interface RecipientEvents {
  /** The carrier reports that the recipient wants no text messages. Runs in the transaction of the web site. */
  optedOut(db: Db, site: Site, number: string, words: string): Promise<void>
  /** An address is permanently undeliverable. Runs in the transaction of its web site. */
  bounced(db: Db, site: Site, address: string, reason: string): Promise<void>
  /** A person sent a text message. Runs in the transaction of each web site that it may be for. */
  received(db: Db, site: Site, message: InboundText): Promise<void>
  /** Returns the reply in the language `tag` for the web sites that a message may be for, or undefined for no reply. */
  replyTo(message: InboundText, sites: readonly Site[], tag: string): string | undefined
}
