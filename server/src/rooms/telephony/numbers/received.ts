import { segmentsOf } from '@cutaway/contract/sms-segments.ts'
import type { Services } from '../../../core/services.ts'
import type { RecipientEvents } from '../../messaging/recipient-events.ts'

/** Returns the events of recipients, which also count the messages that come to the numbers of businesses. */
export const withNumberUse = (events: RecipientEvents, { clock }: Pick<Services, 'clock'>): RecipientEvents => ({
  ...events,
  async received(db, site, message) {
    const { to, reference, body } = message
    const own = await db
      .selectFrom('phone_numbers')
      .select('phone_number_id')
      .where('web_site_id', '=', site.web_site_id)
      .where('phone_number', '=', to)
      .where('state', '=', 'owned')
      .executeTakeFirst()
    // Without an id, a repeated delivery could not be told apart.
    if (own && reference !== null)
      await db
        .insertInto('received_texts')
        .values({
          web_site_id: site.web_site_id,
          phone_number: to,
          reference,
          segments: Math.max(1, segmentsOf(body).segments),
          at: clock.now(),
        })
        .onConflict((c) => c.doNothing())
        .execute()
    return events.received(db, site, message)
  },
})
