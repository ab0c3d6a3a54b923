import { contract } from '@cutaway/contract'
import type { Health } from '@cutaway/contract/rooms/sites/health.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secondsAfter } from '../../../core/clock.ts'
import { makeBackup } from '../../../core/backup/backup.ts'
import { world, type Person, type World } from '../../../testing/world.ts'
import { conditionsOf } from './health.ts'

const { getHealth, checkNow } = contract.sites
const soon = new Date('2027-01-05T00:00:00Z')

let w: World
let operator: Person
beforeAll(async () => {
  w = await world({
    certificates: {
      read: async (host) =>
        host.startsWith('site44') ? { validTo: null, problem: 'unreachable' } : { validTo: soon, problem: null },
    },
  })
  operator = await w.loggedIn('super')
})
afterAll(() => w.close())

describe('the health page', () => {
  test('shows the running node, the database and the disk', async () => {
    // A node marks itself just after it has begun to listen.
    await expect.poll(async () => (await operator.call(getHealth)).nodes.length).toBe(1)
    const health = await operator.call(getHealth)
    expect(health.nodes).toMatchObject([{ is_alive: true, version: expect.stringMatching(/^\d+\.\d+/) }])
    expect(health.database.bytes).toBeGreaterThan(1_000_000)
    expect(health.disk.free).toBeGreaterThan(0)
    expect(health.disk.total).toBeGreaterThan(health.disk.free)
    expect(health.conditions.nodes).toBe('good')
  })

  test('shows a node that stopped responding, until a week has passed', async () => {
    const { system } = w.database
    const seen = secondsAfter(w.clock.now(), -120)
    await system
      .insertInto('nodes')
      .values({ node: 'gone', version: '0.0.1', started_at: seen, last_seen_at: seen })
      .execute()
    const health = await operator.call(getHealth)
    expect(health.nodes).toContainEqual(expect.objectContaining({ node: 'gone', is_alive: false }))
    expect(health.conditions.nodes).toBe('look')
    await system.deleteFrom('nodes').where('node', '=', 'gone').execute()
  })

  test('counts deliveries of the last day by state, and failures by reason', async () => {
    const { system } = w.database
    await system.deleteFrom('deliveries').execute()
    const now = w.clock.now()
    const delivery = (n: number, more: object) => ({
      web_site_id: 31,
      delivery_id: `00000000-0000-4000-8000-00000000000${n}`,
      channel: 'mail' as const,
      created_at: now,
      due_at: null,
      carrier: null,
      carrier_reference: null,
      failure: null,
      failure_reason: null,
      error_code: null,
      last_error: null,
      sent_at: null,
      ended_at: null,
      ...more,
    })
    const failed = { state: 'failed', failure: 'rejected' }
    await system
      .insertInto('deliveries')
      .values([
        delivery(1, { state: 'sent' }),
        delivery(2, { ...failed, failure_reason: 'mailbox_full' }),
        delivery(3, { ...failed, failure_reason: 'unknown_address' }),
        delivery(4, { ...failed, failure_reason: 'mailbox_full' }),
        delivery(5, { state: 'sent', created_at: secondsAfter(now, -90_000) }),
      ])
      .execute()
    const [mail, text] = (await operator.call(getHealth)).deliveries
    expect(mail).toMatchObject({
      channel: 'mail',
      sent: 1,
      failed: 3,
      failures: [
        { reason: 'mailbox_full', count: 2 },
        { reason: 'unknown_address', count: 1 },
      ],
    })
    expect(text).toMatchObject({ channel: 'text', sent: 0, failures: [] })
    const metrics = await (await w.visitor().request('/metrics', { headers: { host: 'localhost' } })).text()
    expect(metrics).toContain('deliveries_failed_day{channel="mail",reason="mailbox_full"} 2')
    expect(metrics).toContain('nodes_alive 1')
    // Every other figure of the page, as monitoring reads it.
    const { disk, database, conditions } = await operator.call(getHealth)
    const read = (line: string) => Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(metrics)?.[1])
    expect(read('nodes_versions')).toBe(1)
    expect(read('disk_total_bytes')).toBe(disk.total)
    expect(read('disk_free_bytes') / disk.free).toBeCloseTo(1, 1)
    expect(read('database_bytes') / database.bytes).toBeCloseTo(1, 1)
    expect(read('deliveries_oldest_seconds{channel="mail"}')).toBe(0)
    const urgency = { good: 0, look: 1, bad: 2 }
    for (const [part, condition] of Object.entries(conditions))
      expect([part, read(`health_condition{part="${part}"}`)]).toEqual([part, urgency[condition]])
    // There was no backup and no payment: a 0 would say that they are new.
    expect(metrics).not.toMatch(/^(?:backup_age_seconds|backup_rows|payments_oldest_seconds) /m)
    await system.deleteFrom('deliveries').execute()
  })

  test('counts payments on which the books and the provider disagree, until somebody has settled them', async () => {
    expect(await operator.call(getHealth)).toMatchObject({ payments: { open: 0, oldest_at: null } })
    const found_at = w.clock.now()
    await w.database.system
      .insertInto('payment_differences')
      .values({ web_site_id: 31, reference: 'CW31-TEST', kind: 'unknown', ours: '{}', theirs: '{}', found_at })
      .execute()
    expect(await operator.call(getHealth)).toMatchObject({
      payments: { open: 1, oldest_at: found_at.toISOString() },
      conditions: { payments: 'look' },
    })
    expect(await operator.call(contract.sites.getWaiting)).toMatchObject({ payments: 1 })
    await w.database.system.deleteFrom('payment_differences').execute()
  })

  test('warns without a backup, and when the last one is older than a day', async () => {
    expect(await operator.call(getHealth)).toMatchObject({ backup: { made_at: null, is_late: true } })
    const now = w.clock.now()
    const folder = await mkdtemp(join(tmpdir(), 'cutaway-health-'))
    await makeBackup(w.database, { folder: join(folder, 'backup'), storageFolder: null, now })
    await rm(folder, { recursive: true })
    const { backup, conditions } = await operator.call(getHealth)
    expect(backup).toMatchObject({ made_at: now.toISOString(), is_late: false })
    expect(backup.rows).toBeGreaterThan(1000)
    expect(conditions.backup).toBe('good')
    await w.database.system
      .updateTable('backups')
      .set({ made_at: secondsAfter(w.clock.now(), -27 * 3600) })
      .execute()
    expect(await operator.call(getHealth)).toMatchObject({ backup: { is_late: true }, conditions: { backup: 'look' } })
  })

  test('shows keys of mail domains that the DNS does not have', async () => {
    await w.database.system
      .insertInto('mail_domains')
      .values({
        web_site_id: 31,
        domain: 'shop.example',
        selector: 'cut1',
        private_key: 'x',
        created_at: w.clock.now(),
      })
      .execute()
    const { checks, conditions } = await operator.call(checkNow)
    expect(checks).toContainEqual(
      expect.objectContaining({ kind: 'mail_key', name: 'cut1._domainkey.shop.example', problem: 'missing' }),
    )
    expect(conditions.checks).toBe('bad')
  })

  test('is for the operator alone', async () => {
    for (const who of ['distributor', 'enterprise', 'translator'])
      expect(await (await w.loggedIn(who)).send(getHealth)).toMatchObject({ http: 403 })
  })
})

describe('the urgency of its parts', () => {
  const now = new Date('2026-12-20T00:00:00Z')
  const node = { node: 'a', version: '1.0', started_at: '', last_seen_at: '', is_alive: true }
  const healthy: Omit<Health, 'conditions'> = {
    at: now.toISOString(),
    nodes: [node],
    queues: [],
    deliveries: [],
    database: { engine: 'server', version: '15', bytes: 1 },
    disk: { free: 50, total: 100 },
    backup: { made_at: now.toISOString(), rows: 1, is_late: false },
    payments: { open: 0, oldest_at: null },
    checks: [],
  }
  const queue = { name: 'mail', waiting: 1, active: 0, failed: 0, oldest: 0 }
  const mail = { channel: 'mail' as const, pending: 0, sent: 80, delivered: 0, failed: 0, outcome_unknown: 0 }
  const deliveries = (more: object) => [{ ...mail, oldest: null, failures: [], ...more }]
  const ending = (valid_to: string) => [
    { kind: 'certificate' as const, name: 'a', site_name: '', checked_at: null, valid_to, problem: null },
  ]
  const cases: [string, Partial<Health>, Partial<Health['conditions']>][] = [
    ['all is well', {}, { nodes: 'good', queues: 'good', deliveries: 'good', disk: 'good', checks: 'good' }],
    ['no node runs', { nodes: [{ ...node, is_alive: false }] }, { nodes: 'bad' }],
    ['two versions run', { nodes: [node, { ...node, version: '1.1' }] }, { nodes: 'look' }],
    ['a job waits for ten minutes', { queues: [{ ...queue, oldest: 600 }] }, { queues: 'look' }],
    ['a job waits for two hours', { queues: [queue, { ...queue, oldest: 7200 }] }, { queues: 'bad' }],
    ['one mail of ten fails', { deliveries: deliveries({ failed: 9 }) }, { deliveries: 'look' }],
    ['one mail of four fails', { deliveries: deliveries({ failed: 27 }) }, { deliveries: 'bad' }],
    ['two of three mails fail', { deliveries: deliveries({ sent: 1, failed: 2 }) }, { deliveries: 'good' }],
    ['a payment needs a person', { payments: { open: 1, oldest_at: '' } }, { payments: 'look' }],
    ['the disk is nearly full', { disk: { free: 4, total: 100 } }, { disk: 'bad' }],
    ['a certificate ends in two weeks', { checks: ending('2027-01-03T00:00:00Z') }, { checks: 'look' }],
    ['a certificate ends tomorrow', { checks: ending('2026-12-21T00:00:00Z') }, { checks: 'bad' }],
  ]
  test.each(cases)('%s', (_, more, expected) => {
    expect(conditionsOf({ ...healthy, ...more }, now)).toMatchObject(expected)
  })
})
