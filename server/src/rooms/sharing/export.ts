import { sql } from 'kysely'
import type { ExportSource } from '../../core/data-export.ts'
import { opened, sealerOf } from './customers/sealed-names.ts'

/** What a business takes with it of its sends: each recipient of each one, and its customers with their names. */

export const exportedSends: ExportSource = {
  name: 'sends',
  permission: 'view_reports',
  columns: [
    'recipient_id',
    'send_id',
    'sent_at',
    'channel',
    'user_id',
    'location_id',
    'customer_id',
    'recipient',
    'films',
    'subject',
    'message',
    'repair_order',
  ],
  async read(db, { site, businessId, after, most }) {
    const rows = await db
      .selectFrom('send_recipients as r')
      .innerJoin('sends as s', (j) =>
        j.onRef('s.web_site_id', '=', 'r.web_site_id').onRef('s.send_id', '=', 'r.send_id'),
      )
      .select(['r.recipient_id', 'r.send_id', 's.created_at', 's.channel', 's.user_id', 's.location_id'])
      .select(['r.customer_id', 'r.address', 's.part_ids', 's.subject', 's.message', 's.ro_number'])
      .where('r.web_site_id', '=', site.web_site_id)
      .where('s.businessentity_id', '=', businessId)
      .$if(after !== null, (q) => q.where('r.recipient_id', '>', Number(after)))
      .orderBy('r.recipient_id')
      .limit(most)
      .execute()
    return rows.map((row) => ({
      key: String(row.recipient_id),
      cells: [
        row.recipient_id,
        row.send_id,
        row.created_at.toISOString(),
        row.channel,
        row.user_id,
        row.location_id,
        row.customer_id,
        row.address,
        row.part_ids.join(' '),
        row.subject,
        row.message,
        row.ro_number,
      ],
    }))
  },
}

export const exportedCustomers: ExportSource = {
  name: 'customers',
  permission: 'view_reports',
  columns: ['customer_id', 'name', 'vehicle', 'addresses', 'repair_order', 'user_id', 'location_id', 'last_at'],
  async read(db, { site, services, businessId, after, most }) {
    const sealer = sealerOf(services.config)
    const rows = await db
      .selectFrom('customers as c')
      .selectAll('c')
      .select(
        sql<string | null>`(select string_agg(a.address, ' ' order by a.address) from customer_addresses a
          where a.web_site_id = c.web_site_id and a.customer_id = c.customer_id)`.as('addresses'),
      )
      .where('c.web_site_id', '=', site.web_site_id)
      .where('c.businessentity_id', '=', businessId)
      .$if(after !== null, (q) => q.where('c.customer_id', '>', Number(after)))
      .orderBy('c.customer_id')
      .limit(most)
      .execute()
    return rows.map((row) => {
      const { name, vehicle } = opened(sealer, row)
      const { customer_id, addresses, ro_number, user_id, location_id, last_at } = row
      return {
        key: String(customer_id),
        cells: [customer_id, name, vehicle, addresses, ro_number, user_id, location_id, last_at.toISOString()],
      }
    })
  },
}
