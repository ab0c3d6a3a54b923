import { sql } from 'kysely'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'

/** A browser that leaves in the middle of an export: its query ends, and its connection serves others. */

let w: World
let elena: Person
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  // Many parts of an export.
  await sql`insert into views (web_site_id, viewed_at, user_id, businessentity_id, location_id, what, tracktype, part_id,
      video_type, brand_id, language_id, remote_address)
    select web_site_id, now() - n * interval '10 minutes', user_id, businessentity_id, location_id, 'film', 'portal',
      'BRKDSC', 'narrated', 1, 50, '198.51.100.7'
    from users cross join generate_series(1, 45000) as n
    where web_site_id = 31 and username = 'location'
    on conflict do nothing`.execute(w.database.system)
}, 120_000)
afterAll(() => w.close())

const path = `/api/v1/getUsageRawDataReport/${encodeURIComponent('{}')}`

/** Begins the export without reading it, as a browser on a line that has stopped. */
const begin = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const cookie = [...elena.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, host: new URL(w.address).host }
    get(`${w.address}${path}`, { headers, agent: false }, resolve).on('error', reject)
  })

/** Queries of exports that run or wait in the database. */
const running = async () =>
  (
    await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database() and state <> 'idle' and query like '%report_views%'`.execute(
      w.database.system,
    )
  ).rows[0]!.n

const wholeExport = async () => (await (await elena.request(path)).text()).split('\r\n').length

test('whoever leaves in the middle of an export leaves no query and no connection behind', async () => {
  const before = await wholeExport()
  if (w.database.engine.kind === 'server') {
    await w.database.system.transaction().execute(async (db) => {
      const response = await begin()
      // Whoever reads the table now waits behind this lock: the next part of the export.
      await sql`lock table views in access exclusive mode`.execute(db)
      response.resume()
      await expect.poll(running, { timeout: 60_000 }).toBe(1)
      response.destroy()
      await expect.poll(running, { timeout: 60_000 }).toBe(0)
    })
  } else {
    const response = await begin()
    response.destroy()
  }
  // More exports than the portal has connections.
  for (let n = 0; n < 12; n += 1) (await begin()).destroy()
  expect(await wholeExport()).toBe(before)
})
