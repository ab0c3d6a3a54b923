import { contract } from '@cutaway/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { linkKey } from '../testing.ts'
import { dana, danaId, danaSends, page1, w } from './testing.ts'

/** Covers taking back a send before its messages go out. */

const { sharing } = contract
const { mail, mailBody, textBody, mailsTo, textsTo } = danaSends()

const undo = (request_key: string, who = dana) => who.send(sharing.undoSend, { body: { request_key } })
const listed = async () =>
  (await dana.call(sharing.getSends, { params: { json: { ...page1, search: '', user_id: danaId } } })).total
const deliveries = () => w.database.system.selectFrom('deliveries').selectAll().where('channel', '=', 'text').execute()

async function texted() {
  const request_key = randomUUID()
  const { recipients } = await dana.call(sharing.sendSms, {
    body: { ...textBody({ key: request_key }), undoable: true },
  })
  return { request_key, link: recipients[0]!.link! }
}

test('Dana takes a text back: nothing goes out, the link is gone and the business has its text again', async () => {
  const { businessentity_id } = await w.database.system
    .selectFrom('users')
    .select('businessentity_id')
    .where('web_site_id', '=', 31)
    .where('user_id', '=', danaId)
    .executeTakeFirstOrThrow()
  await w.database.system
    .insertInto('message_credits')
    .values({ web_site_id: 31, businessentity_id: businessentity_id!, remaining: 3 })
    .execute()
  const { request_key, link } = await texted()
  expect(await undo(request_key)).toMatchObject({ status: 1, data: { texts_left: 3 } })
  expect(await textsTo()).toEqual([])
  expect(await deliveries()).toEqual([])
  expect(await listed()).toBe(0)
  expect(await w.visitor().send(sharing.getAnimationLinkVideo, { params: { random: linkKey(link) } })).toMatchObject({
    status: 0,
  })
  expect(await undo(request_key)).toMatchObject({ status: 0, message: 'message_no_data_found' })
})

test('a letter to two customers is taken back for both', async () => {
  const request_key = randomUUID()
  const to = ['marcus@mailbox.example', 'joan@mailbox.example']
  await dana.call(sharing.sendEmail, { body: { ...mailBody({ to, key: request_key }), undoable: true } })
  expect(await mailsTo()).toHaveLength(2)
  expect((await undo(request_key)).status).toBe(1)
  expect(await mailsTo()).toEqual([])
  expect(await listed()).toBe(0)
})

test('what is held for five seconds is due only then; what has left cannot be taken back', async () => {
  const { request_key } = await texted()
  const [held] = await deliveries()
  const due = new Date(held!.due_at!).getTime() - new Date(held!.created_at).getTime()
  expect(due).toBeGreaterThan(4000)
  expect(due).toBeLessThanOrEqual(5000)
  await w.database.system.updateTable('deliveries').set({ state: 'sent', attempts: 1 }).execute()
  expect(await undo(request_key)).toMatchObject({ status: 0, message: 'send_on_its_way' })
  expect(await textsTo()).toHaveLength(1)
  expect(await listed()).toBe(1)
})

test('nobody else takes it back, and a send that is not held is due at once', async () => {
  const { request_key } = await texted()
  expect(await undo(request_key, await w.loggedIn('enterprise'))).toMatchObject({ message: 'message_no_data_found' })
  expect(await undo(request_key, await w.loggedIn('advisor2'))).toMatchObject({ message: 'message_no_data_found' })
  expect(await listed()).toBe(1)
  await mail()
  const due = await w.database.system.selectFrom('deliveries').select('due_at').where('channel', '=', 'mail').execute()
  expect(new Date(due[0]!.due_at!).getTime()).toBeLessThanOrEqual(Date.now())
})
