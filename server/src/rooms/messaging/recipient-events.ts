import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { InboundText } from '../../outside/twilio.hooks.ts'

/** What happens on the side of a recipient, for the room that keeps consent. Each call may come more than once. */
export interface RecipientEvents {
  /** The carrier says that the recipient wants no text messages. In the transaction of the web site. */
  optedOut(db: Db, site: Site, number: string, words: string): Promise<void>
  /** An address is of no use for good. In the transaction of its web site. */
  bounced(db: Db, site: Site, address: string, reason: string): Promise<void>
  /** A person has written a text message. In the transaction of each web site that it may be for. */
  received(db: Db, site: Site, message: InboundText): Promise<void>
  /** Returns what to reply in the language `tag` for the web sites that a message may be for; undefined: nothing. */
  replyTo(message: InboundText, sites: readonly Site[], tag: string): string | undefined
}
