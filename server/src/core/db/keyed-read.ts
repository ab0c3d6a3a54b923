import type { Database } from './database.ts'

/**
 * Reads of one row by its key, such as those of each page view. Reads that are requested while another read is in
 * progress go into the next one together, for all web sites, so that many requests cost few round trips. Results are
 * not cached: each read sees what was committed before it was requested.
 */
export type KeyedRead<Key extends readonly unknown[], Row> = (
  database: Database,
  webSiteId: number,
  key: Readonly<Key>,
) => Promise<Row | undefined>

/**
 * Makes a keyed read. Its keys must be validated: a key that the database refuses also fails the reads of the same
 * batch. `sql` receives the web site as $1 and, from $2, an array for each part of the key. Its rows state by `place`
 * which key they belong to, counted from 1 (`unnest(…) with ordinality`). `name` is the name of the prepared statement.
 */
export function keyedRead<Key extends readonly unknown[], Row>(name: string, sql: string): KeyedRead<Key, Row> {
  interface Asked {
    database: Database
    webSiteId: number
    key: Readonly<Key>
    resolve: (row: Row | undefined) => void
    reject: (error: unknown) => void
  }
  let queue: Asked[] = []
  let running = 0

  async function run() {
    running += 1
    const batch = queue
    queue = []
    const bySite = [...Map.groupBy(batch, ({ webSiteId }) => webSiteId)]
    try {
      const results = await batch[0]!.database.readTenants(
        bySite.map(([webSiteId, asked]) => {
          const columns = asked[0]!.key.map((_, i) => asked.map(({ key }) => key[i]))
          return { webSiteId, name, sql, parameters: [webSiteId, ...columns] }
        }),
      )
      for (const [i, [, asked]] of bySite.entries()) {
        const rows = new Map(results[i]!.map((row) => [row['place'], row]))
        for (const [j, { resolve }] of asked.entries()) resolve(rows.get(j + 1) as Row | undefined)
      }
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      if (queue.length > 0) void run()
    }
  }

  return (database, webSiteId, key) =>
    new Promise((resolve, reject) => {
      queue.push({ database, webSiteId, key, resolve, reject })
      const most = database.engine.kind === 'server' ? 2 : 1
      // Waiting for the end of this turn batches the reads that arrived in the same read of the sockets.
      if (running < most && queue.length === 1) setImmediate(() => (queue.length > 0 ? void run() : undefined))
    })
}
