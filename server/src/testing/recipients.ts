import type { RecipientEvents } from '../rooms/messaging/recipient-events.ts'

/** Recipients without suppressions, for tests of the outbox alone. */
export const everyoneWilling: Pick<RecipientEvents, 'bounced' | 'suppressedBy'> = {
  bounced: () => Promise.resolve(),
  suppressedBy: () => Promise.resolve(undefined),
}
