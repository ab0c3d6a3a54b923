import type { Condition, Health } from '@cutaway/contract/rooms/sites/health.ts'
import type { FastifyInstance } from 'fastify'
import { addGauge } from '../../../core/observability/metrics.ts'
import type { Services } from '../../../core/services.ts'
import { readHealth } from './health.ts'

/** Gives monitoring the figures of the health page. */

/** Seconds for which the figures are kept: one scrape reads all gauges. */
const keptSeconds = 10

type Set = (labels: Record<string, string>, value: number) => void
type Gauge = [name: string, help: string, labels: readonly string[], fill: (health: Health, set: Set) => void]

const secondsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000
const urgencies: readonly Condition[] = ['good', 'look', 'bad']

const gauges: readonly Gauge[] = [
  [
    'nodes_alive',
    'Processes of the portal that run.',
    [],
    ({ nodes }, set) => set({}, nodes.filter((node) => node.is_alive).length),
  ],
  [
    'nodes_versions',
    'Versions of the portal that run; more than 1 outside of an update is a mistake.',
    [],
    ({ nodes }, set) => set({}, new Set(nodes.filter((node) => node.is_alive).map((node) => node.version)).size),
  ],
  ['payments_open', 'Payments that need a person.', [], ({ payments }, set) => set({}, payments.open)],
  [
    'payments_oldest_seconds',
    'How long the oldest payment that needs a person has been waiting; absent without one.',
    [],
    ({ at, payments: { oldest_at } }, set) => {
      if (oldest_at !== null) set({}, secondsBetween(oldest_at, at))
    },
  ],
  [
    'jobs',
    'Jobs by queue and state; failed: within 24 hours.',
    ['queue', 'state'],
    ({ queues }, set) => {
      for (const { name, waiting, active, failed } of queues)
        for (const [state, count] of Object.entries({ waiting, active, failed })) set({ queue: name, state }, count)
    },
  ],
  [
    'jobs_oldest_seconds',
    'How long the oldest due job has been waiting.',
    ['queue'],
    ({ queues }, set) => queues.forEach(({ name, oldest }) => set({ queue: name }, oldest ?? 0)),
  ],
  [
    'deliveries_day',
    'Mails and text messages of the last 24 hours.',
    ['channel', 'state'],
    ({ deliveries }, set) => {
      for (const { channel, oldest: _, failures: __, ...states } of deliveries)
        for (const [state, count] of Object.entries(states)) set({ channel, state }, count)
    },
  ],
  [
    'deliveries_oldest_seconds',
    'How long the oldest pending mail or text message has been waiting, of any age.',
    ['channel'],
    ({ deliveries }, set) => deliveries.forEach(({ channel, oldest }) => set({ channel }, oldest ?? 0)),
  ],
  [
    'deliveries_failed_day',
    'Failures of the last 24 hours by reason.',
    ['channel', 'reason'],
    ({ deliveries }, set) => {
      for (const { channel, failures } of deliveries)
        for (const { reason, count } of failures) set({ channel, reason }, count)
    },
  ],
  ['database_bytes', 'Size of the database.', [], ({ database }, set) => set({}, database.bytes)],
  ['disk_free_bytes', 'Free space on the disk of the data folder.', [], ({ disk }, set) => set({}, disk.free)],
  ['disk_total_bytes', 'Size of the disk of the data folder.', [], ({ disk }, set) => set({}, disk.total)],
  [
    'backup_age_seconds',
    'Time since the last backup; absent without one.',
    [],
    ({ at, backup: { made_at } }, set) => {
      if (made_at !== null) set({}, secondsBetween(made_at, at))
    },
  ],
  [
    'backup_rows',
    'Rows in the last backup; absent without one.',
    [],
    ({ backup: { rows } }, set) => {
      if (rows !== null) set({}, rows)
    },
  ],
  [
    'outside_check_problem',
    'Certificates and mail keys: 1 with a problem.',
    ['kind', 'name'],
    ({ checks }, set) => checks.forEach(({ kind, name, problem }) => set({ kind, name }, problem === null ? 0 : 1)),
  ],
  [
    'certificate_seconds_left',
    'Time until a certificate ends; negative when it has ended.',
    ['name'],
    ({ at, checks }, set) => {
      for (const { name, valid_to } of checks) if (valid_to !== null) set({ name }, secondsBetween(at, valid_to))
    },
  ],
  [
    'health_condition',
    'How urgent each part of the health page is: 0 good, 1 needs a look, 2 bad.',
    ['part'],
    ({ conditions }, set) => {
      for (const [part, condition] of Object.entries(conditions)) set({ part }, urgencies.indexOf(condition))
    },
  ],
]

/** Registers the gauges until the application closes. Without a database they are absent, and the others remain. */
export function registerHealthMetrics(app: FastifyInstance, services: Services): void {
  let kept: { until: number; health: Promise<Health | undefined> } | undefined
  const read = () => {
    const now = Date.now()
    if (kept && kept.until > now) return kept.health
    const health = readHealth(services).catch((error: unknown) => {
      services.log.warn({ err: error }, 'the figures of the health page could not be read')
      return undefined
    })
    kept = { until: now + keptSeconds * 1000, health }
    return health
  }
  const removers = gauges.map(([name, help, labels, fill]) =>
    addGauge(name, help, labels, async (set) => {
      const found = await read()
      if (found) fill(found, set)
    }),
  )
  app.addHook('onClose', async () => removers.forEach((remove) => remove()))
}
