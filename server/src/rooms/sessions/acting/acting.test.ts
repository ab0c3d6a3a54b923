import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { mailsTo, refusal } from '../testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const { startActing, stopActing, getUserSession } = contract.sessions
const idOf = async (username: string, site = 31) => (await (await w.loggedIn(username, { site })).me()).user_id
const act = async (manager: Person, user_id: number, reason = 'Dana is on leave') =>
  manager.send(startActing, { body: { user_id, reason } })
const lastRow = (action: string) =>
  w.database.system
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .orderBy('audit_id', 'desc')
    .executeTakeFirst()

test('Elena acts for Dana in a marked session; Dana is told, and the audit log names Elena', async () => {
  const elena = await w.loggedIn('enterprise')
  const { user_id: elenaId } = await elena.me()
  const danaId = await idOf('advisor')
  expect(await act(elena, danaId, ' ')).toMatchObject(refusal('enter_a_reason'))
  expect(await act(elena, danaId)).toMatchObject({ status: 1 })
  const session = await elena.call(getUserSession)
  expect(session.user.user_id).toBe(danaId)
  expect(session.acting?.name).toMatch(/\w/)
  expect(Date.parse(session.expires_at) - w.clock.now().getTime()).toBeLessThanOrEqual(30 * 60_000)
  const [mail] = await mailsTo(w.visitor(), session.user.email)
  expect(mail!.text).toContain('Dana is on leave')
  expect(mail!.subject).toContain(session.acting!.name)

  await elena.call(contract.users.updateUserDetails, {
    body: { id: danaId, first_name: 'Dana', last_name: 'W', phone: '' },
  })
  expect(await lastRow('user.change')).toMatchObject({ user_id: elenaId, acted_for: danaId })

  await elena.call(stopActing)
  expect((await elena.call(getUserSession)).user.user_id).toBe(elenaId)
  expect(await lastRow('session.stop_acting')).toMatchObject({ user_id: elenaId, acted_for: danaId })
  expect(await elena.send(stopActing)).toMatchObject(refusal('not_acting'))
})

test('passwords, keys and the second step stay closed, and a login does not become fresh by it', async () => {
  const boss = await w.loggedIn('super', { site: 33 })
  w.clock.forward(11 * 60)
  const target = await idOf('enterprise', 33)
  expect(await act(boss, target)).toMatchObject({ status: 1 })
  const password = 'a password of the manager'
  const closed = [
    boss.send(contract.users.updatePassword, { body: { user_id: target, password } }),
    boss.send(contract.users.updateUsername, { body: { user_id: target, current_username: 'x', new_username: 'y' } }),
    boss.send(contract.users.makeApiKey, {
      body: { user_id: target, description: 'x', scopes: ['films'], days: null },
    }),
    boss.send(contract.sessions.beginApp, { body: { user_id: target } }),
    boss.send(startActing, { body: { user_id: target, reason: 'again' } }),
  ]
  for (const answer of await Promise.all(closed))
    expect(answer).toMatchObject({ http: 403, message: 'not_while_acting' })
  await boss.call(stopActing)
  const { user_id } = await boss.me()
  expect(await boss.send(contract.users.updatePassword, { body: { user_id, password } })).toMatchObject(
    refusal('current_password_required'),
  )
})

test('a send names the manager who made it in the user’s place', async () => {
  const boss = await w.loggedIn('enterprise', { site: 135 })
  const { user_id } = await boss.me()
  const target = await idOf('advisor', 135)
  await act(boss, target)
  await boss.call(contract.sharing.sendEmail, {
    body: {
      user_id: target,
      lang_id: 50,
      brand_id: 1,
      driverside: 'left',
      email: {
        toEmail: 'marcus@customer.example',
        subject: 'Your brakes',
        emailMessage: 'Please look',
        selectedList: [{ part_id: 'BRKDSC' }],
      },
    },
  })
  const sent = await w.database.system
    .selectFrom('sends')
    .select(['user_id', 'acting_user_id'])
    .where('acting_user_id', 'is not', null)
    .execute()
  expect(sent).toEqual([{ user_id: target, acting_user_id: user_id }])
})

test('ends after 30 minutes, however much it is used', async () => {
  const boss = await w.loggedIn('enterprise', { site: 44 })
  await act(boss, await idOf('advisor', 44))
  w.clock.forward(20 * 60)
  expect((await boss.send(getUserSession)).status).toBe(1)
  w.clock.forward(11 * 60)
  expect((await boss.send(getUserSession)).status).toBe(0)
})

test('ends when the manager’s other sessions are ended, or the manager is deleted', async () => {
  const boss = await w.loggedIn('enterprise', { site: 54 })
  const { user_id } = await boss.me()
  await act(boss, await idOf('advisor', 54))
  await w.database.system
    .updateTable('users')
    .set({ deleted_at: w.clock.now() })
    .where('user_id', '=', user_id)
    .execute()
  expect((await boss.send(getUserSession)).status).toBe(0)
})

test('acting for an equal, a superior or another business, or without the level, is refused', async () => {
  const boss = await w.loggedIn('enterprise', { site: 102 })
  for (const who of ['employee', 'super'])
    expect(await act(boss, await idOf(who, 102))).toMatchObject(refusal('only_lower_roles'))
  expect(await act(boss, await idOf('advisor2', 102))).toMatchObject({ http: 403 })
  expect(await act(boss, await idOf('advisor', 135))).toMatchObject({ http: 403 })
  const manager = await w.loggedIn('regional', { site: 102 })
  expect(await act(manager, await idOf('advisor', 102))).toMatchObject({ http: 403 })
})
