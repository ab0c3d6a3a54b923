import { sql } from 'kysely'
import type { ReportCall } from './report-call.ts'

/**
 * Runs the queries of a report, and ends the running one in the database when the browser no longer waits for it. The
 * embedded engine has one connection and cannot interrupt a statement: there the query ends by itself.
 */
export async function whileWaiting<T>(
  { db, reply, services }: Pick<ReportCall, 'db' | 'reply' | 'services'>,
  work: () => Promise<T>,
): Promise<T> {
  const { engine, system } = services.database
  if (engine.kind !== 'server' || !reply) return work()
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const pid = rows[0]!.pid
  let running = true
  const gone = () => {
    if (!running || reply.raw.writableEnded) return
    sql`select pg_cancel_backend(${pid})`
      .execute(system)
      .catch((error: unknown) => services.log.warn({ error }, 'a report that nobody waits for goes on'))
  }
  reply.raw.once('close', gone)
  try {
    return await work()
  } finally {
    running = false
    reply.raw.off('close', gone)
  }
}
