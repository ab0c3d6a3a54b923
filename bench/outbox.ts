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
 * The outbox, read once for all people who wait for a message. A request takes some 12 ms of processor time in the
 * embedded database, which has one connection: eighty people who read for themselves four times a second take all of it,
 * and the jobs that send the messages wait behind them.
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
