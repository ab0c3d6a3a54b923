import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { CustomerOwner, CustomerRow } from './customers.queries.ts'

/**
 * Deletes a customer with everything that names the person. Sends, links and visits remain without content, so that
 * counts stay correct. A suppression remains: it is the customer's wish not to be written to. A message that has not
 * been sent yet is not sent.
 */
export async function forget(
  db: Db,
  site: Site,
  owner: CustomerOwner,
  customer: CustomerRow,
): Promise<{ sends: number; messages: number }> {
  const of = { site: site.web_site_id, customer: customer.customer_id }
  const keys = customer.addresses.map(({ key }) => key)
  const links = sql`(select link_id from send_recipients
    where web_site_id = ${of.site} and customer_id = ${of.customer} and link_id is not null)`
  const deliveries = sql`(
    select coalesce(mail_id, message_id) from send_recipients
      where web_site_id = ${of.site} and customer_id = ${of.customer}
    union all
    select delivery_id from customer_messages where web_site_id = ${of.site} and customer_id = ${of.customer})`
  await sql`delete from mails where web_site_id = ${of.site} and mail_id in ${deliveries}`.execute(db)
  await sql`delete from messages where web_site_id = ${of.site} and message_id in ${deliveries}`.execute(db)
  await sql`update link_views set user_agent = '', remote_address = ''
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  await sql`update link_hits set user_agent = '', remote_address = ''
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  await sql`update link_answers set remote_address = ''
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  await sql`update link_questions set contact = '', message = '', remote_address = ''
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  await sql`update links set subject = '', message = '', ro_number = '', revoked_at = coalesce(revoked_at, now())
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  // A send to several people keeps its text for the others.
  await sql`update sends s set subject = '', message = '', ro_number = '', remind_at = null
    where s.web_site_id = ${of.site} and s.recipient_count <= 1 and s.send_id in (
      select send_id from send_recipients where web_site_id = ${of.site} and customer_id = ${of.customer})`.execute(db)
  const sends = await db
    .updateTable('send_recipients')
    .set({ address: '', address_key: '', customer_id: null })
    .where('web_site_id', '=', of.site)
    .where('customer_id', '=', of.customer)
    .executeTakeFirst()
  if (keys.length > 0)
    await sql`delete from consents where web_site_id = ${of.site} and address_key = any(${keys}::text[])
      and ${
        owner.businessentity_id === null
          ? sql`businessentity_id is null and user_id = ${owner.user_id}`
          : sql`businessentity_id = ${owner.businessentity_id}`
      }`.execute(db)
  const messages = await db
    .deleteFrom('customer_messages')
    .where('web_site_id', '=', of.site)
    .where('customer_id', '=', of.customer)
    .executeTakeFirst()
  await db.deleteFrom('customers').where('web_site_id', '=', of.site).where('customer_id', '=', of.customer).execute()
  return { sends: Number(sends.numUpdatedRows), messages: Number(messages.numDeletedRows) }
}
