import type { FailureReason } from '@cutaway/contract/rooms/messaging.ts'
import type { Db } from '../../core/db/database.ts'
import type { Site } from '../../core/tenancy.ts'
import type { InboundText } from '../../outside/twilio.hooks.ts'

/** The person asked for no more messages, or mail to the address came back. */
export type Suppression = 'unsubscribed' | 'bounced'

/** Returns the reason of a delivery that a suppression withholds. */
export const whyWithheld = (suppression: Suppression | undefined): FailureReason | undefined =>
  suppression === 'bounced' ? 'bounced_before' : suppression

/** Words that the carriers prescribe: stop all messages, resume them, ask for help. */
export type Command = 'stop' | 'start' | 'help'

/** Questions about a recipient and events, for the consent room. Each event may be raised more than once. */
export interface RecipientEvents {
  /** Returns why a web site must not write to an address or a number; undefined if it may. */
  suppressedBy(db: Db, site: Site, address: string): Promise<Suppression | undefined>
  /** The carrier reports that the recipient wants no text messages. Runs in the transaction of the web site. */
  optedOut(db: Db, site: Site, number: string, words: string): Promise<void>
  /**
   * A text message was not delivered, and there is no further attempt. Runs once for each message, in the transaction
   * that records it.
   */
  textFailed?(db: Db, site: Site, failed: { message_id: string; why: FailureReason }): Promise<void>
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
