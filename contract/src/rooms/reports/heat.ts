import { z } from 'zod'
import { endpoint, jsonParam, may, unscoped } from '../../endpoint.ts'
import { Id } from '../../fields.ts'
import { reportFailures } from './filters.ts'
import { DetailData } from './reports.ts'

/** How customers watch a film, second by second: under the film, for people who may see reports. */

export const heatDays = [30, 90, 365] as const
export const heatChannels = ['all', 'email', 'text', 'page'] as const
export type HeatChannel = (typeof heatChannels)[number]
/** Fewer visits say nothing about the seconds of a film. */
export const fewestViewings = 30

const HeatFilter = z.object({
  part_id: z.string().max(40).meta({ example: 'BRKDSC' }),
  days: z.literal(heatDays).default(90),
  /** Email, text message, or links on web pages and in PDF files. */
  channel: z.enum(heatChannels).default('all'),
  businessentity_id: Id.optional(),
  businessentity_location_id: Id.optional(),
})
const checked = unscoped('the reports room compares it with what the session reaches, and refuses with 403')
const base = {
  who: may('view_reports'),
  notForCustomers: true,
  fails: [...reportFailures],
  owns: { businessentity_id: checked, businessentity_location_id: checked },
} as const

/** A visit is one opening of a customer's page in which the film was on the screen. */
export const FilmHeat = z.object({
  viewings: z.int(),
  customers: z.int(),
  /** Seconds of the film. */
  duration: z.number(),
  /** Seconds watched in a visit on average, and in the time of the same length just before; null without a visit. */
  average: z.number().nullable(),
  average_before: z.number().nullable(),
  /** Visits that came to the last second. */
  to_end: z.int(),
  /** Of each second: customers who saw it, and visits of theirs that saw it again. Empty if there are too few visits. */
  seconds: z.array(z.object({ first: z.int(), again: z.int() })),
})
export type FilmHeat = z.infer<typeof FilmHeat>

export const getFilmHeat = endpoint({
  method: 'GET',
  path: '/getFilmHeat/:json',
  summary: 'Returns how many customers saw each second of a narrated film that was sent to them.',
  ...base,
  params: z.object({ json: jsonParam(HeatFilter) }),
  reply: FilmHeat,
})
export const getFilmHeatDetails = endpoint({
  method: 'GET',
  path: '/getFilmHeatDetails/:json',
  summary: 'Returns the visits of customers behind the numbers of a film.',
  ...base,
  params: z.object({
    json: jsonParam(
      HeatFilter.extend({
        page: z.int().min(1).max(100_000).default(1),
        size: z.int().min(1).max(100).default(10),
      }),
    ),
  }),
  reply: DetailData,
})
