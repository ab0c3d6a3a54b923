import { setTimeout as pause } from 'node:timers/promises'

/**
 * Gathers what many requests bring at the same moment into few writes: while one write is on its way, the items that
 * arrive wait and go into the next one together. The promise of a request's items is settled with their write, so whoever
 * waits for it knows that they are kept. Items of one key are written in the order of their arrival.
 *
 * `write` gets the items of one key, at most `most` of them and those of one request together. When it throws, all of them
 * are told. `gatherFor` are milliseconds for which a write waits for more: a transaction costs far more than a row.
 */
export function makeBatcher<Item>(
  write: (key: number, items: Item[]) => Promise<void>,
  { most = 500, gatherFor = 0 } = {},
): (key: number, ...items: Item[]) => Promise<void> {
  interface Waiting {
    items: Item[]
    resolve: () => void
    reject: (error: unknown) => void
  }
  const queues = new Map<number, Waiting[]>()

  async function writeAll(key: number, queue: Waiting[]) {
    while (queue.length > 0) {
      // At least what came in by the same read of the sockets goes together.
      await (gatherFor > 0 ? pause(gatherFor) : new Promise(setImmediate))
      const batch = queue.splice(0, fitting(queue))
      try {
        await write(
          key,
          batch.flatMap(({ items }) => items),
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(key)
  }

  /** How many of the first requests make one write. */
  function fitting(queue: readonly Waiting[]): number {
    let items = 0
    const count = queue.findIndex((waiting) => (items += waiting.items.length) > most)
    return count === -1 ? queue.length : Math.max(1, count)
  }

  return (key, ...items) =>
    new Promise((resolve, reject) => {
      const waiting = queues.get(key)
      const entry = { items, resolve, reject }
      if (waiting) waiting.push(entry)
      else {
        const queue = [entry]
        queues.set(key, queue)
        void writeAll(key, queue)
      }
    })
}
