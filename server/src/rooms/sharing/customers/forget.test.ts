import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { revokeConsent } from '../../consent/opt-out.ts'
import { sendReminder } from '../send/reminders.ts'
import { customerOf, customerPages, linkKey, noCustomers, nothingSent, nothingWritten } from '../testing.ts'

/** A customer asks to be forgotten: what names the person, and what the person said, is gone from every table. */

const { sharing } = contract
const number = '+15035550142'
let w: World
let dana: Person
let danaId: number
let west: Person

beforeAll(async () => {
  w = await world({ pages: customerPages })
  dana = await w.loggedIn('advisor')
  danaId = (await dana.me()).user_id
  west = await w.loggedIn('advisor2')
})
afterAll(() => w.close())
beforeEach(async () => {
  await nothingSent(w)
  await noCustomers(w)
  await nothingWritten(w)
})

const film = { brand_id: 1, lang_id: 50, driverside: 'left' as const }
const text = (who = dana, more: object = {}) =>
  who.call(sharing.sendSms, {
    body: {
      ...film,
      moNumber: number,
      opt_in_date: w.clock.now().toISOString().slice(0, 10),
      emailMessage: 'Your front pads are at 2 mm:',
      roNumber: 'RO 777123',
      customer_name: 'Marcus Hale',
      vehicle: 'Outback',
      selectedList: [],
      films: [
        {
          part_id: 'BRKPAD',
          finding: 'Pads of Marcus',
          measured: '2 mm, says Marcus',
          note: 'Marcus waits',
          price: 38_900,
        },
        { part_id: 'TYRWER', finding: 'Tires of Marcus' },
      ],
      ...more,
    },
  })
const customers = (search: string) =>
  dana.call(sharing.findCustomers, { params: { json: { user_id: danaId, search } } })
const forget = async (search: string) => {
  const { customer_id } = (await customers(search))[0]!
  const reply = await dana.send(sharing.forgetCustomer, { params: { customer_id } })
  expect(reply.message).toBe('customer_forgotten')
  return reply
}
const stops = () =>
  w.database.inTenant(31, (db) =>
    revokeConsent(db, w.running.services.sites.byId(31)!, {
      address: number,
      wording: 'Stop. Marcus',
      screen: 'text_message',
      now: w.clock.now(),
      remoteAddress: '203.0.113.77',
    }),
  )
/**
 * Returns the tables of the whole database, jobs included, in which a row matches. Counters of rate limits name remote
 * addresses until their minute ends.
 */
async function tablesWith(pattern: string): Promise<string[]> {
  const { system } = w.database
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
      and table_name <> 'rate_limits'
    order by 2`.execute(system)
  const found = []
  for (const { schema, name } of rows) {
    const { rows: hits } = await sql`select from ${sql.table(`${schema}.${name}`)} t
      where t::text ~* ${pattern} limit 1`.execute(system)
    if (hits.length > 0) found.push(name)
  }
  return found
}

test('forgetting leaves counts only, and the wish not to be written to', async () => {
  const { recipients } = await text()
  const token = linkKey(recipients[0]!.link)
  const marcus = w.visitor({ ip: '203.0.113.77' })
  const { answer } = await customerOf(token, marcus)
  await answer({
    rows: [
      { part_id: 'BRKPAD', answer: 'approve' },
      { part_id: 'TYRWER', answer: 'ask', question: 'Call Marcus at work?', reply_by: 'call' },
    ],
    contact: 'Marcus, extension 4711',
  })
  await marcus.call(sharing.askShop, { body: { randomNumber: token, contact: 'Marcus', message: 'I am Marcus' } })
  await sql`insert into link_pdf_views (web_site_id, link_id, part_id, language_id, at, user_agent, remote_address)
    select web_site_id, link_id, 'BRKPAD', 50, now(), 'Phone of Marcus', '203.0.113.77' from links`.execute(
    w.database.system,
  )
  const danasMails = () =>
    w.database.system.selectFrom('mails').select('mail_id').where('text', 'ilike', '%marcus%').execute()
  await expect.poll(async () => (await danasMails()).length, { interval: 100 }).toBe(2)
  await stops()
  const refused = `${number} is not in service, Marcus`
  await sql`update deliveries set state = 'failed', last_error = ${refused} where channel = 'text'`.execute(
    w.database.system,
  )
  await sql`insert into delivery_attempts (web_site_id, delivery_id, attempt, node, reason)
    select web_site_id, delivery_id, 99, 'a', ${refused} from deliveries where channel = 'text'`.execute(
    w.database.system,
  )

  expect(await forget('marcus')).toMatchObject({ message: 'customer_forgotten', data: { sends: 1, messages: 0 } })
  expect(await tablesWith('marcus|5550142|extension 4711|777123|front pads|203\\.0\\.113\\.77')).toEqual([
    'suppressions',
  ])
  const sends = await dana.call(sharing.getSends, {
    params: { json: { user_id: danaId, page: 1, size: 10, sort: 'sent_at', descending: true, search: '' } },
  })
  expect(sends).toMatchObject({ total: 1, rows: [{ to: '', approved: 1, pdf_views: 1 }] })
  expect(await customers('marcus')).toEqual([])
})

test('the reminder of a film is forgotten with it', async () => {
  await text(dana, { remind_at: new Date(w.clock.now().getTime() + 3_600_000).toISOString() })
  const { recipient_id } = await w.database.system
    .selectFrom('send_recipients')
    .select('recipient_id')
    .executeTakeFirstOrThrow()
  await sendReminder(w.running.services, { web_site_id: 31, recipient_id, origin: 'http://site31.localhost' })
  const written = () => w.database.system.selectFrom('messages').select('message_id').execute()
  expect(await written()).toHaveLength(2)
  // Both have been sent: the demo's outbox goes on without them.
  await sql`update deliveries set state = 'sent', carrier = 'outbox', sent_at = now() where channel = 'text'`.execute(
    w.database.system,
  )
  await forget('marcus')
  expect(await written()).toEqual([])
  expect((await dana.call(contract.messaging.getOutbox)).filter(({ kind }) => kind !== 'email')).toEqual([])
  expect(await tablesWith('marcus|5550142|777123')).toEqual([])
})

test('what he said to the web site stays as long as another business knows him', async () => {
  const ledger = () => w.database.system.selectFrom('consents').select(['action', 'wording']).execute()
  await text()
  await text(west)
  await stops()
  await forget('marcus')
  expect((await ledger()).map(({ action }) => action).toSorted()).toEqual(['granted', 'revoked'])
})

test('a letter to two people keeps its words until both are forgotten', async () => {
  const email = { subject: 'Your brakes', emailMessage: 'Hello both', selectedList: [{ part_id: 'BRKPAD' }] }
  const toEmail = 'marcus@mailbox.example, joan@mailbox.example'
  await dana.call(sharing.sendEmail, { body: { ...film, email: { ...email, toEmail } } })
  const words = async () => (await w.database.system.selectFrom('sends').select('message').execute())[0]!.message
  await forget('marcus@mailbox')
  expect(await words()).toBe('Hello both')
  await forget('joan@mailbox')
  expect(await words()).toBe('')
})

test.skipIf(!process.env['TEST_DATABASE_URL'])(
  'a customer is forgotten while an attempt to write to them ends',
  async () => {
    await text()
    const { database } = w
    const states = async () =>
      (await database.system.selectFrom('deliveries').select('state').execute()).map(({ state }) => state)
    await expect.poll(states).toEqual(['sent'])
    let forgotten: ReturnType<typeof forget> | undefined
    await database.inTenant(31, async (attempt) => {
      const isWaiting = async () =>
        (
          await sql`select from pg_locks where not granted and pid in (
        select pid from pg_stat_activity where datname = current_database())`.execute(attempt)
        ).rows.length
      await sql`select from deliveries for update`.execute(attempt)
      forgotten = forget('marcus')
      await expect.poll(isWaiting, { interval: 20 }).toBe(1)
      await sql`update delivery_attempts set reason = 'accepted'`.execute(attempt)
    })
    await forgotten
    expect(await tablesWith('marcus')).toEqual([])
  },
)
