import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPassword } from '../../../../../demo/people.ts'
import { world, type Person, type World } from '../../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const own = contract.users
const idOf = async (person: Person) => (await person.me()).user_id

describe('details and preferences', () => {
  test('Dana changes her name and her phone number, and the audit log keeps both', async () => {
    const dana = await w.loggedIn('advisor')
    const id = await idOf(dana)
    const before = await dana.call(own.getPersonalSettings)
    const body = { id, first_name: ' Dana ', last_name: 'Whitlock-Reyes', phone: '+1 503 555 0168' }
    const saved = await dana.call(own.updateUserDetails, { body })
    expect(saved).toMatchObject({ first_name: 'Dana', last_name: 'Whitlock-Reyes', phone: '+1 503 555 0168' })
    expect((await dana.me()).last_name).toBe('Whitlock-Reyes')
    const row = await w.database.system
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'user.change')
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ before: { last_name: before.last_name }, after: { last_name: 'Whitlock-Reyes' } })
  })

  test('no role changes the details of another user', async () => {
    const id = await idOf(await w.loggedIn('advisor'))
    const body = { id, first_name: 'X', last_name: 'Y', phone: '' }
    for (const who of ['super', 'enterprise', 'location', 'staff', 'enterprise2'])
      expect(await (await w.loggedIn(who)).send(own.updateUserDetails, { body })).toMatchObject({ http: 403 })
  })

  test('the time zone and the language come with the session; an unknown one is refused by name', async () => {
    const dana = await w.loggedIn('advisor', { site: 33 })
    const user_id = await idOf(dana)
    const save = (more: object) => dana.send(own.savePreferences, { body: { user_id, ...more } })
    expect(await save({ time_zone: 'Europe/Berlin', default_video_type: 'interactive' })).toMatchObject({ status: 1 })
    expect(await dana.me()).toMatchObject({ time_zone: 'Europe/Berlin', default_video_type: 'interactive' })
    expect(await save({ time_zone: 'Mars/Olympus' })).toMatchObject({ status: 0, message: 'unknown_time_zone' })
    expect(await save({ language_id: 9999 })).toMatchObject({ status: 0, message: 'unknown_language' })
    expect(await save({ time_zone: null })).toMatchObject({ status: 1, data: { default_video_type: 'interactive' } })
  })
})

describe('the user name', () => {
  const rename = (person: Person, user_id: number, current_username: string, new_username: string) =>
    person.send(own.updateUsername, { body: { user_id, current_username, new_username } })

  test('changes with the current one, and the next login uses it', async () => {
    const rosa = await w.loggedIn('staff')
    const id = await idOf(rosa)
    expect(await rename(rosa, id, 'student', 'rosa')).toMatchObject({ message: 'current_username_wrong' })
    expect(await rename(rosa, id, 'staff', 'ADVISOR')).toMatchObject({ message: 'user_name_already_exists' })
    expect(await rename(rosa, id, 'Staff', 'Rosa.Delgado')).toMatchObject({ status: 1 })
    expect(await w.visitor().logIn('rosa.delgado')).toMatchObject({ status: 1 })
    expect(await w.visitor().logIn('staff')).toMatchObject({ status: 0 })
    const check = (username: string) => rosa.call(own.checkOwnUsername, { body: { user_id: id, username } })
    expect(await check('advisor')).toEqual({ is_taken: true })
    expect(await check('rosa.delgado')).toEqual({ is_taken: false })
  })

  test('of two users who want the same name at the same moment, one gets it', async () => {
    const people = [await w.loggedIn('lite', { site: 44 }), await w.loggedIn('translator', { site: 44 })]
    const answers = await Promise.all(
      people.map(async (person) => {
        const { user_id, username } = await person.me()
        return rename(person, user_id, username, 'sam')
      }),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([0, 1])
  })

  test('a manager renames users below, but neither equals nor those of another business', async () => {
    const boss = await w.loggedIn('enterprise')
    const of = async (name: string) => idOf(await w.loggedIn(name))
    expect(await rename(boss, await of('lite'), 'lite', 'lite.one')).toMatchObject({ status: 1 })
    expect(await rename(boss, await of('employee'), 'employee', 'other')).toMatchObject({ http: 403 })
    expect(await rename(boss, await of('lite2'), 'lite2', 'other')).toMatchObject({ http: 403 })
  })
})

describe('the password', () => {
  const secret = 'a much better password'
  const change = (person: Person, user_id: number, password: string, current_password?: string) =>
    person.send(own.updatePassword, { body: { user_id, password, ...(current_password ? { current_password } : {}) } })

  test('needs the current one, ends the other sessions and keeps this one', async () => {
    const [dana, phone] = [await w.loggedIn('advisor', { site: 102 }), await w.loggedIn('advisor', { site: 102 })]
    const id = await idOf(dana)
    w.clock.forward(11 * 60)
    expect(await change(dana, id, secret)).toMatchObject({ status: 0, message: 'current_password_required' })
    expect(await change(dana, id, secret, 'wrong one')).toMatchObject({ message: 'current_password_wrong' })
    expect(await change(dana, id, demoPassword, demoPassword)).toMatchObject({ message: 'password_must_differ' })
    expect(await change(dana, id, secret, demoPassword)).toMatchObject({ status: 1, message: 'password_changed' })
    expect((await phone.send(contract.sessions.getUserSession)).status).toBe(0)
    expect((await dana.me()).username).toBe('advisor')
    expect(await w.visitor({ site: 102 }).logIn('advisor', secret)).toMatchObject({ status: 1 })
  })

  test('is not asked for within 10 minutes of the login', async () => {
    const dana = await w.loggedIn('advisor', { site: 135 })
    expect(await change(dana, await idOf(dana), secret)).toMatchObject({ status: 1 })
  })

  test('cannot be guessed by a thief of the session: five wrong ones block', async () => {
    const dana = await w.loggedIn('advisor', { site: 139 })
    const id = await idOf(dana)
    const said: string[] = []
    for (let i = 0; i < 6; i += 1) said.push((await change(dana, id, secret, `guess number ${i}`)).message)
    expect(said).toEqual([...Array.from({ length: 5 }, () => 'current_password_wrong'), 'you_are_blocked_for_1_hour'])
    expect(await change(dana, id, secret, demoPassword)).toMatchObject({ message: 'you_are_blocked_for_1_hour' })
  })
})

describe('sessions', () => {
  test('Dana sees her devices, the one in use first, and logs one of them out', async () => {
    const [desk, phone] = [await w.loggedIn('advisor', { site: 142 }), await w.loggedIn('advisor', { site: 142 })]
    const user = await idOf(desk)
    const list = await desk.call(own.getSessions, { params: { user } })
    expect(list.map(({ is_current }) => is_current)).toEqual([true, false])
    const end = (person: Person, session: string) => person.send(own.endSession, { params: { session } })
    const other = await w.loggedIn('staff', { site: 142 })
    expect(await end(other, list[1]!.session)).toMatchObject({ http: 404 })
    expect(await end(desk, list[1]!.session)).toMatchObject({ status: 1 })
    expect((await phone.send(contract.sessions.getUserSession)).status).toBe(0)
    expect(await desk.call(own.getSessions, { params: { user } })).toHaveLength(1)
  })

  test('she logs out everywhere else with one press', async () => {
    const [desk, phone] = [await w.loggedIn('advisor', { site: 54 }), await w.loggedIn('advisor', { site: 54 })]
    const user_id = await idOf(desk)
    expect(await desk.call(own.endOtherSessions, { body: { user_id } })).toEqual({ ended: 1 })
    expect((await phone.send(contract.sessions.getUserSession)).status).toBe(0)
    expect((await desk.me()).user_id).toBe(user_id)
  })
})
