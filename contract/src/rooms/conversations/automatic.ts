import { z } from 'zod'
import { endpoint, may, unscoped } from '../../endpoint.ts'
import { Id } from '../../fields.ts'
import { OpeningHours } from '../sharing/opening-hours.ts'

/** Automatic answers of a location: when it is closed, or when its people do not answer while it is open. */

export const defaultWait = 30

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
