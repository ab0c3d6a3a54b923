import { z } from 'zod'
import { endpoint, may, notAudited } from '../../endpoint.ts'

/** The condition of the installation, as an operator looks at it in the morning. Metrics give the same figures. */

/** How urgent a part of the page is. */
export const Condition = z.enum(['good', 'look', 'bad'])
export type Condition = z.infer<typeof Condition>

/**
 * `missing`: the DNS has no such key · `unreachable`: no name server or host responds · `not_trusted`: browsers refuse
 * the certificate · `expired`: it has ended.
 */
export const CheckProblem = z.enum(['missing', 'unreachable', 'not_trusted', 'expired'])
export type CheckProblem = z.infer<typeof CheckProblem>

export const Health = z.object({
  at: z.string(),
  nodes: z.array(
    z.object({
      node: z.string(),
      version: z.string(),
      started_at: z.string(),
      last_seen_at: z.string(),
      /** Seen within the last minute. */
      is_alive: z.boolean(),
    }),
  ),
  queues: z.array(
    z.object({
      name: z.string(),
      waiting: z.int(),
      active: z.int(),
      /** Gave up within the last 24 hours. */
      failed: z.int(),
      /** Seconds for which the oldest job that is due has been waiting; null: none waits. */
      oldest: z.int().nullable(),
    }),
  ),
  /** Mails and text messages of the last 24 hours. */
  deliveries: z.array(
    z.object({
      channel: z.enum(['mail', 'text']),
      pending: z.int(),
      sent: z.int(),
      delivered: z.int(),
      failed: z.int(),
      outcome_unknown: z.int(),
      /** Seconds since the oldest pending one was queued, of any age; null: none. */
      oldest: z.int().nullable(),
      failures: z.array(z.object({ reason: z.string(), count: z.int() })),
    }),
  ),
  database: z.object({ engine: z.enum(['embedded', 'server']), version: z.string(), bytes: z.int() }),
  /** Of the data folder's disk. */
  disk: z.object({ free: z.int(), total: z.int() }),
  backup: z.object({
    /** The last complete backup; null: none is known. */
    made_at: z.string().nullable(),
    rows: z.int().nullable(),
    is_late: z.boolean(),
  }),
  /** Payments that need a person, of all web sites: differences from the providers' lists, and paid orders undelivered. */
  payments: z.object({
    open: z.int(),
    /** Since when the oldest of them waits; null: none does. */
    oldest_at: z.string().nullable(),
  }),
  /** Keys of mail domains in the DNS, and certificates of web sites that are served over TLS. */
  checks: z.array(
    z.object({
      kind: z.enum(['certificate', 'mail_key']),
      /** A host, or the DNS name of the key. */
      name: z.string(),
      site_name: z.string(),
      /** Null: not checked yet. */
      checked_at: z.string().nullable(),
      valid_to: z.string().nullable(),
      problem: CheckProblem.nullable(),
    }),
  ),
  conditions: z.object({
    nodes: Condition,
    queues: Condition,
    deliveries: Condition,
    disk: Condition,
    backup: Condition,
    payments: Condition,
    checks: Condition,
  }),
})
export type Health = z.infer<typeof Health>

export const getHealth = endpoint({
  method: 'GET',
  path: '/getHealth',
  who: may('operate_portal'),
  limit: { max: 60 },
  summary:
    'Returns nodes, queues, deliveries, database, disk, backups, payments that need a person, mail domains and certificates.',
  reply: Health,
})

export const checkNow = endpoint({
  method: 'POST',
  path: '/checkNow',
  who: may('operate_portal'),
  audit: notAudited('looks up public records'),
  limit: { max: 20 },
  summary: 'Looks up the keys of mail domains and the certificates now, and returns the same as getHealth.',
  reply: Health,
})
