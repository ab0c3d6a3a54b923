import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { InboundText } from '../../outside/twilio.hooks.ts'

/** Words that the carriers prescribe: stop all messages, resume them, ask for help. */
export type Command = 'stop' | 'start' | 'help'

/** Events of a recipient, for the consent room. Each may be raised more than once. */
export interface RecipientEvents {
  /** The carrier reports that the recipient wants no text messages. Runs in the transaction of the web site. */
  optedOut(db: Db, site: Site, number: string, words: string): Promise<void>
  /** An address is permanently undeliverable. Runs in the transaction of its web site. */
  bounced(db: Db, site: Site, address: string, reason: string): Promise<void>
  /**
   * A person sent a text message. Runs in the transaction of each web site that it may be for. Returns the command that
   * the message was; undefined for an ordinary message.
   */
  received(db: Db, site: Site, message: InboundText): Promise<Command | undefined>
  /** Returns the reply to a command in the language `tag` for the web sites that it was for, or undefined for no reply. */
  replyTo(command: Command, message: InboundText, sites: readonly Site[], tag: string): string | undefined
}
