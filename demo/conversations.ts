import type { Db } from '@cutaway/server/src/core/db/database.ts'
import { makeSealer } from '@cutaway/server/src/core/db/seal.ts'
import { recountUnread } from '@cutaway/server/src/rooms/sharing/customers/customers.queries.ts'
import { sql } from 'kysely'
import type { DemoSender } from './sharing.ts'

/** The customers of the demo's sends, with their names, and what some of them wrote back. */

interface DemoCustomer {
  /** Address or number, as in the sends. */
  key: string
  name: string
  vehicle: string
  /** Hours ago, from whom, and the words. */
  messages?: readonly [hours: number, from: 'customer' | 'shop', words: string][]
  /** How many hours ago the shop last read the conversation; later messages and answers are unread. */
  readHoursAgo?: number
  mayStop?: true
  unassigned?: true
}

const people: readonly DemoCustomer[] = [
  {
    key: '+15035550142',
    name: 'Marcus Hale',
    vehicle: '2018 Subaru Outback',
    messages: [
      [5, 'customer', 'How long can I still drive on those pads?'],
      [4.5, 'shop', '{shop}: About 2,000 miles if it stays dry. We can do it today.'],
      [1, 'customer', 'Great. Will it be done before 4? I have to pick up my daughter.'],
    ],
  },
  {
    key: 'elena.sorokina@mailbox.example',
    name: 'Elena Sorokina',
    vehicle: '2020 Volvo V60',
    messages: [[20, 'customer', 'please no more mails']],
    readHoursAgo: 24,
    mayStop: true,
  },
  {
    key: '+15035550188',
    name: 'Joan Pell',
    vehicle: '2017 Honda Accord',
    messages: [
      [42, 'shop', '{shop}: It can wait, but not for the first frost. We test it again for free.'],
      [3, 'customer', 'It was slow to start this morning. Can I come by today?'],
    ],
    readHoursAgo: 42,
  },
  {
    key: '+15035550119',
    name: '',
    vehicle: '',
    messages: [[6, 'customer', 'Hi, is my truck ready yet?']],
    readHoursAgo: 24,
    unassigned: true,
  },
  {
    key: '+15035550177',
    name: 'Tom Okafor',
    vehicle: '2016 Ford F-150',
    messages: [
      [44, 'customer', 'Now I know what I paid for. Thank you!'],
      [43.5, 'shop', '{shop}: You’re welcome, Tom. See you in spring.'],
    ],
  },
  {
    key: 'priya.raman@mailbox.example',
    name: 'Priya Raman',
    vehicle: '2021 Honda CR-V',
    messages: [
      [40, 'customer', 'Can I bring it on Monday?'],
      [39, 'shop', 'Of course. See you Monday at 8, then.'],
    ],
  },
  { key: '+15035550122', name: 'Sam Iversen', vehicle: '2015 Toyota Tacoma', readHoursAgo: 24 * 4 },
  { key: '+15035550101', name: '', vehicle: '' },
  { key: 'grace.oduya@mailbox.example', name: 'Grace Oduya', vehicle: '2019 Mazda 3' },
  { key: 'tom.lind@mailbox.example', name: 'Tom Lind', vehicle: '' },
]

/** Writes the customers of all senders. `secret` is that of the configuration (LINK_SECRET). */
export async function insertDemoCustomers(
  db: Db,
  senders: readonly (DemoSender & { shop: string })[],
  secret: string,
  now: Date,
): Promise<void> {
  const sealer = makeSealer(secret, 'customers')
  const all = senders.flatMap((sender) => people.map((person) => ({ sender, person })))
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  const rows = all.map(({ sender, person }) => {
    const context = `${sender.web_site_id} b${sender.businessentity_id}`
    const last = person.messages?.at(-1)
    return {
      web_site_id: sender.web_site_id,
      businessentity_id: sender.businessentity_id,
      user_id: sender.user_id,
      location_id: sender.location_id,
      assigned_user_id: person.unassigned ? null : sender.user_id,
      name_sealed: person.name ? sealer.seal(person.name, `${context} name`) : null,
      name_index: person.name ? sealer.beginnings(person.name, context) : [],
      vehicle_sealed: person.vehicle ? sealer.seal(person.vehicle, `${context} vehicle`) : null,
      language_id: sender.language_id,
      last_channel: person.key.includes('@') ? ('email' as const) : ('sms' as const),
      may_stop: person.mayStop ?? false,
      read_at: at(person.readHoursAgo ?? 2),
      last_at: at(last?.[0] ?? 72),
      created_at: at(24 * 20),
    }
  })
  const written = await db.insertInto('customers').values(rows).returning('customer_id').execute()
  const customers = all.map((one, i) => ({ ...one, customer_id: written[i]!.customer_id }))
  await db
    .insertInto('customer_addresses')
    .values(
      customers.map(({ sender, person, customer_id }) => ({
        web_site_id: sender.web_site_id,
        owner: `b${sender.businessentity_id}`,
        address_key: person.key,
        address: person.key,
        customer_id,
      })),
    )
    .execute()
  await sql`update send_recipients r set customer_id = a.customer_id
    from customer_addresses a where a.web_site_id = r.web_site_id and a.address_key = r.address_key`.execute(db)
  await sql`update customers c set
      ro_number = s.ro_number, last_part_id = s.part_ids[1], last_at = greatest(c.last_at, s.created_at)
    from send_recipients r join sends s on s.web_site_id = r.web_site_id and s.send_id = r.send_id
    where r.web_site_id = c.web_site_id and r.customer_id = c.customer_id`.execute(db)
  await db
    .insertInto('customer_messages')
    .values(
      customers.flatMap(({ sender, person, customer_id }) =>
        (person.messages ?? []).map(([hours, from, words]) => ({
          web_site_id: sender.web_site_id,
          customer_id,
          at: at(hours),
          direction: from === 'customer' ? ('in' as const) : ('out' as const),
          channel: person.key.includes('@') ? ('email' as const) : ('sms' as const),
          address_key: person.key,
          body: words.replace('{shop}', sender.shop),
          user_id: from === 'shop' ? sender.user_id : null,
        })),
      ),
    )
    .execute()
  const bySite = Map.groupBy(customers, ({ sender }) => sender.web_site_id)
  for (const [web_site_id, ofSite] of bySite)
    await recountUnread(
      db,
      { web_site_id },
      ofSite.map(({ customer_id }) => customer_id),
    )
  // Those who get texts agreed to them.
  await db
    .insertInto('consents')
    .values(
      customers
        .filter(({ person }) => !person.key.includes('@') && !person.unassigned)
        .map(({ sender, person }) => ({
          web_site_id: sender.web_site_id,
          at: at(24 * 4),
          channel: 'phone' as const,
          address_key: person.key,
          action: 'granted' as const,
          wording: 'The customer agreed to receive text messages about this repair.',
          screen: 'share_sms',
          user_id: sender.user_id,
          businessentity_id: sender.businessentity_id,
          opt_in_date: at(24 * 4),
        })),
    )
    .execute()
}
