import { contract } from '@cutaway/contract'
import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../testing/world.ts'
import { idOf, lastAudit, placesOf, refused } from './testing.ts'

/** Setting the rights of users, and the defaults of a role in a business. */

const { users, sessions } = contract

let w: World
let elena: Person
let dana: Person
let danaId: number
beforeAll(async () => {
  w = await world()
  elena = await w.loggedIn('enterprise')
  dana = await w.loggedIn('advisor')
  danaId = await idOf(w, 'advisor')
})
afterAll(() => w.close())

const give = (by: Person, id: number, permission: PermissionName[]) =>
  by.send(users.permissionAccess, { body: { permission, id, web_site_id: 31 } })
const rights = async (person: Person) => (await person.call(sessions.getUserSession)).permissions
const selected = (id: number) => elena.call(users.setPermissionList, { params: { user: id, site: 31 } })
const setDefaults = (by: Person, access_id: number, permissions: PermissionName[], more: object = {}) =>
  by.send(users.defaultPermissionsAccess, { body: { permission: { access_id, permissions }, ...more } })

describe('the rights of a user', () => {
  test('change at once in an open session, and go back to those of the role', async () => {
    const before = await rights(dana)
    const fewer = before.filter((name) => name !== 'allow_pdf')
    expect(await give(elena, danaId, fewer)).toMatchObject({
      message: 'permissions_saved',
      data: { permissions: fewer, uses_role_defaults: 0 },
    })
    expect(await rights(dana)).toEqual(fewer)
    expect(await selected(danaId)).toEqual(fewer)
    expect(await lastAudit(w, 'user.set_permissions')).toMatchObject({
      target_id: String(danaId),
      before: { permissions: before },
      after: { permissions: fewer },
    })
    expect(await give(elena, danaId, before.toReversed())).toMatchObject({ data: { uses_role_defaults: 1 } })
    expect(await rights(dana)).toEqual(before)
  })

  test('are at least one', async () => {
    expect(await give(elena, danaId, [])).toMatchObject(refused('Please choose an option'))
    expect(await give(elena, danaId, ['no_such_right' as PermissionName])).toMatchObject({ http: 400 })
  })

  test('hold nothing that the manager lacks; what the user has already can stay', async () => {
    const before = await rights(dana)
    // Only translators have it.
    expect(await give(elena, danaId, [...before, 'translate_texts'])).toMatchObject(refused('permission_not_held'))
    const tova = await idOf(w, 'translator')
    const own = await selected(tova)
    expect(own).toContain('translate_texts')
    expect(await give(elena, tova, [...own, 'view_reports'])).toMatchObject({ status: 1 })
    expect(await give(elena, tova, own)).toMatchObject({ status: 1 })
  })

  test('cannot be set for a touch screen, an equal role, oneself, or another business', async () => {
    const some: PermissionName[] = ['allow_view_animations']
    expect(await give(elena, await idOf(w, 'kiosk'), some)).toMatchObject(refused('touch_screen_no_permissions'))
    for (const name of ['enterprise', 'employee', 'super', 'advisor2'])
      expect(await give(elena, await idOf(w, name), some)).toMatchObject({ http: 403 })
    expect(await give(await w.loggedIn('regional'), danaId, some)).toMatchObject({ http: 403 })
  })
})

describe('the dialog', () => {
  test('shows each right with its group, whether the role has it and whether the manager may grant it', async () => {
    const list = await elena.call(users.getPermissionList, { params: { user: danaId, site: 31, access: 6 } })
    const one = (name: PermissionName) => list.find((item) => item.name === name)
    expect(one('allow_pdf')).toEqual({ name: 'allow_pdf', group: 'player', of_role: 1, may_grant: 1 })
    expect(one('manage_users')).toMatchObject({ group: 'users', of_role: 0, may_grant: 1 })
    expect(one('translate_texts')).toMatchObject({ of_role: 0, may_grant: 0 })
    const roles = await elena.call(users.getAllPermissionsUserRoles, { params: { user: danaId, site: 31 } })
    expect(roles.find((role) => role.user_access_id === 6)!.permissions).toEqual(
      list.filter((item) => item.of_role).map((item) => item.name),
    )
  })

  test('leaves out what the web site hides', async () => {
    const there = await w.loggedIn('enterprise', { site: 154 })
    const { user_id } = await there.me()
    const list = await there.call(users.getPermissionList, { params: { user: user_id, site: 154, access: 6 } })
    expect(list.map((item) => item.name)).not.toContain('show_manage_billing_plan')
  })
})

describe('with the form of a user', () => {
  const form = { username: 'noor.rights', email: 'noor.rights@northgate.example', user_access_id: 6 } as const
  const some: PermissionName[] = ['allow_view_animations', 'allow_pdf']
  const add = async (person: Person, values: object) => {
    const { first } = await placesOf(w)
    const place = { businessentity_location_id: first.location('Harbor Road') }
    return person.send(users.addUser, { body: { ...form, ...place, password: 'k7m2qx9dp4tz', ...values } })
  }
  const rightsOf = (user_id: number) => elena.call(users.getUserPermissions, { params: { user_id } })

  test('a new user has the ticked rights from the first login, and a change keeps what it leaves out', async () => {
    const added = await add(elena, { permission: some })
    expect(added).toMatchObject({ status: 1 })
    const noor = w.visitor()
    await noor.logIn(form.username, 'k7m2qx9dp4tz')
    expect(await rights(noor)).toEqual(some)
    expect(await lastAudit(w, 'user.add')).toMatchObject({ after: { permissions: some } })

    const { id } = added.data!
    const change = (values: object) => elena.send(users.updateUser, { body: { id, ...values } })
    expect(await change({ last_name: 'Hale' })).toMatchObject({ status: 1 })
    expect(await rights(noor)).toEqual(some)
    expect(await change({ last_name: 'Haddad', permission: ['allow_pdf'] })).toMatchObject({ status: 1 })
    expect(await rights(noor)).toEqual(['allow_pdf'])
    expect(await lastAudit(w, 'user.change')).toMatchObject({
      before: { last_name: 'Hale', permissions: some },
      after: { last_name: 'Haddad', permissions: ['allow_pdf'] },
    })
    // With the rights of the role, the user follows later changes of the role's.
    const ofRole = (await elena.call(users.getPermissionList, { params: { user: id, site: 31, access: 6 } })).flatMap(
      ({ name, of_role }) => (of_role ? [name] : []),
    )
    expect(await change({ permission: ofRole })).toMatchObject({ status: 1 })
    const own = w.database.system.selectFrom('users').select('permissions').where('user_id', '=', id)
    expect(await own.executeTakeFirst()).toEqual({ permissions: null })
    expect(await change({ user_access_id: 5, permission: some })).toMatchObject({ status: 1 })
    expect(await rightsOf(id)).toEqual(some)
  })

  test('is refused as a whole: none, rights that the manager lacks, a touch screen, a manager without the right', async () => {
    const other = { username: 'noor.refused' }
    const refusals: [object, string][] = [
      [{ permission: [] }, 'Please choose an option'],
      [{ permission: ['translate_texts'] }, 'permission_not_held'],
      [{ permission: some, user_access_id: 7 }, 'touch_screen_no_permissions'],
    ]
    for (const [values, key] of refusals) expect(await add(elena, { ...other, ...values })).toMatchObject(refused(key))
    const liam = await w.loggedIn('location')
    const own = w.database.system.updateTable('users').where('user_id', '=', (await liam.me()).user_id)
    await own.set({ permissions: ['allow_view_animations', 'allow_pdf', 'manage_users'] }).execute()
    expect(await add(liam, { ...other, permission: some })).toMatchObject({ http: 403 })
    expect(await add(liam, other)).toMatchObject({ status: 1 })
    await own.set({ permissions: null }).execute()
  })
})

describe('the defaults of a role in a business', () => {
  const stored = async (entity: number) => {
    const params = { access: 13, entity, site: 31 }
    const call = users.getPermissionssBusinessetityByAccessIdByBusinessentityId
    return (await elena.call(call, { params })).filter((item) => item.selected).map((item) => item.name)
  }

  test('apply at once to its users without rights of their own, and not to another business', async () => {
    const { first } = await placesOf(w)
    const [stefan, other] = [await w.loggedIn('student'), await w.loggedIn('student2')]
    const before = await rights(stefan)
    const fewer: PermissionName[] = ['allow_view_animations', 'allow_pdf']
    expect(await setDefaults(elena, 13, fewer, { businessentityId: first.business })).toMatchObject({
      data: { user_access_id: 13, permissions: fewer },
    })
    expect(await rights(stefan)).toEqual(fewer)
    expect(await stored(first.business)).toEqual(fewer)
    expect(await rights(other)).toEqual(before)
    expect(await lastAudit(w, 'role.set_permissions')).toMatchObject({ target_id: `${first.business}/13` })

    // Older clients send the role beside a list.
    const body = { permission: before, access_id: 13 }
    expect(await elena.send(users.defaultPermissionsAccess, { body })).toMatchObject({ status: 1 })
    expect(await rights(stefan)).toEqual(before)
  })

  test('are set for lower roles of the own business, with rights that the manager holds', async () => {
    const { second } = await placesOf(w)
    const some: PermissionName[] = ['allow_view_animations']
    expect(await setDefaults(elena, 13, [])).toMatchObject(refused('Please choose an option'))
    expect(await setDefaults(elena, 13, [...some, 'translate_texts'])).toMatchObject(refused('permission_not_held'))
    for (const role of [1, 2, 3, 10]) expect(await setDefaults(elena, role, some)).toMatchObject({ http: 403 })
    expect(await setDefaults(elena, 13, some, { businessentityId: second.business })).toMatchObject({ http: 403 })
    const params = { access: 13, entity: second.business, site: 31 }
    const call = users.getPermissionssBusinessetityByAccessIdByBusinessentityId
    expect(await elena.send(call, { params })).toMatchObject({ http: 404 })
    // A touch screen has defaults, which grant it the interactive films.
    expect(await setDefaults(elena, 7, ['allow_view_animations', 'allow_interactive_in_kiosk_mode'])).toMatchObject({
      status: 1,
    })
  })
})
