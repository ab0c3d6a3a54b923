import { contract } from '@cutaway/contract'
import { fewestViewings } from '@cutaway/contract/rooms/reports/heat.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

/** Every second of the curve is a count of the visits that this file reads from the tables and adds up itself. */

const { reports: r } = contract
let w: World
let elena: Person
let rosa: Person
let businessId: number
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  rosa = await w.loggedIn('regional')
  businessId = (await elena.me()).businessentity_id!
}, 120_000)
afterAll(() => w.close())

interface Visit {
  viewer: string
  kind: string
  location_id: number
  stretches: number[]
}

/** The visits of customers to a film in the last days. */
async function visitsOf(part: string, days: number): Promise<Visit[]> {
  const { rows } =
    await sql<Visit>`select case when l.kind in ('websitePromotion', 'pdf') then v.view_key::text else v.link_id::text end as viewer, l.kind, l.location_id, v.stretches
    from link_views v join links l on l.web_site_id = v.web_site_id and l.link_id = v.link_id
    where v.web_site_id = 31 and l.businessentity_id = ${businessId} and v.part_id = ${part}
      and v.first_frame_at >= now() - ${days} * interval '1 day' and v.first_frame_at < now()`.execute(
      w.database.system,
    )
  return rows
}

const sees = ({ stretches }: Visit, second: number) =>
  stretches.some((from, i) => i % 2 === 0 && from <= second + 0.5 && second + 0.5 < stretches[i + 1]!)

function told(visits: readonly Visit[], duration: number) {
  return Array.from({ length: duration }, (_, second) => {
    const seen = visits.filter((visit) => sees(visit, second))
    const first = new Set(seen.map(({ viewer }) => viewer)).size
    return { first, again: seen.length - first }
  })
}

test('the curve of a film counts customers by second, and what they saw again', async () => {
  const heat = await elena.call(r.getFilmHeat, { params: { json: { part_id: 'BRKDSC', days: 365 } } as never })
  const visits = await visitsOf('BRKDSC', 365)
  expect(visits.length).toBeGreaterThan(fewestViewings)
  expect(heat.viewings).toBe(visits.length)
  expect(heat.customers).toBe(new Set(visits.map(({ viewer }) => viewer)).size)
  expect(heat.seconds).toEqual(told(visits, heat.duration))
  expect(heat.seconds.some(({ again }) => again > 0)).toBe(true)
  expect(heat.to_end).toBe(visits.filter(({ stretches }) => stretches.at(-1)! >= heat.duration - 1).length)
  const lengths = visits.map(({ stretches }) => stretches.reduce((sum, at, i) => sum + (i % 2 === 0 ? -at : at), 0))
  expect(heat.average).toBeCloseTo(lengths.reduce((a, b) => a + b, 0) / visits.length, 1)
})

test.each([
  ['email', ['email']],
  ['text', ['sms', 'mms']],
  ['page', ['websitePromotion', 'pdf', 'repair_order']],
] as const)(
  'the visits by %s are those of the tables, and the list behind them',
  async (channel, kinds: readonly string[]) => {
    const json = { part_id: 'BRKDSC', days: 365, channel }
    const heat = await elena.call(r.getFilmHeat, { params: { json } as never })
    const visits = (await visitsOf('BRKDSC', 365)).filter(({ kind }) => kinds.includes(kind))
    expect(heat.viewings).toBe(visits.length)
    const listed = await elena.call(r.getFilmHeatDetails, { params: { json: { ...json, size: 5 } } as never })
    expect(listed.total.rows).toBe(visits.length)
    expect(listed.rows).toHaveLength(Math.min(5, visits.length))
  },
)

test('a manager of a region sees its locations; another location is refused', async () => {
  const { rows } = await sql<{ location_id: number }>`select l.location_id from location_class_locations l
    join user_location_classes m on m.class_id = l.class_id where m.user_id = ${(await rosa.me()).user_id}`.execute(
    w.database.system,
  )
  const own = new Set(rows.map(({ location_id }) => location_id))
  const heat = await rosa.call(r.getFilmHeat, { params: { json: { part_id: 'BRKDSC', days: 365 } } as never })
  const visits = (await visitsOf('BRKDSC', 365)).filter(({ location_id }) => own.has(location_id))
  expect(heat.viewings).toBe(visits.length)
  const { rows: others } = await sql<{ location_id: number }>`select location_id from locations
    where web_site_id = 31 and businessentity_id = ${businessId} and not location_id = any(${[...own]}::int[]) limit 1`.execute(
    w.database.system,
  )
  const refused = await rosa.request(
    `/api/v1/getFilmHeat/${encodeURIComponent(
      JSON.stringify({ part_id: 'BRKDSC', businessentity_location_id: others[0]!.location_id }),
    )}`,
  )
  expect(refused.status).toBe(403)
})

test('few visits have no curve, and a film that does not exist is not found', async () => {
  const heat = await elena.call(r.getFilmHeat, { params: { json: { part_id: 'ENGOIL', days: 30 } } as never })
  expect(heat.viewings).toBeLessThan(fewestViewings)
  expect(heat.seconds).toEqual([])
  const path = `/api/v1/getFilmHeat/${encodeURIComponent(JSON.stringify({ part_id: 'NOFILM' }))}`
  expect((await elena.request(path)).status).toBe(404)
})
