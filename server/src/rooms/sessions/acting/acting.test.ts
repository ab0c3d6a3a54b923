import { allCalls, contract } from '@cutaway/contract'
import { needsSession } from '@cutaway/contract/endpoint.ts'
import { permissionNames } from '@cutaway/contract/permissions.ts'
import { fieldsOf } from '@cutaway/contract/scope.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleOf } from '../../../testing/examples.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { secondsAfter } from '../../../core/clock.ts'
import { deleteOld } from '../jobs.queries.ts'
import { sessionSeconds } from '../rules.ts'
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

/** What a manager may never do in a user's place, by the fields of a request and by the names of changes. */
const sensitive = /password|permission|credential|api_?key|passkey|second_step|login_details|recovery/i
const closed = allCalls().filter(({ endpoint }) => endpoint.notWhileActing && needsSession(endpoint.who))

test('every call about passwords, keys, rights and the second step is declared as closed', () => {
  const changes = allCalls().filter(({ endpoint: e }) => {
    const action = e.audit && 'action' in e.audit ? e.audit.action : ''
    const fields = fieldsOf(e).map(({ name }) => name)
    return e.method !== 'GET' && needsSession(e.who) && [action, ...fields].some((name) => sensitive.test(name))
  })
  const open = changes.filter((one) => !closed.some(({ name }) => name === one.name))
  expect(changes.length).toBeGreaterThan(15)
  // A forced change is the user's own: no session of acting begins with one.
  expect(open.map(({ name }) => name)).toEqual([])
})

test('each of them is refused while a manager acts, and a login does not become fresh by it', async () => {
  const boss = await w.loggedIn('super', { site: 33 })
  w.clock.forward(11 * 60)
  const target = await idOf('enterprise', 33)
  const rights = w.database.system.updateTable('users').where('web_site_id', '=', 33).where('user_id', '=', target)
  await rights.set({ permissions: [...permissionNames] }).execute()
  expect(await act(boss, target)).toMatchObject({ status: 1 })
  const answers = await Promise.all(
    closed.map(async ({ name, endpoint }) => {
      const fields = Array.isArray(endpoint.notWhileActing) ? { password: 'a password of the manager' } : {}
      const { path, body } = exampleOf(endpoint, {})
      const sent = body === undefined ? {} : { body: JSON.stringify({ ...(body as object), ...fields }) }
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${closed.length}` }
      const response = await boss.request(path, { method: endpoint.method, headers, ...sent })
      return [name, response.status, ((await response.json()) as { message: string }).message]
    }),
  )
  expect(answers).toEqual(closed.map(({ name }) => [name, 403, 'not_while_acting']))
  await boss.call(stopActing)
  const { user_id } = await boss.me()
  expect(
    await boss.send(contract.users.updatePassword, { body: { user_id, password: 'a password of the manager' } }),
  ).toMatchObject(refusal('current_password_required'))
})

test('a manager who acts still adds users by invitation, but sets no password for them', async () => {
  const boss = await w.loggedIn('super', { site: 135 })
  await act(boss, await idOf('enterprise', 135))
  const location = await w.database.system
    .selectFrom('locations')
    .select('location_id')
    .where('web_site_id', '=', 135)
    .orderBy('location_id')
    .executeTakeFirstOrThrow()
  const add = (password: string) =>
    boss.send(contract.users.addUser, {
      body: {
        username: 'noor.acting',
        email: 'noor.acting@northgate.example',
        user_access_id: 6,
        businessentity_location_id: location.location_id,
        password,
      },
    })
  expect(await add('a password of the manager')).toMatchObject({ http: 403, message: 'not_while_acting' })
  expect(await add('')).toMatchObject({ status: 1, data: { is_invited: 1 } })
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

test('ends after 30 minutes, however much it is used; the manager then gets the own session back', async () => {
  const boss = await w.loggedIn('enterprise', { site: 44 })
  const { user_id } = await boss.me()
  await act(boss, await idOf('advisor', 44))
  w.clock.forward(20 * 60)
  expect((await boss.send(getUserSession)).status).toBe(1)
  w.clock.forward(11 * 60)
  expect((await boss.send(getUserSession)).status).toBe(0)
  // The cleanup of expired sessions leaves it alone.
  const since = secondsAfter(w.clock.now(), -sessionSeconds.idle)
  await deleteOld(w.database.system, w.clock.now(), { attempts: since, places: since, acting: since })
  expect(await boss.send(stopActing)).toMatchObject({ message: 'acting_ran_out', data: { user: { user_id } } })
  expect((await boss.me()).user_id).toBe(user_id)
  expect(await lastRow('session.stop_acting')).toMatchObject({ user_id })
  expect(await boss.send(stopActing)).toMatchObject(refusal('not_acting'))
})

test('the own session does not come back after the manager was signed out, or twelve hours later', async () => {
  const [boss, chief] = [await w.loggedIn('enterprise', { site: 135 }), await w.loggedIn('super', { site: 135 })]
  const { user_id } = await boss.me()
  const target = await idOf('advisor', 135)
  await act(boss, target)
  w.clock.forward(31 * 60)
  await chief.call(contract.users.endUserSessions, { body: { id: [user_id] } })
  expect(await boss.send(stopActing)).toMatchObject(refusal('not_acting'))

  await boss.logIn('enterprise')
  await act(boss, target)
  w.clock.forward(13 * 3600)
  expect(await boss.send(stopActing)).toMatchObject(refusal('not_acting'))
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
