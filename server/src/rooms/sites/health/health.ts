import type * as contract from '@cutaway/contract/rooms/sites/health.ts'
import type { Condition, Health } from '@cutaway/contract/rooms/sites/health.ts'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { secondsAfter } from '../../../core/clock.ts'
import type { Handlers } from '../../../core/http/endpoints.ts'
import type { Services } from '../../../core/services.ts'
import { lookUp } from './checks.ts'
import * as queries from './health.queries.ts'

/** The condition of the installation: what an operator looks at in the morning. */

const day = 24 * 3600
/** A node marks itself every 20 seconds. */
const aliveSeconds = 60
/** A backup a day, with some time to write it. */
const backupSeconds = 26 * 3600

type HealthServices = Pick<Services, 'config' | 'database' | 'sites' | 'clock'>

/** Reads the condition from the database and the disk. Looks up nothing outside. */
export async function readHealth({ config, database, sites, clock }: HealthServices): Promise<Health> {
  const { system } = database
  const now = clock.now()
  const since = secondsAfter(now, -day)
  const [found, queues, deliveries, facts, backup, payments, checks, disk] = await Promise.all([
    queries.findNodes(system),
    queries.findQueues(system),
    queries.countDeliveries(system, since),
    queries.readDatabaseFacts(system),
    queries.findLastBackup(system),
    queries.countPayments(system, now),
    queries.findChecks(system),
    statfs(resolve(config.dataDir)),
  ])
  const nodes = found.map(({ node, version, started_at, last_seen_at }) => ({
    node,
    version,
    started_at: started_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    is_alive: last_seen_at > secondsAfter(now, -aliveSeconds),
  }))
  const health = {
    at: now.toISOString(),
    nodes,
    queues,
    deliveries,
    database: { engine: database.engine.kind, version: facts.version, bytes: Math.round(facts.bytes) },
    disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
    backup: {
      made_at: backup?.made_at.toISOString() ?? null,
      rows: backup?.row_count ?? null,
      is_late: backup === undefined || backup.made_at < secondsAfter(now, -backupSeconds),
    },
    payments: { open: payments.open, oldest_at: payments.oldest_at?.toISOString() ?? null },
    checks: checks
      .map(({ kind, name, web_site_id, checked_at, valid_to, problem }) => ({
        kind,
        name,
        site_name: sites.byId(web_site_id)?.name ?? '',
        checked_at: checked_at.toISOString(),
        valid_to: valid_to?.toISOString() ?? null,
        problem,
      }))
      .toSorted((a, b) => urgency(b, now) - urgency(a, now) || a.name.localeCompare(b.name)),
  }
  return { ...health, conditions: conditionsOf(health, now) }
}

type Check = Health['checks'][number]
const soonSeconds = 21 * day
const urgentSeconds = 7 * day

/** Returns 2 for a problem or a certificate that ends within a week, 1 for one that ends within three weeks, else 0. */
function urgency({ problem, valid_to }: Check, now: Date): 0 | 1 | 2 {
  const left = valid_to === null ? Infinity : (Date.parse(valid_to) - now.getTime()) / 1000
  if (problem !== null || left < urgentSeconds) return 2
  return left < soonSeconds ? 1 : 0
}

const worst = (...conditions: Condition[]): Condition =>
  conditions.includes('bad') ? 'bad' : conditions.includes('look') ? 'look' : 'good'
const above = (value: number, look: number, bad: number): Condition =>
  value > bad ? 'bad' : value > look ? 'look' : 'good'

/** Returns how urgent each part is. */
export function conditionsOf(health: Omit<Health, 'conditions'>, now: Date): Health['conditions'] {
  const { nodes, queues, deliveries, disk, backup, payments, checks } = health
  const alive = nodes.filter((node) => node.is_alive)
  const hasDead = nodes.some((node) => !node.is_alive)
  const versions = new Set(alive.map((node) => node.version))
  return {
    nodes: alive.length === 0 ? 'bad' : hasDead || versions.size > 1 ? 'look' : 'good',
    queues: worst(...queues.map((q) => worst(above(q.oldest ?? 0, 300, 3600), above(q.failed, 0, 100)))),
    deliveries: worst(
      ...deliveries.map((d) => {
        const ended = d.sent + d.delivered + d.failed
        const failing = ended < 20 ? 0 : d.failed / ended
        return worst(above(d.oldest ?? 0, 900, 3600), above(d.outcome_unknown, 0, 20), above(failing, 0.05, 0.2))
      }),
    ),
    disk: above(1 - disk.free / disk.total, 0.85, 0.95),
    backup: backup.is_late ? 'look' : 'good',
    payments: above(payments.open, 0, 20),
    checks: (['good', 'look', 'bad'] as const)[Math.max(0, ...checks.map((check) => urgency(check, now)))]!,
  }
}

export const health: Handlers<typeof contract> = {
  getHealth: ({ services }) => readHealth(services),
  checkNow: async ({ services }) => {
    await lookUp(services)
    return readHealth(services)
  },
}
