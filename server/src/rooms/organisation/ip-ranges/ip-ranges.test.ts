import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'

/** Ella administers a business and asks for ranges of IP addresses; Sam, the operator, decides on large ones. */

const c = contract.organisation

let w: World
let ella: Person
let sam: Person
beforeAll(async () => {
  w = await world()
  ;[ella, sam] = await Promise.all([w.loggedIn('enterprise'), w.loggedIn('super')])
})
afterAll(() => w.close())

const add = (from_ip: string, to_ip: string, who = ella) => who.send(c.addIPRange, { body: { from_ip, to_ip } })
const listed = async (who = ella) => {
  const { businessentity_id } = await who.me()
  return who.call(c.getAutoLogin, {
    params: { site: 31, entity: businessentity_id!, json: { page: 1, sort: 'from', descending: false, search: '' } },
  })
}
const waiting = async (state: 'open' | 'done' = 'open') => sam.call(c.getAskedIpRanges, { body: { state } })

describe('a range of a business', () => {
  test('of up to 255 addresses is active at once, for the user who added it', async () => {
    const { data, message } = await add('203.0.113.10', '203.0.113.19')
    expect(message).toBe('ip_range_added')
    expect(data).toMatchObject({ addresses: 10, state: 'active', mail_send: 0, login_type: 13 })
    expect(data!.user_id).toBe((await ella.me()).user_id)
    expect(await listed()).toContainEqual(data)
  })

  test('is checked before it is saved: the number of addresses, and whether it needs approval', async () => {
    const check = (from_ip: string, to_ip: string) =>
      ella.call(c.checkIpRange, { params: { json: { from_ip, to_ip } } })
    // Ten addresses of hers are active already.
    expect(await check('198.51.100.11', '198.51.100.255')).toEqual({ addresses: 245, needs_approval: false })
    expect(await check('198.51.100.10', '198.51.100.255')).toEqual({ addresses: 246, needs_approval: true })
  })

  test('that is written backwards or shares an address with another one is refused', async () => {
    expect(await add('203.0.113.9', '203.0.113.1')).toMatchObject({ message: 'from_ip_should_be_less_than_to_ip' })
    await add('198.51.100.10', '198.51.100.20')
    expect(await add('198.51.100.20', '198.51.100.30')).toMatchObject({ message: 'ip_range_overlaps' })
    expect((await add('198.51.100.999', '198.51.100.30')).http).toBe(400)
    // Also two at once.
    const both = await Promise.all([add('192.0.2.1', '192.0.2.9'), add('192.0.2.9', '192.0.2.12')])
    expect(both.map(({ message }) => message).toSorted()).toEqual(['ip_range_added', 'ip_range_overlaps'])
  })

  test('of IPv6 is a prefix: its networks are counted, it overlaps inclusively, and is found by its digits', async () => {
    const one = '2a02:8388:1:200::/60'
    const { data } = await add(one, one)
    expect(data).toMatchObject({ ip1: one, ip2: one, addresses: 16, state: 'active' })
    for (const [from, to] of [
      ['2a02:8388:1:20f::/64', '2a02:8388:1:20f::/64'],
      ['2a02:8388:1:1f0::/64', '2a02:8388:1:200::/64'],
      ['2a02:8388:1::/48', '2a02:8388:1::/48'],
    ] as const)
      expect(await add(from, to)).toMatchObject({ message: 'ip_range_overlaps' })
    expect(await add('2a02:8388:1:220::/64', '2a02:8388:1:210::/64')).toMatchObject({
      message: 'from_ip_should_be_less_than_to_ip',
    })
    expect(await add('203.0.113.99', '2a02:8388:1:210::/64')).toMatchObject({ message: 'ip_address_not_valid' })
    for (const wrong of ['2a02:8388:1:210::', '2a02:8388:1:210::/65', 'fd00::/64', '::ffff:203.0.113.10/96'])
      expect((await add(wrong, wrong)).http).toBe(400)
    const json = { page: 1, sort: 'from', descending: false, search: '2a02:8388:1' } as const
    const entity = (await ella.me()).businessentity_id!
    const found = await ella.call(c.getAutoLogin, { params: { site: 31, entity, json } })
    expect(found.map(({ ip1 }) => ip1)).toEqual([one])
    await ella.call(c.deleteIPAutoLogin, { params: { id: data!.id } })
  })

  test('of more than 255 networks waits for the operator, who approves what he saw', async () => {
    const one = '2a02:8388:7:200::/56'
    const { data, message } = await add(one, one)
    expect([message, data]).toMatchObject(['ip_range_sent_for_approval', { addresses: 256, state: 'waiting' }])
    const body = { web_site_id: 31, id: data!.id, from_ip: data!.ip1, to_ip: data!.ip2, approve: true }
    expect(await sam.send(c.decideIpRange, { body })).toMatchObject({ status: 1, data: { state: 'active' } })
    await ella.call(c.deleteIPAutoLogin, { params: { id: data!.id } })
  })

  test('is given to another user of the business, and to nobody else', async () => {
    const { data } = await add('203.0.113.220', '203.0.113.221')
    const { id, ip1: from_ip, ip2: to_ip } = data!
    const give = async (username: string) => {
      const { user_id } = await (await w.loggedIn(username)).me()
      return { user_id, answer: await ella.send(c.updateIPRange, { body: { id, from_ip, to_ip, user_id } }) }
    }
    const advisor = await give('advisor')
    expect(advisor.answer.data).toMatchObject({ user_id: advisor.user_id, state: 'active' })
    for (const username of ['advisor2', 'super'])
      expect((await give(username)).answer).toMatchObject({ status: 0, message: 'ip_range_user_of_business' })
    expect((await listed()).find((range) => range.id === id)).toMatchObject({ user_id: advisor.user_id })
  })

  test('cannot be assigned to an operator', async () => {
    const { businessentity_id } = await ella.me()
    const answer = await sam.send(c.addIPRange, {
      body: { from_ip: '203.0.113.200', to_ip: '203.0.113.201', businessentity_id },
    })
    expect(answer).toMatchObject({ status: 0, message: 'ip_range_user_of_business' })
  })

  test('is deleted', async () => {
    const { data } = await add('203.0.113.40', '203.0.113.41')
    await ella.call(c.deleteIPAutoLogin, { params: { id: data!.id } })
    expect((await listed()).map(({ id }) => id)).not.toContain(data!.id)
  })
})

describe('a range of more than 255 addresses', () => {
  const decide = (range: { id: number; ip1: string; ip2: string }, approve: boolean, reason = '') =>
    sam.send(c.decideIpRange, {
      body: { web_site_id: 31, id: range.id, from_ip: range.ip1, to_ip: range.ip2, approve, reason },
    })
  const stateOf = async (id: number) => (await listed()).find((one) => one.id === id)

  test('waits until the operator approves it', async () => {
    const { data, message } = await add('100.0.0.0', '100.0.1.255')
    expect(message).toBe('ip_range_sent_for_approval')
    expect(data).toMatchObject({ addresses: 512, state: 'waiting', mail_send: 1 })
    expect(await waiting()).toMatchObject([{ id: data!.id, site_name: 'Northgate Motors', addresses: 512 }])
    expect(await sam.call(contract.sites.getWaiting)).toMatchObject({ ip_ranges: 1 })
    const [row] = await sam.call(contract.sites.getWebSites, { body: { search: 'Northgate' } })
    expect(row).toMatchObject({ ip_ranges: 1 })
    expect(await decide(data!, true)).toMatchObject({ status: 1, data: { state: 'active' } })
    expect(await stateOf(data!.id)).toMatchObject({ state: 'active' })
    expect(await waiting()).toEqual([])
    expect(await waiting('done')).toMatchObject([{ id: data!.id, state: 'active' }])
  })

  test('is refused with a reason, which the business reads; the addresses are free again', async () => {
    const { data } = await add('100.1.0.0', '100.1.3.255')
    expect(await decide(data!, false)).toMatchObject({ message: 'ip_range_reason_missing' })
    await decide(data!, false, 'Please name your own network.')
    expect(await stateOf(data!.id)).toMatchObject({ state: 'refused', reason: 'Please name your own network.' })
    expect(await add('100.1.0.0', '100.1.0.9')).toMatchObject({ status: 1 })
  })

  test('that changed while the operator looked at it is not decided', async () => {
    const { data } = await add('100.2.0.0', '100.2.1.255')
    await ella.call(c.updateIPRange, { body: { id: data!.id, from_ip: '100.2.0.0', to_ip: '100.2.7.255' } })
    expect(await decide(data!, true)).toMatchObject({ status: 0, message: 'ip_range_changed' })
    expect(await stateOf(data!.id)).toMatchObject({ state: 'waiting', addresses: 2048 })
  })

  test('needs approval again once its addresses change, and no more once it is small', async () => {
    const { data } = await add('100.3.0.0', '100.3.1.255')
    await decide(data!, true)
    const change = (to_ip: string) =>
      ella.call(c.updateIPRange, { body: { id: data!.id, from_ip: '100.3.0.0', to_ip } })
    expect(await change('100.3.1.255')).toMatchObject({ state: 'active' })
    expect(await change('100.3.2.255')).toMatchObject({ state: 'waiting', decided_at: null })
    expect(await change('100.3.0.255')).toMatchObject({ state: 'waiting' })
    expect(await change('100.3.0.99')).toMatchObject({ state: 'active' })
  })

  test('is not split into small ones to avoid the operator', async () => {
    const [first, second] = [await add('100.5.0.0', '100.5.0.99'), await add('100.5.1.0', '100.5.1.199')]
    expect([first.data!.state, second.data!.state]).toEqual(['active', 'waiting'])
    for (const { data } of [first, second]) await ella.call(c.deleteIPAutoLogin, { params: { id: data!.id } })
  })

  test('of a web site that a distributor does not manage is not shown', async () => {
    const { data } = await add('100.4.0.0', '100.4.1.255')
    const dina = await w.loggedIn('distributor', { site: 44 })
    expect(await dina.call(c.getAskedIpRanges, { body: {} })).toEqual([])
    const body = { web_site_id: 31, id: data!.id, from_ip: data!.ip1, to_ip: data!.ip2, approve: true }
    expect((await dina.send(c.decideIpRange, { body })).http).toBe(403)
  })
})

test('a range that another business has waits; a check does not tell, and the operator cannot make both active', async () => {
  const [{ user_id }, of] = [await sam.me(), { web_site_id: 31 }]
  const { businessentity_id } = await w.database.system
    .insertInto('business_entities')
    .values({
      ...of,
      business_name: 'Harbour Garage',
      business_type: 'dealership',
      subscription_status: 'active',
      max_locations: 1,
    })
    .returning('businessentity_id')
    .executeTakeFirstOrThrow()
  const [from_ip, to_ip] = ['101.0.0.1', '101.0.0.4']
  const stored = { from_ip: '1694498817', to_ip: '1694498820', state: 'active' as const }
  await w.database.system
    .insertInto('ip_ranges')
    .values({ ...of, businessentity_id, user_id, ...stored, asked_at: new Date(), asked_by: user_id })
    .execute()
  expect(await ella.call(c.checkIpRange, { params: { json: { from_ip, to_ip } } })).toMatchObject({ addresses: 4 })
  const { data } = await add(from_ip, to_ip)
  expect(data).toMatchObject({ state: 'waiting' })
  const asked = await sam.call(c.getAskedIpRanges, { body: {} })
  expect(asked.find(({ id }) => id === data!.id)).toMatchObject({ addresses: 4, shared_with: ['Harbour Garage'] })
  const body = { web_site_id: 31, id: data!.id, from_ip, to_ip, approve: true }
  expect(await sam.send(c.decideIpRange, { body })).toMatchObject({ message: 'ip_range_overlaps' })
})
