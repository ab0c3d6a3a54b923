import { contract } from '@cutaway/contract'
import { urlOf } from '@cutaway/contract/client.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
  for (const who of ['advisor', 'advisor2']) {
    const person = await w.loggedIn(who)
    const { user_id, first_name } = await person.me()
    await person.call(contract.users.updateUserDetails, {
      body: { id: user_id, first_name, last_name: `of ${who}`, phone: '=1+1' },
    })
  }
})
afterAll(() => w.close())

const { getAuditLog, getAuditEntry, getAuditFilters, auditLogCsv } = contract.users
const log = (person: Person, json: object = {}) =>
  person.call(getAuditLog, { params: { json: { size: 500, ...json } as never } })
const csv = async (person: Person, json: object = {}) => (await person.request(urlOf(auditLogCsv, { json }))).text()

describe('the audit log', () => {
  test('shows a business its own entries, and nothing of another one', async () => {
    const [boss, rival] = [await w.loggedIn('enterprise'), await w.loggedIn('enterprise2')]
    const changed = { action: 'user.change' }
    const [own, other] = [await log(boss, changed), await log(rival, changed)]
    expect(own.rows.map(({ who }) => who?.name)).toEqual([expect.stringContaining('of advisor')])
    expect(other.rows.map(({ who }) => who?.name)).toEqual([expect.stringContaining('of advisor2')])
    const { entry } = other.rows[0]!
    expect(await boss.send(getAuditEntry, { params: { entry } })).toMatchObject({ http: 404 })
    expect(await csv(boss, changed)).not.toContain('of advisor2')
    const { people } = await boss.call(getAuditFilters, { params: {} })
    expect(people.map(({ name }) => name).join()).not.toContain('of advisor2')
  })

  test('shows the operator all of the web site, and nothing of another web site', async () => {
    for (const who of ['super', 'distributor']) {
      const { rows } = await log(await w.loggedIn(who), { action: 'user.change' })
      expect(rows).toHaveLength(2)
      expect((await log(await w.loggedIn(who, { site: 44 }), { action: 'user.change' })).rows).toEqual([])
    }
  })

  test('is closed to every other role', async () => {
    for (const who of ['regional', 'location', 'advisor', 'kiosk', 'edumanager', 'translator'])
      expect(await (await w.loggedIn(who)).send(getAuditFilters, { params: {} })).toMatchObject({ http: 403 })
  })

  test('shows the values before and after a change', async () => {
    const boss = await w.loggedIn('enterprise')
    const [row] = (await log(boss, { action: 'user.change' })).rows
    const entry = await boss.call(getAuditEntry, { params: { entry: row!.entry } })
    expect(entry.fields).toContainEqual({ name: 'last_name', before: expect.any(String), after: 'of advisor' })
    expect(entry.fields.map(({ name }) => name)).not.toContain('first_name')
  })

  test('names the places that were changed, also after they were deleted', async () => {
    const boss = await w.loggedIn('enterprise')
    const { user_id } = await boss.me()
    const body = { user_id, businessentity_location_name: 'Ferry Lane', country_code: 'US' }
    const { id } = await boss.call(contract.organisation.addLocations, { body })
    await boss.call(contract.organisation.deleteLocation, { params: { id, user_id, web_site_id: 31 } })
    const { rows } = await log(boss, { action: 'location' })
    expect(rows.slice(0, 2).map(({ action, target }) => [action, target?.name])).toEqual([
      ['location.delete', 'Ferry Lane'],
      ['location.add', 'Ferry Lane'],
    ])
    const { target } = await boss.call(getAuditEntry, { params: { entry: rows[0]!.entry } })
    expect(target).toEqual({ kind: 'location', id: String(id), name: 'Ferry Lane' })
    expect(await csv(boss, { action: 'location' })).toContain('location Ferry Lane')
  })

  test('names records by what they are called today, or were called when they were deleted, and finds them by it', async () => {
    const boss = await w.loggedIn('enterprise')
    const { user_id } = await boss.me()
    const { id } = await boss.call(contract.branding.addUserEmailAddress, {
      body: { user_id, email: 'harbour@northgate.example' },
    })
    const named = async (search = '') =>
      (await log(boss, { action: 'sender_address', search })).rows.map(({ action, target }) => [action, target?.name])
    expect(await named()).toEqual([['sender_address.add', 'harbour@northgate.example']])
    await boss.call(contract.branding.deleteEmailAddress, { params: { id } })
    expect((await named('harbour')).toSorted()).toEqual([
      ['sender_address.add', 'harbour@northgate.example'],
      ['sender_address.delete', 'harbour@northgate.example'],
    ])
    expect(await csv(boss, { action: 'sender_address' })).toContain('sender_address harbour@northgate.example')
  })

  test('filters by person, thing, time and words, and pages without gaps', async () => {
    const boss = await w.loggedIn('enterprise')
    const { user_id } = await boss.me()
    const mine = await log(boss, { person: user_id })
    expect(
      mine.rows.every(
        ({ who, as, target }) => [who?.user_id, as?.user_id].includes(user_id) || target?.id === String(user_id),
      ),
    ).toBe(true)
    expect((await log(boss, { action: 'session' })).rows.every(({ action }) => action.startsWith('session.'))).toBe(
      true,
    )
    expect((await log(boss, { search: 'OF ADVISOR', action: 'user.change' })).total).toBe(1)
    expect((await log(boss, { search: '100%_' })).total).toBe(0)
    const all = (await log(boss)).rows.map(({ entry }) => entry)
    const pages = await Promise.all([1, 2, 3].map((page) => log(boss, { page, size: Math.ceil(all.length / 3) })))
    expect(pages.flatMap(({ rows }) => rows.map(({ entry }) => entry)).slice(0, all.length)).toEqual(all)
    w.clock.forward(2 * 24 * 3600)
    const later = await w.loggedIn('enterprise')
    expect((await log(later, { action: 'user.change', period: 'day' })).total).toBe(0)
    expect((await log(later, { action: 'user.change', period: 'week' })).total).toBe(1)
  })

  test('is a CSV file whose cells are no formulas', async () => {
    const text = await csv(await w.loggedIn('enterprise'), { action: 'user.change' })
    expect(text.split('\n')[0]).toContain('at,who,as,action,outcome,target,changes,address,device')
    expect(text).toContain('phone:  -> =1+1')
    expect(text).not.toMatch(/(^|,)=/m)
  })

  test('does not say that the editor of a user acted as that user; the entries of both have it', async () => {
    const [boss, staff] = [await w.loggedIn('enterprise'), await w.loggedIn('staff')]
    const [{ user_id: bossId }, { user_id: staffId }] = [await boss.me(), await staff.me()]
    await boss.call(contract.users.updateUser, { body: { id: staffId, first_name: 'Renamed' } })
    for (const person of [bossId, staffId]) {
      const { rows } = await log(boss, { person, action: 'user.change' })
      expect(rows).toMatchObject([
        { who: { user_id: bossId }, as: null, target: { kind: 'user', id: String(staffId) } },
      ])
    }
  })

  test('a change by an operator stands in the log of the user’s business', async () => {
    const [operator, rival, rivalStaff] = [
      await w.loggedIn('super'),
      await w.loggedIn('enterprise2'),
      await w.loggedIn('staff2'),
    ]
    const { user_id } = await rivalStaff.me()
    await operator.call(contract.users.updateUser, { body: { id: user_id, first_name: 'Renamed' } })
    expect((await log(rival, { person: user_id, action: 'user.change' })).total).toBe(1)
  })

  test('names the business of a failed login, so that its administrators see it', async () => {
    await w.visitor({ ip: '198.51.100.9' }).logIn('advisor', 'not the password')
    const { rows } = await log(await w.loggedIn('enterprise'), { search: '198.51.100.9' })
    expect(rows).toMatchObject([{ who: null, outcome: 'incorrect_login_details', target: { kind: 'user' } }])
  })
})
