import { z } from 'zod'
import { endpoint, may, unscoped } from '../../endpoint.ts'
import { Id } from '../../fields.ts'

/** Automatic answers of a location: when it is closed, or when its people do not answer while it is open. */

export const defaultWait = 30
const Minute = z.int().min(0).max(1440)
/** The minutes of opening and closing; null: closed. */
const Day = z
  .tuple([Minute, Minute])
  .refine(([opens, closes]) => opens < closes, 'closes before it opens')
  .nullable()
  .meta({ example: [480, 1020] })
/** From Sunday to Saturday; a day that is left out is closed. */
export const OpeningHours = z.array(Day).max(7)
export type OpeningHours = z.infer<typeof OpeningHours>

const Settings = z.object({
  is_on: z.boolean(),
  after_minutes: z.int().min(5).max(480).meta({ example: 30 }),
  hours: OpeningHours,
})
const OfLocation = Settings.extend({
  location_id: Id,
  location: z.string(),
  phone: z.string(),
})
export type AutomaticAnswers = z.infer<typeof OfLocation>

export const getAutomaticAnswers = endpoint({
  method: 'GET',
  path: '/getAutomaticAnswers',
  who: may('manage_email_settings'),
  notForCustomers: true,
  summary: 'Returns the automatic answers of the caller’s location, or of all locations for roles that reach them.',
  reply: z.array(OfLocation),
})

export const saveAutomaticAnswers = endpoint({
  method: 'PUT',
  path: '/saveAutomaticAnswers',
  who: may('manage_email_settings'),
  owns: { location_id: unscoped('the handler accepts only locations that getAutomaticAnswers returns') },
  audit: { action: 'automatic_answers.change' },
  notForCustomers: true,
  summary: 'Changes the opening hours and the automatic answers of a location.',
  body: Settings.extend({ location_id: Id }),
  reply: OfLocation,
})
