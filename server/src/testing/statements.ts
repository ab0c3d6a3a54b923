import type { Database } from '../core/db/database.ts'

/** Counts the statements that requests send to the database, on either engine. */
export function countStatements(database: Database): { during(work: () => Promise<unknown>): Promise<number> } {
  const { engine } = database
  const { connect } = engine
  let count = 0
  engine.connect = async (lane) => {
    const connection = await connect(lane)
    // Jobs and other background work run meanwhile and are not counted.
    if (lane !== 'request') return connection
    return {
      ...connection,
      query(...of) {
        count += 1
        return connection.query(...of)
      },
    }
  }
  return {
    async during(work) {
      count = 0
      await work()
      return count
    },
  }
}
