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

/** A row names the web site that it belongs to and, by `place` counted from 1, the key that it was read for. */
interface Placed {
  place: number
  web_site_id: number
}

/**
 * Makes a keyed read. Its keys must be validated: a key that the database refuses also fails the reads of the same
 * batch. `sql` receives an array of the web sites as $1 and, from $2, an array for each part of the key
 * (`unnest(…) with ordinality`). `name` is the name of the prepared statement.
 *
 * One statement reads for several web sites, so it runs as the owner, without row-level security. The statement joins by
 * web site, and a row of another web site than the one of its key fails the whole batch.
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
  let running = false

  async function run() {
    running = true
    const batch = queue
    queue = []
    try {
      const connection = await batch[0]!.database.engine.connect('request')
      let rows: Placed[]
      try {
        const columns = batch[0]!.key.map((_, i) => batch.map(({ key }) => key[i]))
        const parameters = [batch.map(({ webSiteId }) => webSiteId), ...columns]
        rows = (await connection.query(sql, parameters, name)).rows as unknown as Placed[]
      } finally {
        connection.release()
      }
      const byPlace = new Map(rows.map((row) => [row.place, row]))
      for (const { place, web_site_id: webSiteId } of rows)
        if (batch[place - 1]?.webSiteId !== webSiteId) throw new Error(`${name} read a row of web site ${webSiteId}`)
      for (const [i, { resolve }] of batch.entries()) resolve(byPlace.get(i + 1) as Row | undefined)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running = false
      if (queue.length > 0) void run()
    }
  }

  return (database, webSiteId, key) =>
    new Promise((resolve, reject) => {
      queue.push({ database, webSiteId, key, resolve, reject })
      // Waiting for the end of this turn batches the reads that arrived in the same read of the sockets.
      if (!running && queue.length === 1) setImmediate(() => (queue.length > 0 ? void run() : undefined))
    })
}
