import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { demoPassword, forgot, recordLog, refusal } from '../testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const newPassword = 'a new password of mine'
const change = (person: Person, user_id: number, password = newPassword) =>
  person.send(contract.sessions.changePassword, { body: { user_id, password } })
const mayChange = async (person: Person, user: string) =>
  (await person.call(contract.sessions.checkChangePassword, { params: { user } })).allowed
const session = (person: Person) => person.send(contract.sessions.getUserSession)

/** Logs in the user Bob of a site, whom an administrator has required to choose a new password. */
async function bobOf(site: number) {
  const query = w.database.system.updateTable('users').set({ required_password_change: true })
  await query.where('web_site_id', '=', site).where('username', '=', 'advisor').execute()
  const bob = await w.loggedIn('advisor', { site })
  return { bob, id: (await bob.me()).user_id }
}

describe('forced password change', () => {
  test('refuses every other call until the password is changed', async () => {
    const { bob, id } = await bobOf(31)
    const other = await w.loggedIn('advisor')
    expect((await session(bob)).data?.required_password_change).toBe(true)
    expect(await bob.send(contract.users.getUserPermissions, { params: { user_id: id } })).toMatchObject({
      http: 403,
      ...refusal('password_change_required'),
    })
    expect(await mayChange(bob, String(id))).toBe(true)

    expect(await change(bob, id)).toMatchObject({ status: 1, message: 'password_changed', data: null })

    expect((await session(bob)).data?.required_password_change).toBe(false)
    expect(await bob.send(contract.users.getUserPermissions, { params: { user_id: id } })).toMatchObject({ status: 1 })
    expect(await session(other)).toMatchObject(refusal('session_required'))
    expect(await bob.logIn('advisor', demoPassword)).toMatchObject(refusal('incorrect_login_details'))
    expect((await bob.logIn('advisor', newPassword)).data?.required_password_change).toBe(false)
  })

  test('requires a different password of sufficient length', async () => {
    const { bob, id } = await bobOf(33)
    expect(await change(bob, id, demoPassword)).toMatchObject({ http: 200, ...refusal('password_must_differ') })
    expect(await change(bob, id, 'too short')).toMatchObject({ http: 400 })
    expect((await session(bob)).data?.required_password_change).toBe(true)
  })

  test('changes only the caller’s own password', async () => {
    const { bob } = await bobOf(39)
    const { user_id } = await (await w.loggedIn('super', { site: 39 })).me()
    expect(await change(bob, user_id)).toMatchObject({ http: 403 })
    expect(await change(bob, 2_000_000_000)).toMatchObject({ http: 403 })
    expect(await w.visitor({ site: 39 }).logIn('super')).toMatchObject({ status: 1 })
  })

  test('happens once: of two simultaneous changes one succeeds', async () => {
    const { bob, id } = await bobOf(44)
    const passwords = ['the first password', 'the second password']
    const answers = await Promise.all(passwords.map((p) => change(bob, id, p)))
    expect(answers.map((a) => a.message).toSorted()).toEqual(['password_change_not_allowed', 'password_changed'])
    const winner = passwords[answers.findIndex((a) => a.status === 1)]!
    for (const p of passwords) expect((await bob.logIn('advisor', p)).status).toBe(p === winner ? 1 : 0)
    expect(await change(bob, id, 'a third password')).toMatchObject(refusal('password_change_not_allowed'))
  })

  test('invalidates reset links mailed before', async () => {
    const { bob, id } = await bobOf(54)
    const { token } = await forgot(bob, 'advisor', 'advisor@site54.example')
    await change(bob, id)
    expect(await bob.send(contract.sessions.forgotPasswordTokenCheck, { body: { token } })).toMatchObject({ status: 0 })
  })

  test('logs no password', async () => {
    const log = recordLog(w)
    const { bob, id } = await bobOf(102)
    await change(bob, id)
    log.end()
    expect(log.text()).toContain('/api/v1/changePassword')
    for (const secret of [newPassword, demoPassword, '$argon2']) expect(log.text()).not.toContain(secret)
  })
})

test('is refused for a user without the requirement', async () => {
  const anna = await w.loggedIn('staff')
  const { user_id } = await anna.me()
  expect(await change(anna, user_id)).toMatchObject({ http: 200, ...refusal('password_change_not_allowed') })
  // The refusal also does not reveal whether a guess is the current password.
  expect(await change(anna, user_id, demoPassword)).toMatchObject(refusal('password_change_not_allowed'))
  expect(await w.visitor().logIn('staff')).toMatchObject({ status: 1 })
})

describe('the page for changing a password', () => {
  test('is available to a user who must change the password, in the user’s own session', async () => {
    const { bob, id } = await bobOf(135)
    const anna = await w.loggedIn('staff', { site: 135 })
    const { user_id } = await anna.me()
    expect(await mayChange(bob, String(id))).toBe(true)
    for (const user of [String(user_id), '0', '2000000000', ` ${id}`, `${id}.0`, `0${id}`, 'advisor', '__proto__'])
      expect(await mayChange(bob, user)).toBe(false)
    for (const user of [String(id), String(user_id)]) expect(await mayChange(anna, user)).toBe(false)
    for (const user of [String(id), '2000000000']) expect(await mayChange(w.visitor({ site: 135 }), user)).toBe(false)
  })

  test('is available with a valid mailed link', async () => {
    const anna = w.visitor({ site: 139 })
    const { token } = await forgot(anna, 'advisor', 'advisor@site139.example')
    expect(await mayChange(anna, token)).toBe(true)
    expect(await mayChange(w.visitor({ site: 142 }), token)).toBe(false)
    w.clock.forward(3601)
    expect(await mayChange(anna, token)).toBe(false)
  })
})
