import { z } from 'zod'
import { listFields } from '../../administration/list.ts'
import { endpoint, may, notAudited, unscoped } from '../../endpoint.ts'
import { Id, Yes } from '../../fields.ts'
import { line } from '../billing/fields.ts'
import { Registration } from './numbers.ts'

/** What US carriers decided about the registrations of businesses (A2P 10DLC), as the operator records it. */

export const CarrierRow = Registration.extend({
  web_site_id: z.int(),
  site_name: z.string(),
  businessentity_id: z.int(),
  business_name: z.string(),
  /** US numbers of the business from which texts leave only once the registration is approved. */
  numbers: z.array(z.string()),
  /** Who recorded the decision. */
  decided_by: z.string().nullable(),
})
export type CarrierRow = z.infer<typeof CarrierRow>

export const getTextRegistrations = endpoint({
  method: 'POST',
  path: '/getTextRegistrations',
  who: may('manage_web_sites'),
  site: unscoped('a filter: the rows are those of web sites that the caller sees'),
  audit: notAudited('reads only'),
  summary: 'Returns the registrations with US carriers on the web sites that the caller sees.',
  body: z.object({
    ...listFields(['submitted', 'business']),
    web_site_id: Id.optional(),
    state: z.enum(['waiting', 'approved', 'refused']).default('waiting'),
  }),
  reply: z.object({ rows: z.array(CarrierRow), total: z.int() }),
})

export const decideTextRegistration = endpoint({
  method: 'PUT',
  path: '/decideTextRegistration',
  who: may('manage_web_sites'),
  site: 'web_site_id',
  owns: { businessentity_id: 'business' },
  audit: { action: 'number.registration_decided' },
  notWhileActing: true,
  summary: 'Records what the US carriers decided on the registration of a business, and writes to the business.',
  body: z.object({
    web_site_id: Id,
    businessentity_id: Id,
    approve: Yes,
    /** The carriers’ words. */
    reason: line(500).default(''),
    /** Of the registration that was looked at: one that was submitted again meanwhile is not decided unread. */
    submitted_at: z.iso.datetime(),
  }),
  fails: [
    'no_records_found',
    'enter_a_reason',
    'text_registration_submitted_again',
    'text_registration_already_decided',
  ],
  reply: Registration,
})
