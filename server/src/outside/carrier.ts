/**
 * A carrier delivers items outside the portal: a mail server, a provider of text messages, later a payment gateway or
 * the receiver of a webhook, and the built-in stand-ins for them. The outbox (rooms/messaging/outbox.ts) calls it.
 */
export interface Carrier<Item> {
  /** Stored with each delivery: 'smtp', 'twilio', 'outbox'. */
  name: string
  /** Makes one attempt. An exception counts as `outcome_unknown`. */
  send(item: Item, signal: AbortSignal): Promise<DeliveryResult>
  /**
   * Searches, by our own reference, for an item whose earlier attempt has no known result. Throws if the carrier cannot
   * be reached. Without this function the item is sent again: omit it only if a second copy can be recognised.
   */
  find?(item: Item, signal: AbortSignal): Promise<Search>
}

/** The result of one attempt. In doubt it is `outcome_unknown`. */
export type DeliveryResult =
  /** The carrier has the item. `reference` is the carrier's own id for it. */
  | { outcome: 'accepted'; reference: string | null }
  /** The carrier will never accept it. `optOut`: because the recipient wants no messages. */
  | { outcome: 'permanent_failure'; code: string | null; reason: string; optOut?: boolean }
  /** The carrier certainly does not have it, and another attempt may succeed. */
  | { outcome: 'temporary_failure'; code: string | null; reason: string }
  /** The carrier may have it. */
  | { outcome: 'outcome_unknown'; code: string | null; reason: string }

export type Search =
  /** All items that match, the newest first. */
  | { found: 'some'; references: string[] }
  | { found: 'none' }
  /** There are too many items to search. */
  | { found: 'unclear' }
