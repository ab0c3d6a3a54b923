import { CompiledQuery } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Engine, EngineConnection } from '../db/engine.ts'

/** How pg-boss reaches the database: through the background lane of our engine, or inside the caller's transaction. */

export interface SqlDoor {
  /** Runs one statement with $1-style parameters, or several without. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>
}

/** Takes a connection for each call. A failure leaves the connection clean, without an open transaction. */
export function throughEngine(engine: Engine): SqlDoor {
  return {
    async executeSql(text, values) {
      const connection = await engine.connect('background')
      try {
        const rows = await run(connection, text, values)
        connection.release()
        return { rows }
      } catch (error) {
        await endFailed(connection)
        throw error
      }
    },
  }
}

/** Uses the caller's own transaction: what runs here commits or rolls back with it. */
export function throughTransaction(db: Db): SqlDoor {
  return {
    async executeSql(text, values) {
      const result = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values ?? []))
      return { rows: result.rows }
    },
  }
}

async function run(connection: EngineConnection, text: string, values?: unknown[]) {
  if (values?.length) return (await connection.query(text, values)).rows
  const script = /^\s*BEGIN;(.*);\s*COMMIT;\s*$/s.exec(text)
  if (!script) return (await connection.query(text)).rows ?? []
  const body = script[1]!
  // Only schema scripts use dollar quoting (function bodies contain semicolons), and their rows are not read.
  if (body.includes('$$')) {
    await connection.script(text)
    return []
  }
  const statements = body.split(/;\s*\n/)
  const last = statements.pop()!
  await connection.script(`BEGIN;${statements.join(';\n')}`)
  const { rows } = await connection.query(last)
  await connection.script('COMMIT')
  return rows
}

async function endFailed(connection: EngineConnection) {
  try {
    await connection.script('ROLLBACK')
    connection.release()
  } catch {
    connection.release(true)
  }
}
