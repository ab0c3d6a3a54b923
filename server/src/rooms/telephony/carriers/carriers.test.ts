import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../../../testing/world.ts'
import { registrationForm } from '../testing.ts'

/** What US carriers decided about registrations, as the operator records it and the business sees it. */

const { telephony, sites } = contract

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

async function registered(user: 'enterprise' | 'enterprise2') {
  const person = await w.loggedIn(user)
  const { businessentity_id, email } = (await person.call(contract.sessions.getUserSession, {})).user
  const entity = { params: { entity: businessentity_id! } }
  const submitted = await person.call(telephony.saveTextRegistration, { ...entity, body: registrationForm })
  const decide = (more: { approve: boolean; reason?: string; submitted_at?: string }) => ({
    body: {
      web_site_id: 31,
      businessentity_id: businessentity_id!,
      submitted_at: submitted.submitted_at!,
      ...more,
    },
  })
  return { person, entity, email, decide, read: () => person.call(telephony.getTextRegistration, entity) }
}
const mailsTo = async (address: string) =>
  (
    await w.database.system.selectFrom('mails').select(['subject', 'text']).where('to_address', '=', address).execute()
  ).map(({ subject, text }) => `${subject}\n${text}`)

test('a registration waits in the console, is refused with the carriers’ words, submitted again and approved', async () => {
  const { person, entity, email, decide, read } = await registered('enterprise')
  const operator = await w.loggedIn('super')
  const waiting = (state: 'waiting' | 'approved' | 'refused' = 'waiting', search = '') =>
    operator.call(telephony.getTextRegistrations, { body: { state, search, web_site_id: 31 } })
  expect((await operator.call(sites.getWaiting)).registrations).toBe(1)
  const { rows } = await waiting('waiting', 'cedar reyes')
  expect(rows).toMatchObject([
    { web_site_id: 31, legal_name: registrationForm.legal_name, state: 'waiting', numbers: [] },
  ])
  expect((await waiting('waiting', 'nobody of this name')).rows).toEqual([])

  expect(await operator.send(telephony.decideTextRegistration, decide({ approve: false }))).toMatchObject({
    status: 0,
    message: 'enter_a_reason',
  })
  const words = 'The website does not name the business.'
  await operator.call(telephony.decideTextRegistration, decide({ approve: false, reason: words }))
  expect(await read()).toMatchObject({ state: 'refused', refusal: words })
  expect((await mailsTo(email)).filter((mail) => mail.includes(words))).toHaveLength(1)
  expect((await waiting('refused')).rows).toMatchObject([{ refusal: words, decided_by: expect.any(String) }])
  expect((await operator.call(sites.getWaiting)).registrations).toBe(0)

  // It is submitted again while the operator still looks at the first one.
  w.clock.forward(60)
  const again = await person.call(telephony.saveTextRegistration, {
    ...entity,
    body: { ...registrationForm, city: 'Portland' },
  })
  expect(again).toMatchObject({ state: 'waiting', refusal: '' })
  expect(await operator.send(telephony.decideTextRegistration, decide({ approve: true }))).toMatchObject({
    status: 0,
    message: 'text_registration_submitted_again',
  })
  const approve = decide({ approve: true, submitted_at: again.submitted_at! })
  await operator.call(telephony.decideTextRegistration, approve)
  expect(await read()).toMatchObject({ state: 'approved', refusal: '' })
  expect(await operator.send(telephony.decideTextRegistration, approve)).toMatchObject({
    message: 'text_registration_already_decided',
  })

  const log = await w.database.system
    .selectFrom('audit_log')
    .select(['after'])
    .where('action', '=', 'number.registration_decided')
    .orderBy('audit_id')
    .execute()
  expect(log.map(({ after }) => after)).toEqual([{ state: 'refused', refusal: words }, { state: 'approved' }])
})

test('a business does not read who decided, and neither it nor a distributor of another web site decides', async () => {
  const { person, decide, read } = await registered('enterprise2')
  expect(await read()).not.toHaveProperty('decided_by')
  expect(await person.send(telephony.decideTextRegistration, decide({ approve: true }))).toMatchObject({ http: 403 })
  const other = await w.loggedIn('distributor', { site: 33 })
  expect((await other.call(telephony.getTextRegistrations, { body: { web_site_id: 31 } })).rows).toEqual([])
  expect(await other.send(telephony.decideTextRegistration, decide({ approve: true }))).toMatchObject({ http: 403 })
})
