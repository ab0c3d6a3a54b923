import { Migrator } from 'kysely/migration'
import { migrations } from '../../../migrations/index.ts'
import type { Database } from './database.ts'
import { DatabaseGone } from '../http/errors.ts'

/**
 * Brings the schema up to date. Nodes that start together wait for each other. Returns the names of the migrations that
 * ran.
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrator = new Migrator({ db: database.system, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) {
    if (error instanceof DatabaseGone) throw error
    const failed = results.find((r) => r.status === 'Error')
    throw new Error(`migration ${failed?.migrationName ?? ''} failed`, { cause: error })
  }
  return results.map((r) => r.migrationName)
}
