/**
 * Gathers what many requests bring at the same moment into few writes: while one write is on its way, the items that
 * arrive wait and go into the next one together. An item's promise is settled with its write, so whoever waits for it
 * knows that it is kept. Items of one key are written in the order of their arrival.
 *
 * `write` gets the items of one key, at most `most` of them. When it throws, all of them are told.
 */
export function makeBatcher<Item>(
  write: (key: number, items: Item[]) => Promise<void>,
  { most = 500 } = {},
): (key: number, item: Item) => Promise<void> {
  interface Waiting {
    item: Item
    resolve: () => void
    reject: (error: unknown) => void
  }
  const queues = new Map<number, Waiting[]>()

  async function writeAll(key: number, queue: Waiting[]) {
    // What came in by the same read of the sockets goes together.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const batch = queue.splice(0, most)
      try {
        await write(
          key,
          batch.map(({ item }) => item),
        )
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(key)
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiting = queues.get(key)
      const entry = { item, resolve, reject }
      if (waiting) waiting.push(entry)
      else {
        const queue = [entry]
        queues.set(key, queue)
        void writeAll(key, queue)
      }
    })
}
