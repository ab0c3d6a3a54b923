import { sql } from 'kysely'
import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import type { Database } from '../../core/db/database.ts'
import { whileWaiting } from './cancel.ts'

/** A browser that leaves ends the query of its report: on a server in the database, on the embedded engine by itself. */

let database: Database
let remove: () => Promise<unknown>
beforeAll(async () => {
  const made = await testDatabase()
  database = made.database
  remove = made.remove
})
afterAll(() => remove())

/** Runs a query for a browser that leaves after a moment, or stays. */
async function ask(query: string, leaves: boolean) {
  const raw = Object.assign(new EventEmitter(), { writableEnded: false })
  const transaction = database.tenant(31)
  const call = { db: transaction.db, reply: { raw }, services: { database, log: { warn: () => undefined } } }
  try {
    return await whileWaiting(call as never, async () => {
      if (leaves) setTimeout(() => raw.emit('close'), 200)
      return (await sql<{ n: number }>`${sql.raw(query)}`.execute(transaction.db)).rows
    })
  } finally {
    await transaction.rollback()
  }
}

test('a browser that leaves in the middle of a report ends its query, and the connection goes on', async () => {
  if (database.engine.kind === 'server')
    await expect(ask('select 1 as n from pg_sleep(30)', true)).rejects.toThrow(/cancel/)
  else expect(await ask('select 1 as n', true)).toEqual([{ n: 1 }])
  expect(await ask('select 2 as n', false)).toEqual([{ n: 2 }])
})

test('a browser that leaves after the report cancels nothing of whoever uses the connection next', async () => {
  const raw = Object.assign(new EventEmitter(), { writableEnded: false })
  const transaction = database.tenant(31)
  await whileWaiting(
    { db: transaction.db, reply: { raw }, services: { database, log: { warn: () => undefined } } } as never,
    async () => sql`select 1`.execute(transaction.db),
  )
  expect(raw.listenerCount('close')).toBe(0)
  await transaction.rollback()
})
