/**
 * What takes something out of the portal: a mail server, a provider of text messages, later a payment gateway or the
 * receiver of a webhook, and the built-in stand-ins for them. The outbox (rooms/messaging/outbox.ts) calls it.
 */
export interface Carrier<Item> {
  /** Kept with each delivery: 'smtp', 'twilio', 'outbox'. */
  name: string
  /** Makes one attempt. An exception counts as `outcome_unknown`. */
  send(item: Item, signal: AbortSignal): Promise<DeliveryResult>
  /**
   * Looks up an item whose earlier attempt has no known result, by our own reference. Throws when the carrier cannot be
   * asked. Without this function the item is sent again: leave it out only where a second copy can be recognised.
   */
  find?(item: Item, signal: AbortSignal): Promise<Search>
}

/** The result of one attempt. In doubt it is `outcome_unknown`. */
export type DeliveryResult =
  /** The carrier has it. `reference` is the carrier's own name for it. */
  | { outcome: 'accepted'; reference: string | null }
  /** The carrier will never take it. `optOut`: because the recipient wants no messages. */
  | { outcome: 'permanent_failure'; code: string | null; reason: string; optOut?: boolean }
  /** The carrier certainly does not have it, and another attempt may help. */
  | { outcome: 'temporary_failure'; code: string | null; reason: string }
  /** The carrier may have it. */
  | { outcome: 'outcome_unknown'; code: string | null; reason: string }

export type Search =
  /** Every one that fits, the newest first. */
  | { found: 'some'; references: string[] }
  | { found: 'none' }
  /** There are too many to look through. */
  | { found: 'unclear' }
