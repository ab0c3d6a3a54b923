import type { LinkAnswer } from '@cutaway/contract/rooms/sharing/landing.ts'
import { contract } from '@cutaway/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { notifySender } from './notify.ts'
import { answered, customerOf, linkKey, sent, visited, type Sending, type Sent } from '../testing.ts'

let w: World
let dana: Person
let danaId: number
let danasAddress: string

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
  const me = await dana.me()
  danaId = me.user_id
  danasAddress = me.email
})
afterAll(() => w.close())
beforeEach(() => w.database.system.deleteFrom('mails').where('to_address', '=', danasAddress).execute())

const send = (sending: Sending = {}) => sent(w, danaId, { notify: true, ...sending })
const tell = ({ link_id, site }: Sent, event: 'watched' | LinkAnswer) => {
  const { services } = w.running
  const origin = `http://${dana.host}`
  return w.database.inTenant(site, (db) =>
    notifySender(db, services, services.sites.byId(site)!, { link_id, origin }, event),
  )
}
const watches = async (mail: Sent, percent: number, key?: string) => {
  const visit = await visited(w, mail, { percent, ...(key ? { key } : {}) })
  await tell(mail, 'watched')
  return visit
}
const answers = async (mail: Sent, answer: LinkAnswer) => {
  await answered(w, mail, answer)
  await tell(mail, answer)
}
/** Advances the clock and the waiting jobs by two minutes. */
const twoMinutesLater = async () => {
  w.clock.forward(130)
  await sql`update pgboss.job set start_after = now() where name like 'sharing.tell%' and state = 'created'`.execute(
    w.database.system,
  )
}
const waitingJobs = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job
    where name like 'sharing.tell%' and state in ('created', 'active', 'retry')`.execute(w.database.system)
  return rows[0]!.n
}
const settled = async () => {
  await expect.poll(waitingJobs, { interval: 100 }).toBe(0)
}
const mails = () =>
  w.database.system
    .selectFrom('mails')
    .select(['subject', 'text', 'language_code'])
    .where('to_address', '=', danasAddress)
    .orderBy('created_at')
    .execute()

test('Dana gets one mail, two minutes after the last frame, with the final watched share', async () => {
  const mail = await send({ to: 'marcus@hale.test', parts: ['BRKDSC', 'BRKPAD'] })
  const visit = await watches(mail, 12)
  await watches(mail, 40, visit)
  expect(await waitingJobs()).toBe(1)

  // The customer is still watching when the two minutes are over: the mail waits.
  await twoMinutesLater()
  await visited(w, mail, { percent: 82, key: visit })
  await expect.poll(waitingJobs).toBe(1)
  expect(await mails()).toEqual([])

  await visited(w, mail, { percent: 100, part: 'BRKPAD' })
  await expect
    .poll(
      async () => {
        await twoMinutesLater()
        return mails()
      },
      { timeout: 60_000, interval: 1500 },
    )
    .toHaveLength(1)
  await settled()
  const [letter] = await mails()
  expect(letter!.subject).toBe('marcus@hale.test watched Disc brake')
  expect(letter!.text).toContain('82%')
  expect(letter!.text).toMatch(/Brake pad wear:? *\n?.*100%/)
  expect(letter!.text).toContain(`http://${dana.host}/shared?recipient=${mail.recipient_id}`)

  // Another visit causes no second mail.
  await watches(mail, 100)
  await twoMinutesLater()
  await settled()
  expect(await mails()).toHaveLength(1)
})

test('the mail names the customer, and the one repair that was approved', async () => {
  const { recipients } = await dana.call(contract.sharing.sendSms, {
    body: {
      brand_id: 1,
      lang_id: 50,
      driverside: 'left',
      moNumber: '+15035550142',
      opt_in_date: w.clock.now().toISOString().slice(0, 10),
      emailMessage: 'Your inspection:',
      customer_name: 'Marcus Hale',
      selectedList: [],
      films: [
        { part_id: 'BRKDSC', rating: 'yellow' },
        { part_id: 'BRKPAD', finding: 'Front brake pads', rating: 'red', price: 38_900 },
      ],
    },
  })
  const customer = await customerOf(linkKey(recipients[0]!.link), w.visitor())
  await customer.answer({
    rows: [
      { part_id: 'BRKPAD', answer: 'approve' },
      { part_id: 'BRKDSC', answer: 'not_now' },
    ],
  })
  await expect.poll(async () => (await mails()).length).toBe(1)
  const [mail] = await mails()
  expect(mail!.subject).toBe('Marcus Hale approved the repair: Front brake pads')
  expect(mail!.text).not.toContain('555-0142')
})

test('an answer is mailed at once; a repeated press adds no mail, a changed answer adds one', async () => {
  const mail = await send({ to: '+15035550142' })
  await answers(mail, 'approve')
  await expect.poll(async () => (await mails()).length).toBe(1)
  expect((await mails())[0]!.subject).toBe('(503) 555-0142 approved the repair: Disc brake')
  await tell(mail, 'approve')
  await answers(mail, 'call')
  await answers(mail, 'withdraw')
  await twoMinutesLater()
  await settled()
  expect((await mails()).map((m) => m.subject)).toEqual([
    '(503) 555-0142 approved the repair: Disc brake',
    '(503) 555-0142 withdrew the answer: Disc brake',
  ])
})

test('an answer that is taken back before its mail is not mailed', async () => {
  const mail = await send()
  await answered(w, mail, 'approve', 5)
  await answers(mail, 'withdraw')
  await settled()
  expect(await mails()).toEqual([])
})

test('a sender who did not ask for mail about watching is still told of the answer', async () => {
  const quiet = await send({ notify: false })
  await watches(quiet, 50)
  expect(await waitingJobs()).toBe(0)
  await answers(quiet, 'not_now')
  await expect
    .poll(async () => (await mails()).map((m) => m.subject))
    .toEqual(['marcus@hale.test said not now: Disc brake'])
})

test('Dana switches off mail about answers, and is still told of questions', async () => {
  const settings = (change: { answers?: 0 | 1 }) =>
    dana.call(contract.sharing.saveNoticeSettings, { body: { user_id: danaId, ...change } })
  expect(await dana.call(contract.sharing.getNoticeSettings)).toEqual({
    answers: 1,
    questions: 1,
    watched: 1,
    failures: 1,
  })
  expect(await settings({ answers: 0 })).toMatchObject({ answers: 0, questions: 1, watched: 1 })
  await answers(await send(), 'approve')
  await answers(await send({ to: '+15035550142' }), 'call')
  await expect
    .poll(async () => (await mails()).map((m) => m.subject))
    .toEqual(['(503) 555-0142 asked for a call: Disc brake'])
  await settled()
  expect(await mails()).toHaveLength(1)
  expect(await settings({ answers: 1 })).toMatchObject({ answers: 1 })
})

test('when the sender has left, the manager of the location gets the mail', async () => {
  const mail = await send()
  const gone = (deleted_at: Date | null) =>
    w.database.system.updateTable('users').set({ deleted_at }).where('user_id', '=', danaId).execute()
  await gone(w.clock.now())
  await answers(mail, 'approve')
  await settled()
  await gone(null)
  expect(await mails()).toEqual([])
  const told = await w.database.system
    .selectFrom('mails')
    .select(['to_address', 'subject'])
    .where('to_address', '=', (await (await w.loggedIn('location')).me()).email)
    .execute()
  expect(told.map((m) => m.subject)).toContain('marcus@hale.test approved the repair: Disc brake')
})

test('the letter is in the language of the sender', async () => {
  await w.database.system.updateTable('users').set({ language_id: 71 }).where('user_id', '=', danaId).execute()
  await answers(await send(), 'call')
  await expect.poll(async () => (await mails()).length).toBe(1)
  const [letter] = await mails()
  expect(letter!.language_code).toBe('he-IL')
  expect(letter!.subject).toMatch(/[\u0590-\u05ff]/)
})
