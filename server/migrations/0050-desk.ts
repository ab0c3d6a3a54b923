import { sql, type Kysely } from 'kysely'
import { insertOnly, tenantTables } from './tenancy.ts'

/** The desk of payments: what was done about a difference, and transfers into the bank account of the seller. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table payment_differences add column note text not null default ''`.execute(db)
  await sql`create table bank_transfers (
    web_site_id int not null,
    transfer_id uuid not null,
    invoice_id uuid not null,
    currency char(3) not null,
    amount_minor bigint not null check (amount_minor > 0),
    received_on date not null,
    -- The line on the statement of the bank: the same one counts once for an invoice.
    bank_reference text not null,
    note text not null,
    recorded_by text not null,
    recorded_at timestamptz not null,
    primary key (web_site_id, transfer_id),
    unique (web_site_id, invoice_id, bank_reference),
    foreign key (web_site_id, invoice_id) references invoices
  )`.execute(db)
  await tenantTables(db, 'bank_transfers')
  await insertOnly(db, 'bank_transfers')
  // The desk lists open invoices and searches payments of all web sites of the operator.
  await sql`create index invoices_open on invoices (web_site_id, due_on) where state = 'open'`.execute(db)
  await sql`create index payments_by_time on payments (web_site_id, created_at)`.execute(db)
}
