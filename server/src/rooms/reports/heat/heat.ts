import type * as contract from '@cutaway/contract/rooms/reports/heat.ts'
import { fewestViewings, type HeatChannel } from '@cutaway/contract/rooms/reports/heat.ts'
import type { AnyCall, Handlers } from '../../../core/http/endpoints.ts'
import { notFound } from '../../../core/http/errors.ts'
import { whileWaiting } from '../cancel.ts'
import { countEvents, findEvents } from '../counts.queries.ts'
import { cellsOf } from '../details.ts'
import { filmNames, languageOf } from '../names.ts'
import { filterOf, scopeOf } from '../scope.ts'
import { countSeconds, countWatched, type Visits } from './heat.queries.ts'

/** How customers watch a film, second by second. */

const kindsOf: Record<HeatChannel, readonly string[] | null> = {
  all: null,
  email: ['email'],
  text: ['sms', 'mms'],
  page: ['websitePromotion', 'pdf', 'repair_order'],
}
const dayMs = 86_400_000

interface Json {
  part_id: string
  days: number
  channel: HeatChannel
  businessentity_id?: number | undefined
  businessentity_location_id?: number | undefined
}

async function visitsOf(call: AnyCall, json: Json): Promise<{ now: Visits; before: Visits }> {
  const scope = await scopeOf(call, json.businessentity_id)
  const filter = await filterOf(call, scope, { businessentity_location_id: json.businessentity_location_id ?? null })
  const end = call.services.clock.now()
  const [start, earlier] = [1, 2].map((times) => new Date(end.getTime() - times * json.days * dayMs)) as [Date, Date]
  const visits = {
    site: call.site,
    source: { view: 'report_watched', kinds: kindsOf[json.channel], hasFilms: true } as const,
    scope,
    filter,
    row: { part_id: json.part_id },
  }
  return {
    now: { ...visits, interval: { start, end } },
    before: { ...visits, interval: { start: earlier, end: start } },
  }
}

/** The columns of the visits behind the numbers. */
const columns = ['viewed_date', 'username', 'location', 'tracktype', 'ro_number', 'watched_percent']

export const heat: Handlers<typeof contract> = {
  getFilmHeat: async (call) => {
    const { json } = call.params
    const film = call.services.library.film(json.part_id) ?? notFound()
    const footage = film.kind === 'narrated' ? film.of.part.film : film.of.part.interactive_film
    const { duration } = footage ?? notFound()
    const { now, before } = await visitsOf(call, json)
    return whileWaiting(call, async () => {
      const told = await countWatched(call.db, now, duration)
      const then = await countWatched(call.db, before, duration)
      const seconds = told.viewings < fewestViewings ? [] : await countSeconds(call.db, now)
      const bySecond = new Map(seconds.map((one) => [one.second, one]))
      const average = ({ seconds: all, viewings }: typeof told) =>
        viewings === 0 ? null : Math.round((all / viewings) * 10) / 10
      return {
        viewings: told.viewings,
        customers: told.customers,
        duration,
        average: average(told),
        average_before: average(then),
        to_end: told.to_end,
        seconds:
          seconds.length === 0
            ? []
            : Array.from({ length: Math.ceil(duration) }, (_, second) => {
                const { first = 0, seen = 0 } = bySecond.get(second) ?? {}
                return { first, again: seen - first }
              }),
      }
    })
  },
  getFilmHeatDetails: async (call) => {
    const { json } = call.params
    const { now } = await visitsOf(call, json)
    const films = filmNames(call, languageOf(call))
    const { rows, total } = await whileWaiting(call, async () => ({
      rows: await findEvents(call.db, now, { limit: json.size, offset: (json.page - 1) * json.size }),
      total: await countEvents(call.db, now),
    }))
    return {
      columns: columns.map((key) => ({ key, label_key: `report_column_${key}` })),
      rows: rows.map((row) => {
        const all = {
          ...cellsOf(row, films, new Map(), call.services.clock.now()),
          watched_percent: `${row['watched_percent'] as number}%`,
        }
        return Object.fromEntries(
          columns.map((key) => [key, (all as Record<string, string | number | null>)[key] ?? null]),
        )
      }),
      total: { rows: total },
    }
  },
}
