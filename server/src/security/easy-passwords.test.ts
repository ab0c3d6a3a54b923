import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isEasyPassword } from '../rooms/sessions/passwords/easy-passwords.ts'
import { demoPassword, forgot, refusal } from '../rooms/sessions/testing.ts'
import { world, type Person, type World } from '../testing/world.ts'

/** Common passwords cannot be chosen. */

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const easy = ['          ', '\t\u00a0\u2003         ', '1234567890', 'QwertyUiop', ' password123 ', 'q1w2e3r4t5y6']

const emailOf = async (site: number, username: string) =>
  (
    await w.database.system
      .selectFrom('users')
      .select('email')
      .where('web_site_id', '=', site)
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).email

describe('a user who sets a new password by a mailed link', () => {
  test('is refused an easy password, can use the link again, and succeeds with a better one', async () => {
    const emil = w.visitor()
    const { token } = await forgot(emil, 'employee', await emailOf(31, 'employee'))
    const set = (password: string) => emil.send(contract.sessions.forgetPasswordUpdate, { body: { token, password } })
    for (const password of easy) expect(await set(password), password).toMatchObject(refusal('password_too_easy'))
    expect(await set('harbour lantern violet')).toMatchObject({ status: 1 })
    expect(await emil.logIn('employee', 'harbour lantern violet')).toMatchObject({ status: 1 })
  })
})

describe('a user who must choose a new password', () => {
  let stella: Person
  beforeAll(async () => {
    await w.database.system
      .updateTable('users')
      .set({ required_password_change: true })
      .where('web_site_id', '=', 31)
      .where('username', '=', 'staff')
      .execute()
    stella = await w.loggedIn('staff')
  })

  test.each(easy)('is refused "%s"', async (password) => {
    const { user_id } = await stella.me()
    expect(await stella.send(contract.sessions.changePassword, { body: { password, user_id } })).toMatchObject(
      refusal('password_too_easy'),
    )
  })
})

test('accepts the demo’s password and a phrase of common words', async () => {
  expect(await isEasyPassword(demoPassword)).toBe(false)
  expect(await isEasyPassword('correct horse battery')).toBe(false)
})
