import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyRetention } from '../core/jobs/retention.ts'
import { world, type Person, type World } from '../testing/world.ts'
import { loginRules } from '../rooms/sessions/retention/retention.ts'
import { addressed } from '../rooms/sharing/retention/retention.queries.ts'
import { linkRules } from '../rooms/sharing/retention/retention.ts'
import { viewRules } from '../rooms/player/tracking/retention.ts'
import { checkSums } from '../rooms/player/tracking/sums.ts'

/** Old events go in small steps, addresses earlier; the sums stay, and equal the events that are left. */

let w: World
let dana: Person
let danaId: number
beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
})
afterAll(() => w.close())

const months = (n: number) => sql<Date>`now() - ${n} * interval '1 month'`
const run = (limit?: number) =>
  applyRetention(w.running.services, w.clock, [...viewRules, ...loginRules], limit === undefined ? {} : { limit })
const differences = () => checkSums(w.database, w.running.services.sites.all(), w.clock.now())
const viewed = async (n: number, agoInMonths: number) => {
  for (let i = 0; i < n; i += 1)
    await w.database.system
      .insertInto('views')
      .values({
        web_site_id: 31,
        viewed_at: sql<Date>`${months(agoInMonths)} - ${i} * interval '1 hour'` as never,
        user_id: danaId,
        businessentity_id: null,
        location_id: null,
        what: 'film',
        tracktype: 'portal',
        part_id: 'BRKDSC',
        video_type: 'narrated',
        brand_id: 1,
        language_id: 50,
        remote_address: '198.51.100.7',
      })
      .execute()
}
const left = async () => {
  const { rows } = await sql<{ all: number; addresses: number }>`
    select count(*)::int as all, (count(*) filter (where remote_address <> ''))::int as addresses from views
    where web_site_id = 31 and remote_address in ('', '198.51.100.7')`.execute(w.database.system)
  return rows[0]!
}

test('the demo world’s sums are its views, and a view adds to both', async () => {
  expect(await differences()).toEqual([])
  await dana.call(contract.player.insertTrackPartViewed, {
    body: {
      part_id: 'BRKDSC',
      brand_id: 1,
      driverside: 'left',
      tracktype: 'portal',
      video_type: 'narrated',
      lang_id: 50,
    },
  })
  expect(await differences()).toEqual([])
})

test('a sum that lost a view is named, and a changed time zone is no difference', async () => {
  const { system } = w.database
  const of = sql`where ctid in (select ctid from daily_views where web_site_id = 31 and day > now() - interval '90 days' limit 1)`
  const { rows } = await sql<{ views: number }>`update daily_views set views = views + 1 ${of} returning views`.execute(
    system,
  )
  const found = await differences()
  expect(found).toHaveLength(1)
  expect(found[0]).toMatchObject({ web_site_id: 31, sum: rows[0]!.views, events: rows[0]!.views - 1 })
  await sql`update daily_views set views = views - 1 where web_site_id = 31 and day = ${found[0]!.day}::date
    and businessentity_id = ${found[0]!.businessentity_id} and part_id = ${found[0]!.part_id}
    and tracktype = ${found[0]!.tracktype} and what = ${found[0]!.what}`.execute(system)
  await system.updateTable('web_sites').set({ time_zone: 'Australia/Sydney' }).where('web_site_id', '=', 31).execute()
  await w.running.services.sites.refresh()
  expect(await differences()).toEqual([])
})

test('views and log-ins go after 25 months, their addresses after 13, and the sums stay', async () => {
  const { system } = w.database
  await run()
  await viewed(7, 26)
  await viewed(5, 14)
  await viewed(3, 12)
  for (const n of [26, 14, 1])
    await system
      .insertInto('logins')
      .values({
        web_site_id: 31,
        user_id: danaId,
        at: months(n) as never,
        ip: '198.51.100.7',
        kind: 'password',
        user_agent: 'Chrome',
      })
      .execute()
  const sums = () =>
    system
      .selectFrom('daily_views')
      .select(({ fn }) => fn.sum('views').as('n'))
      .executeTakeFirst()
  const [before, summed] = [await left(), await sums()]

  // Two rows a step, and a run that ends early: the next one goes on.
  const stop = new AbortController()
  stop.abort()
  expect(await applyRetention(w.running.services, w.clock, viewRules, { signal: stop.signal })).toBe(0)
  expect(await run(2)).toBe(7 + 5 + 1 + 1)
  expect(await left()).toEqual({ all: before.all - 7, addresses: before.addresses - 12 })
  expect(await sums()).toEqual(summed)
  const logins = await system
    .selectFrom('logins')
    .select(['ip', 'user_agent'])
    .where('user_id', '=', danaId)
    .where('ip', 'in', ['', '198.51.100.7'])
    .orderBy('at')
    .execute()
  expect(logins).toEqual([
    { ip: '', user_agent: '' },
    { ip: '198.51.100.7', user_agent: 'Chrome' },
  ])
  expect(await run(2)).toBe(0)
})

test('addresses of customers go after 13 months, a few rows at a time; what they watched and answered stays', async () => {
  const { system } = w.database
  const { rows: links } = await sql<{ link_id: number }>`
    select link_id from links where web_site_id = 31 and user_id = ${danaId} order by link_id limit 1`.execute(system)
  const { link_id } = links[0]!
  for (const age of [14, 12, 14]) {
    const at = months(age)
    await sql`insert into link_views (web_site_id, link_id, view_key, part_id, language_id, opened_at, first_frame_at, last_at,
        stretches, watched_percent, user_agent, remote_address)
      values (31, ${link_id}, gen_random_uuid(), 'BRKDSC', 50, ${at}, ${at}, ${at}, '{0,20}', 80, 'Chrome', '198.51.100.9')`.execute(
      system,
    )
    await sql`insert into link_hits (web_site_id, link_id, at, kind, user_agent, remote_address)
      values (31, ${link_id}, ${at}, 'page', 'Chrome', '198.51.100.9')`.execute(system)
    await sql`insert into link_pdf_views (web_site_id, link_id, part_id, language_id, at, user_agent, remote_address)
      values (31, ${link_id}, 'BRKDSC', 50, ${at}, 'Chrome', '198.51.100.9')`.execute(system)
    await sql`insert into link_answers (web_site_id, link_id, request_key, answer, at, remote_address)
      values (31, ${link_id}, gen_random_uuid(), 'approve', ${at}, '198.51.100.9')`.execute(system)
    await sql`insert into link_questions (web_site_id, link_id, contact, message, at, remote_address)
      values (31, ${link_id}, 'Marcus', 'When?', ${at}, '198.51.100.9')`.execute(system)
  }
  const counted = async () =>
    Promise.all(
      addressed.map(async ({ table }) => {
        const { rows } = await sql<{ all: number; addresses: number }>`select count(*)::int as all,
          (count(*) filter (where remote_address <> ''))::int as addresses from ${sql.table(table)}`.execute(system)
        return rows[0]!
      }),
    )
  const before = await counted()
  expect(await applyRetention(w.running.services, w.clock, linkRules, { limit: 1 })).toBe(2 * addressed.length)
  expect(await counted()).toEqual(before.map(({ all, addresses }) => ({ all, addresses: addresses - 2 })))
  const { rows } = await sql<{ watched_percent: number; user_agent: string }>`
    select watched_percent, user_agent from link_views where link_id = ${link_id} and stretches = '{0,20}' order by last_at`.execute(
    system,
  )
  expect(rows).toEqual(['', '', 'Chrome'].map((user_agent) => ({ watched_percent: 80, user_agent })))
  // Nothing is left to do.
  expect(await applyRetention(w.running.services, w.clock, linkRules)).toBe(0)
})
