import { setTimeout as pause } from 'node:timers/promises'

/**
 * Makes a batcher, which combines the items of many requests into few writes. Items that arrive while a write is in
 * progress go into the next write together. The promise of a request settles with the write of its items, so a caller
 * that awaits it knows that they are stored. Items of one key are written in order of arrival.
 *
 * `write` receives the items of one key. It receives at most `most` items, except that the items of one request are
 * never split. If it throws, the promises of all requests in the batch are rejected. `gatherFor` is the time in
 * milliseconds that a write waits for more items: a transaction costs far more than a row.
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
      // Batches at least the items that arrived in the same read of the sockets.
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

  /** Returns how many of the first requests fit into one write. */
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
