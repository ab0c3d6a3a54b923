import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secondsAfter } from '../../../core/clock.ts'
import { world, type World } from '../../../testing/world.ts'

const { getIpAddressForUnblocking, updateUnblockIpAddress } = contract.sessions

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())
beforeEach(async () => {
  const { system } = w.database
  for (const table of ['login_blocks', 'address_blocks', 'address_attempts', 'login_attempts'] as const)
    await system.deleteFrom(table).execute()
  const now = w.clock.now()
  const until = secondsAfter(now, 3600)
  await system.insertInto('address_blocks').values({ address: '198.51.100.7', until }).execute()
  await system
    .insertInto('address_attempts')
    .values([1, 2, 3].map((n) => ({ attempt: `44 ${n}`, address: '198.51.100.7', under_way: false, at: now })))
    .execute()
  await system
    .insertInto('login_attempts')
    .values({ web_site_id: 44, username: 'advisor', ip: '198.51.100.7', at: now, device: null })
    .execute()
  await system
    .insertInto('login_blocks')
    .values([
      { web_site_id: 31, kind: 'user', subject: 'advisor', until: secondsAfter(now, 1800) },
      { web_site_id: 44, kind: 'pair', subject: 'advisor 198.51.100.9', until: secondsAfter(now, 900) },
      { web_site_id: 31, kind: 'user', subject: 'ended', until: secondsAfter(now, -1) },
    ])
    .execute()
})

describe('blocks after wrong passwords', () => {
  test('are listed for the operator, those of all web sites, with the attempts that led to them', async () => {
    const operator = await w.loggedIn('super')
    expect(await operator.call(getIpAddressForUnblocking)).toMatchObject([
      { kind: 'address', subject: '198.51.100.7', web_site_id: null, site_name: null, attempts: 3 },
      { kind: 'user', subject: 'advisor', web_site_id: 31, site_name: expect.any(String) },
      { kind: 'pair', subject: 'advisor 198.51.100.9', web_site_id: 44 },
    ])
  })

  test('of other web sites are not shown to a distributor, nor addresses that never came to the own ones', async () => {
    const kinds = async (site: number) => {
      const distributor = await w.loggedIn('distributor', { site })
      return (await distributor.call(getIpAddressForUnblocking)).map(({ kind, subject }) => `${kind} ${subject}`)
    }
    expect(await kinds(31)).toEqual(['user advisor'])
    expect(await kinds(44)).toEqual(['address 198.51.100.7', 'pair advisor 198.51.100.9'])
  })

  test('of an address is lifted: somebody there logs in again', async () => {
    const blocked = w.visitor({ ip: '198.51.100.7', site: 31 })
    expect(await blocked.logIn('enterprise')).toMatchObject({ status: 0 })
    const operator = await w.loggedIn('super')
    const lift = { body: { ip_address: '198.51.100.7' } }
    expect(await operator.send(updateUnblockIpAddress, lift)).toMatchObject({ message: 'block_lifted' })
    expect(await blocked.logIn('enterprise')).toMatchObject({ status: 1 })
    expect(await operator.send(updateUnblockIpAddress, lift)).toMatchObject({ status: 0, message: 'block_not_found' })
  })

  test('of a name and of a name at an address are lifted on their web site', async () => {
    const operator = await w.loggedIn('super')
    const lift = (kind: 'user' | 'pair', subject: string, web_site_id?: number) =>
      operator.send(updateUnblockIpAddress, { body: { kind, subject, ...(web_site_id ? { web_site_id } : {}) } })
    expect(await lift('user', 'advisor')).toMatchObject({ data: { lifted: 1 } })
    expect(await lift('pair', 'advisor 198.51.100.9')).toMatchObject({ message: 'block_not_found' })
    expect(await lift('pair', 'advisor 198.51.100.9', 44)).toMatchObject({ data: { lifted: 1 } })
    const rows = await operator.call(getIpAddressForUnblocking)
    expect(rows.map(({ kind }) => kind)).toEqual(['address'])
    const entries = await w.database.system
      .selectFrom('audit_log')
      .select(['web_site_id', 'target_id'])
      .where('action', '=', 'block.lift')
      .where('target_kind', '=', 'block')
      .orderBy('audit_id', 'desc')
      .limit(2)
      .execute()
    expect(entries).toEqual([
      { web_site_id: 44, target_id: 'advisor 198.51.100.9' },
      { web_site_id: 31, target_id: 'advisor' },
    ])
  })

  test('of an address that never came to the own web sites are not lifted by a distributor', async () => {
    const lift = async (site: number) =>
      (await w.loggedIn('distributor', { site })).send(updateUnblockIpAddress, { body: { ip_address: '198.51.100.7' } })
    expect(await lift(31)).toMatchObject({ message: 'block_not_found' })
    expect(await lift(44)).toMatchObject({ message: 'block_lifted' })
  })

  test('are closed to businesses', async () => {
    for (const who of ['enterprise', 'regional', 'location', 'translator'])
      expect(await (await w.loggedIn(who)).send(getIpAddressForUnblocking)).toMatchObject({ http: 403 })
  })
})
