import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPeople } from '../../../../demo/people.ts'
import { world, type Person, type World } from '../../testing/world.ts'

let w: World
let ids: Map<string, number>
beforeAll(async () => {
  w = await world()
  const people = await w.database.system
    .selectFrom('users')
    .select(['username', 'user_id'])
    .where('web_site_id', '=', 31)
    .execute()
  ids = new Map(people.map((p) => [p.username, p.user_id]))
})
afterAll(() => w.close())

const rightsOf = (person: Person, username: string) =>
  person.send(contract.users.getUserPermissions, { params: { user_id: ids.get(username)! } })
const change = (username: string, permissions: string[] | null) =>
  w.database.system.updateTable('users').set({ permissions }).where('user_id', '=', ids.get(username)!).execute()

test('every user may query their own rights, and the session returns the same', async () => {
  for (const { username } of demoPeople) {
    const person = w.visitor()
    const { data } = await person.logIn(username)
    expect(await rightsOf(person, username)).toMatchObject({ status: 1, data: data!.permissions })
  }
})

describe('the rights of others', () => {
  /**
   * The seeded users: enterprise without a location; advisor at a location with `location`; staff and student at one
   * with `edumanager`; attorney in the same region.
   */
  const within: Record<string, string[]> = {
    super: ['distributor', 'enterprise', 'advisor', 'attorney', 'edumanager', 'enterprise2', 'advisor2'],
    distributor: ['super', 'enterprise', 'advisor', 'edumanager', 'advisor2'],
    enterprise: ['employee', 'regional', 'advisor', 'attorney', 'edumanager', 'translator'],
    employee: ['enterprise', 'advisor', 'edumanager'],
    regional: ['location', 'advisor', 'attorney', 'kiosk'],
    location: ['advisor', 'kiosk'],
    // Of the education manager's own location, and only the roles that an education manager creates.
    edumanager: ['staff', 'student'],
  }
  const outside: Record<string, string[]> = {
    enterprise: ['enterprise2', 'advisor2'],
    employee: ['enterprise2', 'advisor2'],
    regional: ['enterprise', 'edumanager', 'translator', 'location2', 'advisor2'],
    location: ['enterprise', 'attorney', 'edumanager', 'advisor2'],
    advisor: ['kiosk', 'location', 'enterprise', 'advisor2'],
    kiosk: ['advisor'],
    trial: ['attorney'],
    edumanager: ['lite', 'translator', 'location', 'advisor', 'staff2'],
    student: ['edumanager'],
    translator: ['lite'],
  }

  const answersOf = async (username: string, others: string[]) => {
    const person = await w.loggedIn(username)
    const answers = await Promise.all(others.map(async (other) => [other, (await rightsOf(person, other)).message]))
    return Object.fromEntries(answers) as Record<string, string>
  }
  const all = (others: string[], message: string) => Object.fromEntries(others.map((other) => [other, message]))

  test.each(Object.entries(within))('%s can read those of %s', async (username, others) => {
    expect(await answersOf(username, others)).toEqual(all(others, 'ok'))
  })

  test.each(Object.entries(outside))('%s cannot read those of %s', async (username, others) => {
    expect(await answersOf(username, others)).toEqual(all(others, 'permission_denied'))
  })

  test('on another site are unreachable, and an unknown id returns the same response', async () => {
    const elsewhere = await w.loggedIn('advisor', { site: 44 })
    const { user_id } = await elsewhere.me()
    for (const username of ['super', 'enterprise', 'regional', 'advisor']) {
      const person = await w.loggedIn(username)
      const ask = async (id: number) => {
        const response = await person.request(`/api/v1/getUserPermissions/${id}`)
        return { status: response.status, text: await response.text() }
      }
      const foreign = await ask(user_id)
      expect(foreign.status).toBe(403)
      expect(await ask(2_000_000_000)).toEqual(foreign)
    }
  })

  test('are not found after the account was deleted', async () => {
    const boss = await w.loggedIn('super')
    const query = w.database.system.updateTable('users').set({ deleted_at: new Date() })
    await query.where('user_id', '=', ids.get('lite2')!).execute()
    expect(await rightsOf(boss, 'lite2')).toMatchObject({ http: 404, message: 'not_found' })
  })
})

describe('effective rights', () => {
  test('are the user’s own, else the business’s for the role, else the role’s', async () => {
    const [boss, anna] = [await w.loggedIn('enterprise'), await w.loggedIn('staff')]
    const both = async () => {
      const [asked, own] = [await rightsOf(boss, 'staff'), await rightsOf(anna, 'staff')]
      expect(own.data).toEqual(asked.data)
      expect((await anna.call(contract.sessions.getUserSession)).permissions).toEqual(asked.data)
      return asked.data
    }
    const ofRole = await both()
    expect(ofRole).toContain('view_reports')

    const { businessentity_id } = await anna.me()
    await w.database.system
      .insertInto('entity_role_permissions')
      .values({
        web_site_id: 31,
        businessentity_id: businessentity_id!,
        user_access_id: 12,
        permissions: ['allow_pdf', 'allow_embed'],
      })
      .execute()
    expect(await both()).toEqual(['allow_pdf', 'allow_embed'])
    expect((await rightsOf(boss, 'student')).data).toContain('allow_favourite')

    await change('staff', ['allow_share_sms', 'no_such_right'])
    expect(await both()).toEqual(['allow_share_sms'])
    await change('staff', [])
    expect(await both()).toEqual([])
    await change('staff', null)
    expect(await both()).toEqual(['allow_pdf', 'allow_embed'])
  })

  test('exclude rights that the site hides', async () => {
    const here = await (await w.loggedIn('enterprise')).call(contract.sessions.getUserSession)
    expect(here.permissions).toContain('show_manage_billing_plan')
    const there = await (await w.loggedIn('enterprise', { site: 154 })).call(contract.sessions.getUserSession)
    expect(there.permissions).not.toContain('show_manage_billing_plan')
  })
})
