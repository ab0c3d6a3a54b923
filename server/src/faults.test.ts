import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from './testing/world.ts'

/** The database becomes unreachable, recovers, or is slow, while people work. */

const server = process.env['TEST_DATABASE_URL']

async function expectUnavailable(answer: Response) {
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toEqual({ status: 0, message: 'service_unavailable', data: null })
}

/** Expects responses that need no database, whatever its state. */
async function expectHouseToStand(person: Person) {
  expect((await person.request('/healthz')).status).toBe(200)
  expect((await person.request('/language-translations/locale-en-US.json')).status).toBe(200)
  expect((await person.request('/api/v1/getWebSiteDetails', { headers: { cookie: '' } })).status).toBe(200)
}

describe.skipIf(!server)('a PostgreSQL server that cannot be reached', () => {
  let line: Awaited<ReturnType<typeof telephoneLine>>
  let w: World
  let anna: Person

  beforeAll(async () => {
    line = await telephoneLine(new URL(server!))
    // The whole portal, including its test database, connects through this proxy.
    process.env['TEST_DATABASE_URL'] = line.url
    w = await world()
    anna = await w.loggedIn('advisor')
  })
  afterAll(async () => {
    line.mend()
    await w.close()
    await line.close()
    process.env['TEST_DATABASE_URL'] = server
  })

  const isBack = async () => {
    const status = async () => (await anna.request('/api/v1/getUserPermissions/0')).status
    await expect.poll(status).not.toBe(503)
  }

  test('returns 503 with Retry-After while the database is down, and recovers without a restart', async () => {
    const { user_id } = await anna.me()
    line.cut()
    for (let n = 0; n < 3; n += 1) await expectUnavailable(await anna.request(`/api/v1/getUserPermissions/${user_id}`))
    await expectUnavailable(await anna.request('/api/v1/getUserSession'))
    const bob = w.visitor()
    const login = { method: 'POST', headers: { 'content-type': 'application/json' } }
    await expectUnavailable(
      await bob.request('/api/v1/login', {
        ...login,
        body: JSON.stringify({ username: 'staff', password: 'cutaway-demo' }),
      }),
    )
    await expectUnavailable(await anna.request('/readyz'))
    await expectHouseToStand(anna)

    line.mend()
    await isBack()
    expect((await anna.me()).username).toBe('advisor')
    expect((await bob.logIn('staff')).status).toBe(1)
    expect((await anna.request('/readyz')).status).toBe(200)
  })

  test('responds to each of many concurrent calls when the connection breaks; none hangs', async () => {
    const calls = Array.from({ length: 60 }, () => anna.request('/api/v1/getUserSession'))
    line.cut()
    const statuses = (await Promise.all(calls)).map((a) => a.status)
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
    line.mend()
    await isBack()
  })

  test('returns an error and rolls back when the connection breaks in the middle of a change', async () => {
    const before = (await anna.me()).language_id
    const change = w.database.inTenant(31, async (db) => {
      await db.updateTable('users').set({ language_id: 26 }).where('username', '=', 'advisor').execute()
      line.cut()
      await sql`select 1`.execute(db)
    })
    await expect(change).rejects.toThrow('the database cannot be reached')
    line.mend()
    await isBack()
    expect((await anna.me()).language_id).toBe(before)
  })

  test('runs background jobs once the connection is restored', async () => {
    line.cut()
    await expectUnavailable(await anna.request('/readyz'))
    line.mend()
    await isBack()
    await w.visitor().call(contract.sessions.forgotPassword, { body: { username: 'advisor' } })
    const mails = async () => (await anna.call(contract.messaging.getOutbox)).length
    await expect.poll(mails).toBeGreaterThan(0)
  })
})

describe.skipIf(server)('an embedded database that has stopped', () => {
  test('returns an error; the process still serves what needs no database and reports not ready', async () => {
    const w = await world()
    const anna = await w.loggedIn('advisor')
    await w.database.engine.close()
    await expectUnavailable(await anna.request('/api/v1/getUserSession'))
    await expectUnavailable(await anna.request('/readyz'))
    await expectHouseToStand(anna)
    await w.close()
  })
})

describe('a query that takes three seconds', () => {
  let w: World
  let anna: Person
  beforeAll(async () => {
    w = await world()
    anna = await w.loggedIn('advisor')
  })
  afterAll(() => w.close())

  function longQuery() {
    const query = { isDone: false, done: undefined as Promise<unknown> | undefined }
    query.done = w.database
      .inTenant(31, (db) => sql`select pg_sleep(3)`.execute(db))
      .finally(() => (query.isDone = true))
    return query
  }

  test('does not delay calls that need no database', async () => {
    const query = longQuery()
    await expectHouseToStand(anna)
    expect(query.isDone).toBe(false)
    await query.done
  })

  test.skipIf(!server)('does not delay other queries on a server', async () => {
    const query = longQuery()
    expect((await anna.me()).username).toBe('advisor')
    expect((await w.visitor().logIn('staff')).status).toBe(1)
    expect((await anna.request('/readyz')).status).toBe(200)
    expect(query.isDone).toBe(false)
    await query.done
  })

  test.skipIf(server)(
    'delays other queries on the embedded engine, which has one connection, and then runs them',
    async () => {
      const query = longQuery()
      expect((await anna.me()).username).toBe('advisor')
      expect(query.isDone).toBe(true)
      expect((await anna.request('/readyz')).status).toBe(200)
      await query.done
    },
  )
})

/** A proxy to a server that can be cut off: connections break, and new ones are refused. */
async function telephoneLine(target: URL) {
  const open = new Set<Socket>()
  let isCut = false
  const line = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((line.address() as AddressInfo).port)
  return {
    url: url.href,
    cut() {
      isCut = true
      for (const socket of open) socket.destroy()
    },
    mend: () => void (isCut = false),
    async close() {
      line.close()
      for (const socket of open) socket.destroy()
      await once(line, 'close')
    },
  }
}
