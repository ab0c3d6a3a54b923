/** Who takes text messages out of the house: messages.twilio.ts. */
export interface MessageProvider {
  /**
   * Hands a message over. `taken`: the provider has it. `refused`: it never will. `later`: it certainly has not, and trying
   * again may help. `unclear`: nobody knows whether it has; ask `find` before another attempt.
   */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<Handover>
  /** Looks whether a message whose handing over was unclear has arrived. Throws when the provider cannot be asked. */
  find(message: OutgoingMessage, signal: AbortSignal): Promise<Search>
  /** Whether a code of the provider says that the recipient wants no messages from the number. */
  isOptOut(code: string | null): boolean
}

export interface OutgoingMessage {
  /** A UUID, the same at every attempt. */
  id: string
  webSiteId: number
  /** E.164. */
  to: string
  /** The web site's own number; null: the provider's default. */
  from: string | null
  body: string
  mediaUrl: string | null
  writtenAt: Date
}

export type Handover =
  | { outcome: 'taken'; providerId: string }
  | { outcome: 'refused' | 'later' | 'unclear'; code: string | null; reason: string }

export type Search =
  /** Every one that fits, the newest first. */
  | { found: 'some'; providerIds: string[] }
  | { found: 'none' }
  /** There are too many to look through. */
  | { found: 'unclear' }
