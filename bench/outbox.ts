import { setTimeout as sleep } from 'node:timers/promises'

/** A message as the outbox page of the demo lists it. */
export interface OutboxMessage {
  to: string
  subject: string
  sent_at: string
}

/** Milliseconds between two reads. */
const readEvery = 500

/**
 * The outbox, read once for all people who wait for a message. Each person for themselves would read 200 messages four
 * times a second: eighty people keep the single connection of the embedded database so busy that nothing is sent.
 */
export function sharedOutbox(read: () => Promise<OutboxMessage[]>): () => Promise<OutboxMessage[]> {
  let reading: Promise<OutboxMessage[]> | undefined
  return () => {
    if (reading) return reading
    const mine = read()
    reading = mine
    void mine
      .catch(() => undefined)
      .then(() => sleep(readEvery))
      .then(() => {
        if (reading === mine) reading = undefined
      })
    return mine
  }
}
