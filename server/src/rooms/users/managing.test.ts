import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { mailsTo } from '../sessions/testing.ts'
import { idOf, lastAudit, listOf, placesOf, refused } from './testing.ts'

/** Adding, changing, deleting and restoring users. Each story makes people of its own. */

const { users, sessions } = contract

let w: World
let elena: Person
let rosa: Person
let liam: Person
let places: Awaited<ReturnType<typeof placesOf>>
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  rosa = await w.loggedIn('regional')
  liam = await w.loggedIn('location')
  places = await placesOf(w)
})
afterAll(() => w.close())

let made = 0
/** Adds a service adviser at Harbor Road with a password, or whom `values` describe. */
async function add(by: Person, values: object = {}) {
  made += 1
  const username = `noor.${made}`
  const body = {
    username,
    email: `${username}@northgate.example`,
    first_name: 'Noor',
    last_name: `Haddad ${made}`,
    user_access_id: 6,
    password: 'k7m2qx9dp4tz',
    businessentity_location_id: places.first.location('Harbor Road'),
    ...values,
  }
  return { ...body, answer: await by.send(users.addUser, { body }) }
}
async function noor(by: Person = elena, values: object = {}) {
  const { answer, username, email } = await add(by, values)
  expect(answer).toMatchObject({ status: 1 })
  return { id: answer.data!.id, username, email }
}
const dataOf = (person: Person, id: number) => person.call(users.getUserData, { params: { id } })
const change = (by: Person, id: number, values: object) => by.send(users.updateUser, { body: { id, ...values } })
const remove = (by: Person, id: number | number[]) =>
  by.send(users.deleteManageUser, { params: { json: { id: [id].flat() } } })
const logIn = (username: string, password = 'k7m2qx9dp4tz') => w.visitor().logIn(username, password)
const signedIn = async (username: string) => {
  const person = w.visitor()
  expect((await person.logIn(username, 'k7m2qx9dp4tz')).status).toBe(1)
  return person
}
const session = (person: Person) => person.send(sessions.getUserSession)

describe('a new user', () => {
  test('logs in with the password that the manager copied', async () => {
    const { username } = await noor()
    expect(await logIn(username)).toMatchObject({ status: 1 })
    const { after } = await lastAudit(w, 'user.add')
    expect(after).toMatchObject({ username, user_access_id: 6 })
    expect(JSON.stringify(after)).not.toContain('k7m2qx9dp4tz')
  })

  test('without a password chooses one by a link in the mail, which works once', async () => {
    const { id, username, email } = await noor(elena, { password: '' })
    const row = async () => (await listOf(elena, { search: username })).users[0]
    expect(await row()).toMatchObject({ id, status: 'invited', last_seen_at: null })
    const [mail] = await mailsTo(elena, email)
    expect(mail!.text).toContain('Elena Voss')
    const token = /\/reset_password\/([A-Za-z0-9_-]{43})/.exec(mail!.text)![1]!
    const choose = () =>
      w.visitor().send(sessions.forgetPasswordUpdate, { body: { token, password: 'a password of my own' } })
    expect(await logIn(username, '')).toMatchObject({ status: 0 })
    expect(await choose()).toMatchObject({ status: 1 })
    expect(await choose()).toMatchObject(refused('password_link_expired'))
    expect(await logIn(username, 'a password of my own')).toMatchObject({ status: 1 })
    expect(await row()).toMatchObject({ status: 'active', last_seen_at: expect.any(String) })
    // The first password is not a changed one, which would be mailed.
    expect(await mailsTo(elena, email)).toHaveLength(1)
  })

  test('gets a second invitation that replaces the first, and both end after seven days', async () => {
    const { id, email } = await noor(elena, { password: '' })
    const token = (text: string) => /\/reset_password\/([A-Za-z0-9_-]{43})/.exec(text)![1]!
    const isGood = async (text: string) =>
      (await w.visitor().send(sessions.forgotPasswordTokenCheck, { body: { token: token(text) } })).status
    const [first] = await mailsTo(elena, email)
    w.clock.forward(120)
    const again = await elena.send(users.sendLoginDetailToUser, { body: { id } })
    expect(again).toMatchObject({ message: 'user_login_details_sent', data: { sent: 1, left_out: 0 } })
    const [, second] = await mailsTo(elena, email, 2)
    expect([await isGood(first!.text), await isGood(second!.text)]).toEqual([0, 1])
    w.clock.forward(7 * 24 * 3600)
    expect(await isGood(second!.text)).toBe(0)
    ;[elena, rosa, liam] = [await w.loggedIn('enterprise'), await w.loggedIn('regional'), await w.loggedIn('location')]
  })

  test('must choose another password at the first log-in if the manager wants it', async () => {
    const { username } = await noor(elena, { required_password_change: 1 })
    expect((await logIn(username)).data?.required_password_change).toBe(true)
  })

  test('has a role below that of the manager, and never that of an attorney or of a free trial', async () => {
    for (const role of [1, 2, 3, 8, 9, 10, 99])
      expect((await add(elena, { user_access_id: role })).answer).toMatchObject(refused('user_role_not_allowed'))
    for (const role of [4, 5])
      expect((await add(liam, { user_access_id: role })).answer).toMatchObject(refused('user_role_not_allowed'))
    const types = await elena.call(users.getAllUserAccessType)
    expect(types.filter((t) => t.selectable).map((t) => t.user_access_id)).toEqual([4, 5, 6, 7, 11, 12, 13, 14, 15])
  })

  test('belongs to a location, or as a regional manager to regions', async () => {
    const without = { businessentity_location_id: null }
    expect((await add(elena, without)).answer).toMatchObject(refused('user_location_required'))
    expect((await add(elena, { ...without, user_access_id: 4 })).answer).toMatchObject(refused('user_region_required'))
    const north = places.first.region('North')
    const { id } = await noor(elena, { ...without, user_access_id: 4, location_class_ids: [north, north] })
    expect(await dataOf(elena, id)).toMatchObject({ businessentity_location_id: null, location_class_ids: [north] })
    const byStore = await noor(elena, { businessentity_location_id: undefined, store_number: 'S3111' })
    expect(await dataOf(elena, byStore.id)).toMatchObject({ store_number: 'S3111' })
  })

  test('belongs to a place in the manager’s reach', async () => {
    const at = (location: number) => ({ businessentity_location_id: location })
    const { first, second } = places
    const attempts: [Person, object][] = [
      [elena, at(second.location('Harbor Road'))],
      [elena, { user_access_id: 4, location_class_ids: [second.region('North')] }],
      [elena, at(2_000_000_000)],
      [rosa, at(first.location('Station Street'))],
      [liam, at(first.location('Mill Lane'))],
    ]
    for (const [manager, values] of attempts)
      expect((await add(manager, values)).answer).toMatchObject(refused('user_place_not_available'))
    expect((await add(elena, { businessentity_id: second.business })).answer).toMatchObject(
      refused('permission_denied', 403),
    )
    await noor(rosa, at(first.location('Mill Lane')))
    await noor(liam)
  })

  test('has a user name of its own, in any spelling', async () => {
    const { username } = await noor()
    for (const name of [username.toUpperCase(), ` ${username} `])
      expect((await add(elena, { username: name })).answer).toMatchObject(refused('user_name_already_exists'))
    const check = (body: object) =>
      elena.send(users.checkUsernameAlreadyExists, { body: { username: username.toUpperCase(), ...body } })
    expect(await check({ first_name: 'Zoë', last_name: 'de Witt' })).toMatchObject({
      status: 1,
      message: 'user_name_already_exists',
      data: { suggestion: 'zoe.de.witt' },
    })
    expect(await check({ first_name: 'Noor', last_name: '1' })).toMatchObject({ data: { suggestion: 'noor.12' } })
    expect(await check({ username: 'somebody new' })).toMatchObject(refused('user_name_available'))
  })

  test('of two tabs that add the same user name at once, one succeeds', async () => {
    const tabs = await Promise.all([1, 2, 3].map(() => add(elena, { username: 'twice', email: 'twice@shop.example' })))
    expect(tabs.map(({ answer }) => answer.message).toSorted()).toEqual([
      'ok',
      'user_name_already_exists',
      'user_name_already_exists',
    ])
  })

  test('may have names of 200 characters, from right to left too, but not longer ones', async () => {
    const long = 'נ'.repeat(200)
    const { id } = await noor(elena, { first_name: long, last_name: 'O’Brien-Ødegård' })
    expect(await dataOf(elena, id)).toMatchObject({ first_name: long, last_name: 'O’Brien-Ødegård' })
    expect((await add(elena, { first_name: `${long}x` })).answer).toMatchObject({ http: 400 })
    expect((await add(elena, { email: 'no address' })).answer).toMatchObject({ http: 400 })
    expect((await add(elena, { username: '\u200b\u202e' })).answer).toMatchObject({ http: 400 })
  })

  test('needs an e-mail address only for an invitation', async () => {
    expect((await add(elena, { password: '', email: '' })).answer).toMatchObject(refused('user_email_required'))
    await noor(elena, { email: '', user_access_id: 7 })
    expect((await add(elena, { password: 'password123' })).answer).toMatchObject(refused('password_too_easy'))
  })
})

describe('a change', () => {
  test('of the role is effective at once in an open session, and resets rights of the user’s own', async () => {
    const { id, username } = await noor()
    const person = await signedIn(username)
    await w.database.system
      .updateTable('users')
      .set({ permissions: ['allow_pdf'] })
      .where('user_id', '=', id)
      .execute()
    expect((await session(person)).data?.permissions).toEqual(['allow_pdf'])
    expect(await change(elena, id, { user_access_id: 5 })).toMatchObject({ status: 1 })
    const { user, permissions } = (await session(person)).data!
    expect(user.user_access_id).toBe(5)
    expect(permissions).toContain('manage_users')
    expect(await lastAudit(w, 'user.change')).toMatchObject({
      target_id: String(id),
      before: { user_access_id: 6 },
      after: { user_access_id: 5 },
    })
  })

  test('is not possible for an equal or higher role, oneself, or another business', async () => {
    const attempts: [Person, string, number][] = [
      [elena, 'enterprise', 403],
      [elena, 'employee', 403],
      [elena, 'super', 403],
      [elena, 'advisor2', 403],
      [rosa, 'regional', 403],
      [rosa, 'staff', 403],
      [liam, 'location', 403],
      [liam, 'attorney', 403],
    ]
    for (const [manager, username, http] of attempts) {
      const id = await idOf(w, username)
      expect(await change(manager, id, { first_name: 'X' }), username).toMatchObject({ http })
      expect(await remove(manager, id), username).toMatchObject({ http })
      expect(await manager.send(users.requiredPasswordChange, { body: { id } })).toMatchObject({ http })
      expect(await manager.send(users.lockUsers, { body: { id: [id] } })).toMatchObject({ http })
    }
    expect(await change(elena, 2_000_000_000, { first_name: 'X' })).toMatchObject({ http: 403 })
    const { id } = await noor(liam)
    expect(await change(liam, id, { user_access_id: 5 })).toMatchObject(refused('user_role_not_allowed'))
  })

  test('of an attorney keeps the role, which cannot be given', async () => {
    const id = await idOf(w, 'attorney')
    expect(await change(elena, id, { user_access_id: 8, last_name: 'Quill-Hale' })).toMatchObject({ status: 1 })
    const { id: other } = await noor()
    expect(await change(elena, other, { user_access_id: 8 })).toMatchObject(refused('user_role_not_allowed'))
  })

  test('in a second tab does not overwrite the first', async () => {
    const { id } = await noor()
    const { version } = await dataOf(elena, id)
    expect(await change(elena, id, { first_name: 'Nour', version })).toMatchObject({ status: 1 })
    expect(await change(elena, id, { first_name: 'Nora', version })).toMatchObject(refused('user_changed_meanwhile'))
    expect(await dataOf(elena, id)).toMatchObject({ first_name: 'Nour' })
  })

  test('moves a user from a location to regions and back', async () => {
    const { id } = await noor()
    const [north, mill] = [places.first.region('North'), places.first.location('Mill Lane')]
    expect(await change(elena, id, { user_access_id: 4 })).toMatchObject(refused('user_region_required'))
    expect(await change(elena, id, { user_access_id: 4, location_class_ids: [north] })).toMatchObject({
      data: { businessentity_location_id: null, location_class_ids: [north] },
    })
    expect(await change(elena, id, { user_access_id: 6 })).toMatchObject(refused('user_location_required'))
    expect(await change(elena, id, { user_access_id: 6, businessentity_location_id: mill })).toMatchObject({
      data: { businessentity_location_id: mill, location_class_ids: [] },
    })
  })

  test('is possible while the user’s location is deleted; users cannot be moved there', async () => {
    const quayside = places.first.location('Quayside')
    const [{ id }, other] = [await noor(elena, { businessentity_location_id: quayside }), await noor()]
    const deleted = (deleted_at: Date | null) =>
      w.database.system.updateTable('locations').set({ deleted_at }).where('location_id', '=', quayside).execute()
    await deleted(new Date())
    expect(await change(elena, id, { first_name: 'N', businessentity_location_id: quayside })).toMatchObject({
      status: 1,
    })
    expect((await listOf(elena, { search: `noor.${made - 1}` })).users[0]).toMatchObject({ is_location_deleted: 1 })
    expect(await change(elena, other.id, { businessentity_location_id: quayside })).toMatchObject(
      refused('user_place_not_available'),
    )
    await deleted(null)
  })

  test('of the password ends the sessions and the links that were mailed before', async () => {
    const { id, username } = await noor()
    const person = await signedIn(username)
    expect(await change(elena, id, { password: 'another one 42' })).toMatchObject({ status: 1 })
    expect(await session(person)).toMatchObject({ status: 0 })
    expect(await logIn(username, 'another one 42')).toMatchObject({ status: 1 })
  })

  test('of the address sends an invited user a new invitation, and the old link ends', async () => {
    const { id, email } = await noor(elena, { password: '' })
    const [old] = await mailsTo(elena, email)
    await change(elena, id, { email: `new.${email}` })
    const [mail] = await mailsTo(elena, `new.${email}`)
    const check = (text: string) =>
      w.visitor().send(sessions.forgotPasswordTokenCheck, {
        body: { token: /\/reset_password\/([A-Za-z0-9_-]{43})/.exec(text)![1]! },
      })
    expect([(await check(old!.text)).status, (await check(mail!.text)).status]).toEqual([0, 1])
  })
})

describe('an administrator', () => {
  test('deletes users, whose sessions end, and restores them', async () => {
    const both = [await noor(), await noor()]
    const person = await signedIn(both[0]!.username)
    const ids = both.map(({ id }) => id)
    expect(await remove(elena, ids)).toMatchObject({ message: 'user_deleted', data: { deleted: 2 } })
    expect(await session(person)).toMatchObject({ status: 0 })
    expect(await logIn(both[0]!.username)).toMatchObject(refused('incorrect_login_details'))
    const search = both[1]!.username
    expect(await listOf(elena, { search })).toMatchObject({ total: 0 })
    expect((await listOf(elena, { search, viewDelete: 'On' })).users).toMatchObject([{ status: 'deleted' }])
    expect(await change(elena, ids[0]!, { first_name: 'X' })).toMatchObject({ http: 404 })

    const [first, second] = ids as [number, number]
    expect(await elena.send(users.undoDeletedUser, { params: { id: first } })).toMatchObject({
      message: 'user_restored',
      data: { restored: 1 },
    })
    expect(await elena.send(users.restoreUsers, { body: { id: [first, second] } })).toMatchObject({
      data: { restored: 1 },
    })
    expect(await logIn(both[0]!.username)).toMatchObject({ status: 1 })
  })

  test('cannot restore a user whose name another user has now', async () => {
    const [{ id, username }, other] = [await noor(), await noor()]
    await remove(elena, [id, other.id])
    await noor(elena, { username: username.toUpperCase() })
    expect(await elena.send(users.undoDeletedUser, { params: { id } })).toMatchObject(
      refused('user_name_already_exists'),
    )
    expect(await elena.send(users.restoreUsers, { body: { id: [other.id, id] } })).toMatchObject(
      refused('user_name_already_exists'),
    )
    expect((await listOf(elena, { search: other.username, viewDelete: 'On' })).users[0]!.status).toBe('deleted')
  })

  test('requires a new password of several users at once, and of none if one is out of reach', async () => {
    const both = [await noor(), await noor()]
    const person = await signedIn(both[0]!.username)
    const ids = both.map(({ id }) => id)
    const ask = (id: number[]) => elena.send(users.requiredPasswordChange, { body: { id } })
    expect(await ask([...ids, await idOf(w, 'advisor2')])).toMatchObject({ http: 403 })
    expect(await ask([...ids, await idOf(w, 'employee')])).toMatchObject({ http: 403 })
    expect((await session(person)).status).toBe(1)
    expect(await ask(ids)).toMatchObject({ data: { changed: 2 } })
    expect((await session(person)).status).toBe(0)
    expect((await logIn(both[1]!.username)).data?.required_password_change).toBe(true)
  })

  test('signs a user out everywhere', async () => {
    const { id, username } = await noor()
    const devices = [await signedIn(username), await signedIn(username)]
    expect(await elena.send(users.endUserSessions, { body: { id } })).toMatchObject({ data: { ended: 2 } })
    for (const device of devices) expect((await session(device)).status).toBe(0)
    expect(await logIn(username)).toMatchObject({ status: 1 })
  })

  test('locks an account: sessions, log-ins and links end until it is unlocked', async () => {
    const { id, username } = await noor()
    const person = await signedIn(username)
    await elena.send(users.lockUsers, { body: { id } })
    expect(await person.send(users.getUsername, { params: { id } })).toMatchObject({ http: 401 })
    expect(await logIn(username)).toMatchObject(refused('incorrect_login_details'))
    expect((await listOf(elena, { search: username })).users[0]!.status).toBe('locked')
    expect(await elena.send(users.sendLoginDetailToUser, { body: { id } })).toMatchObject(
      refused('user_cannot_get_mail'),
    )
    await elena.send(users.unlockUsers, { body: { id } })
    expect(await logIn(username)).toMatchObject({ status: 1 })
  })

  test('lifts the block after too many wrong passwords', async () => {
    const { id, username } = await noor()
    const until = new Date(w.clock.now().getTime() + 3_600_000)
    await w.database.system
      .insertInto('login_blocks')
      .values({ web_site_id: 31, kind: 'user', subject: username, until })
      .execute()
    expect((await listOf(elena, { search: username })).users[0]).toMatchObject({
      status: 'locked',
      blocked_until: until.toISOString(),
    })
    expect(await logIn(username)).toMatchObject(refused('you_are_blocked_for_1_hour'))
    await elena.send(users.unlockUsers, { body: { id } })
    expect(await logIn(username)).toMatchObject({ status: 1 })
  })

  test('mails log-in details without a password, and leaves out who has no address', async () => {
    const [{ id, email, username }, kiosk] = [await noor(), await noor(elena, { email: '', user_access_id: 7 })]
    const answer = await elena.send(users.sendLoginDetailToUser, { body: { id: [id, kiosk.id] } })
    expect(answer).toMatchObject({ data: { sent: 1, left_out: 1 } })
    const [mail] = await mailsTo(elena, email)
    expect(mail!.text).toContain(username)
    expect(mail!.text).not.toContain('k7m2qx9dp4tz')
    // A second click within the minute sends no second mail.
    await elena.send(users.sendLoginDetailToUser, { body: { id } })
    expect(await mailsTo(elena, email)).toHaveLength(1)
    expect(await logIn(username)).toMatchObject({ status: 1 })
  })
})
