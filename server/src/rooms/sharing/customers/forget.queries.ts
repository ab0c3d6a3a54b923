import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import { aboutCustomer } from '../notify.letters.ts'
import { ownerKey, type CustomerOwner, type CustomerRow } from './customers.queries.ts'

/**
 * Deletes a customer with everything that names the person or that the person said. Sends, links and visits remain
 * without content, so that counts stay correct. A suppression remains: it is the customer's wish not to be written to.
 * A message that has not been sent yet is not sent.
 */
export async function forget(
  db: Db,
  site: Site,
  owner: CustomerOwner,
  customer: CustomerRow,
): Promise<{ sends: number; messages: number }> {
  const of = { site: site.web_site_id, customer: customer.customer_id }
  await forgetMail(db, of)
  await forgetLinks(db, of)
  // A send to several people keeps its text as long as one of them is known.
  await sql`update sends s set subject = '', message = '', ro_number = '', remind_at = null
    where s.web_site_id = ${of.site} and s.send_id in (
        select send_id from send_recipients where web_site_id = ${of.site} and customer_id = ${of.customer})
      and not exists (select from send_recipients other where other.web_site_id = s.web_site_id
        and other.send_id = s.send_id and other.link_id is not null and other.address <> ''
        and other.customer_id is distinct from ${of.customer})`.execute(db)
  const sends = await db
    .updateTable('send_recipients')
    .set({ address: '', address_key: '', customer_id: null })
    .where('web_site_id', '=', of.site)
    .where('customer_id', '=', of.customer)
    .executeTakeFirst()
  await forgetConsents(db, site, owner, customer)
  const messages = await db
    .deleteFrom('customer_messages')
    .where('web_site_id', '=', of.site)
    .where('customer_id', '=', of.customer)
    .executeTakeFirst()
  await db.deleteFrom('customers').where('web_site_id', '=', of.site).where('customer_id', '=', of.customer).execute()
  return { sends: Number(sends.numUpdatedRows), messages: Number(messages.numDeletedRows) }
}

interface Of {
  site: number
  customer: number
}

const linksOf = (of: Of) => sql`(select link_id from send_recipients
  where web_site_id = ${of.site} and customer_id = ${of.customer} and link_id is not null)`

/**
 * Deletes mails and texts to the customer, and mails to the shop with the customer's answers and questions (`aboutLink`
 * in notify.letters.ts).
 */
async function forgetMail(db: Db, of: Of): Promise<void> {
  const deliveries = sql`(
    select coalesce(mail_id, message_id) from send_recipients
      where web_site_id = ${of.site} and customer_id = ${of.customer}
    union all
    select reminder_id from send_recipients
      where web_site_id = ${of.site} and customer_id = ${of.customer} and reminder_id is not null
    union all
    select delivery_id from customer_messages where web_site_id = ${of.site} and customer_id = ${of.customer})`
  // The deliveries are locked before their attempts, as in outbox.queries.ts: the other order deadlocks with an attempt
  // that ends at the same moment.
  await sql`select from deliveries where web_site_id = ${of.site} and delivery_id in ${deliveries}
    order by delivery_id for update`.execute(db)
  // Carriers repeat the address in their replies.
  await sql`update delivery_attempts set reason = null
    where web_site_id = ${of.site} and delivery_id in ${deliveries}`.execute(db)
  await sql`update deliveries set last_error = null, carrier_reference = null
    where web_site_id = ${of.site} and delivery_id in ${deliveries}`.execute(db)
  await sql`delete from mails where web_site_id = ${of.site} and (mail_id in ${deliveries}
    or about = ${aboutCustomer(of.customer)}
    or about in (select 'link ' || link_id from ${linksOf(of)} links))`.execute(db)
  await sql`delete from messages where web_site_id = ${of.site} and message_id in ${deliveries}`.execute(db)
}

/** Clears links and what happened on their pages, and ends the links. */
async function forgetLinks(db: Db, of: Of): Promise<void> {
  const links = linksOf(of)
  for (const table of ['link_views', 'link_hits', 'link_pdf_views'] as const)
    await sql`update ${sql.table(table)} set user_agent = '', remote_address = ''
      where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  await sql`update link_answer_rows set finding = '', question = ''
    where web_site_id = ${of.site} and answer_id in (
      select answer_id from link_answers where web_site_id = ${of.site} and link_id in ${links})`.execute(db)
  await sql`update link_answers set contact = '', remote_address = ''
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  await sql`update link_questions set contact = '', message = '', remote_address = ''
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  await sql`update link_films set finding = '', measured = '', note = ''
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
  await sql`update links set subject = '', message = '', ro_number = '', revoked_at = coalesce(revoked_at, now())
    where web_site_id = ${of.site} and link_id in ${links}`.execute(db)
}

/**
 * Deletes the owner's entries in the ledger, and those that the person made with the web site unless another business
 * knows the address too.
 */
async function forgetConsents(db: Db, site: Site, owner: CustomerOwner, { addresses }: CustomerRow): Promise<void> {
  const keys = addresses.map(({ key }) => key)
  if (keys.length === 0) return
  const own =
    owner.businessentity_id === null
      ? sql`(c.businessentity_id is null and c.user_id = ${owner.user_id})`
      : sql`c.businessentity_id = ${owner.businessentity_id}`
  await sql`delete from consents c where c.web_site_id = ${site.web_site_id} and c.address_key = any(${keys}::text[])
    and (${own} or (c.businessentity_id is null and c.user_id is null and not exists (
      select from customer_addresses a where a.web_site_id = c.web_site_id and a.address_key = c.address_key
        and a.owner <> ${ownerKey(owner)})))`.execute(db)
}
