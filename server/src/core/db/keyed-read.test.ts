import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { keyedRead } from './keyed-read.ts'

let made: TestDatabase
let database: Database
beforeAll(async () => {
  made = await testDatabase()
  database = made.database
})
afterAll(() => made.remove())

/** Reads users by name. */
const userNamed = () =>
  keyedRead<[name: string], { web_site_id: number; user_id: number }>(
    'test-user-named',
    `select asked.place::int, u.web_site_id, u.user_id
    from unnest($1::int[], $2::text[]) with ordinality as asked(web_site_id, name, place)
    join users u on u.web_site_id = asked.web_site_id and u.username = asked.name`,
  )

const idOf = async (webSiteId: number, username: string) => {
  const { user_id } = await database.system
    .selectFrom('users')
    .select('user_id')
    .where('web_site_id', '=', webSiteId)
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return user_id
}

test('batches concurrent reads, and returns each its own row or none', async () => {
  const trips = vi.spyOn(database.engine, 'connect')
  const read = userNamed()
  const names = ['advisor', 'nobody', 'kiosk', 'advisor']
  const found = await Promise.all(names.map((name) => read(database, 31, [name])))
  expect(trips).toHaveBeenCalledTimes(1)
  trips.mockRestore()
  expect(found.map((row) => row?.user_id)).toEqual([
    await idOf(31, 'advisor'),
    undefined,
    await idOf(31, 'kiosk'),
    await idOf(31, 'advisor'),
  ])
})

test('isolates web sites that are read together', async () => {
  const trips = vi.spyOn(database.engine, 'connect')
  const read = userNamed()
  const found = await Promise.all([31, 44, 31, 33].map((site) => read(database, site, ['advisor'])))
  expect(trips).toHaveBeenCalledTimes(1)
  trips.mockRestore()
  expect(found.map((row) => row?.web_site_id)).toEqual([31, 44, 31, 33])
  expect(found[1]?.user_id).toBe(await idOf(44, 'advisor'))
})

test('sees what was committed before the read', async () => {
  const read = userNamed()
  const rename = (from: string, to: string) =>
    database.system
      .updateTable('users')
      .set({ username: to })
      .where('web_site_id', '=', 31)
      .where('username', '=', from)
      .execute()
  expect(await read(database, 31, ['dana'])).toBeUndefined()
  await rename('advisor', 'dana')
  expect((await read(database, 31, ['dana']))?.web_site_id).toBe(31)
  await rename('dana', 'advisor')
})

test('fails if its statement reads a row of another web site', async () => {
  const careless = keyedRead<[name: string], { user_id: number }>(
    'test-careless',
    `select asked.place::int, u.web_site_id, u.user_id
    from unnest($1::int[], $2::text[]) with ordinality as asked(web_site_id, name, place)
    join users u on u.username = asked.name and u.web_site_id <> asked.web_site_id`,
  )
  await expect(Promise.all([careless(database, 31, ['advisor']), careless(database, 44, ['advisor'])])).rejects.toThrow(
    /test-careless read a row of web site/,
  )
})

test('keeps working after a failed read', async () => {
  const broken = keyedRead('test-broken', `select 1 / 0 from unnest($1::int[], $2::text[])`)
  await expect(Promise.all([broken(database, 31, ['x']), broken(database, 44, ['x'])])).rejects.toThrow(/zero/)
  expect(await userNamed()(database, 31, ['advisor'])).toBeDefined()
  const { rows } = await database.inTenant(44, (db) => sql<{ role: string }>`select current_user as role`.execute(db))
  expect(rows).toEqual([{ role: 'cutaway_app' }])
})
