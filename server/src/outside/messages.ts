import type { Language } from '@cutaway/contract/rooms/sites/sites.ts'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { secondsAfter } from '../core/clock.ts'
import type { Db } from '../core/db/database.ts'
import type { Attempt, Jobs } from '../core/jobs/jobs.ts'
import { countMessage } from '../core/observability/metrics.ts'
import type { Services } from '../core/services.ts'
import type { Site } from '../core/tenancy.ts'
import type { MessageHooks } from './messages.hooks.ts'
import { keepInOutbox } from './messages.outbox.ts'
import { twilioMessages } from './messages.twilio.ts'
import {
  beginAgain,
  beginAttempt,
  endAttempt,
  findLeft,
  markSent,
  notOfOthers,
  type Begun,
  type MessageKey,
  type Outcome,
} from './messages/messages.queries.ts'
import type { MessageProvider } from './messages/provider.ts'

/**
 * Text messages. A message is a row of the change that causes it, like a mail; a job hands it over afterwards. The row's
 * state says what became of it. A provider does not know a message that comes a second time, so where it is not certain
 * what became of an attempt, the provider is asked before another one, and what cannot be known is not sent again.
 */

export interface Message {
  kind: 'sms' | 'mms'
  /** E.164. */
  to: string
  body: string
  /** Absolute address of a picture; MMS only. */
  mediaUrl?: string
  /** Parts in which the text travels; 1 for MMS. */
  segments: number
  language: Language
}

const deliverJob = 'message.deliver'
const sweepJob = 'message.sweep'

/** Writes a message into the transaction of `db` and orders its delivery there. Answers the id of the message. */
export async function queueMessage(db: Db, jobs: Pick<Jobs, 'enqueue'>, site: Site, message: Message): Promise<string> {
  const id = randomUUID()
  if (!/^\+[1-9]\d{6,14}$/.test(message.to)) throw new Error('the number of a text message is not in E.164')
  if ((message.kind === 'mms') !== (message.mediaUrl !== undefined))
    throw new Error('a picture belongs to an MMS, and to nothing else')
  await db
    .insertInto('messages')
    .values({
      web_site_id: site.web_site_id,
      message_id: id,
      kind: message.kind,
      to_number: message.to,
      body: message.body,
      media_url: message.mediaUrl ?? null,
      segments: message.segments,
      language_code: message.language.language_code,
    })
    .execute()
  await jobs.enqueue(db, deliverJob, { web_site_id: site.web_site_id, message_id: id }, { singletonKey: id })
  return id
}

const DeliverData = z.object({ web_site_id: z.number(), message_id: z.string() })

export interface Patience {
  retries: number
  /** Seconds before the first retry; each further one waits about twice as long. */
  retryDelay: number
  /** Seconds after which a message that the provider does not show has not arrived there. */
  settle: number
}

type MessageServices = Pick<Services, 'config' | 'database' | 'sites' | 'jobs' | 'clock' | 'log'>
type Hooks = Pick<MessageHooks, 'optedOut'>

/** Names the jobs of text messages. Before the jobs start. What failed for now is tried again for about three hours. */
export function registerMessages(
  services: MessageServices,
  hooks: Hooks,
  { settle, ...patience }: Patience = { retries: 8, retryDelay: 30, settle: 20 },
): void {
  const { config, jobs } = services
  const { messages } = config
  const provider = messages.kind === 'twilio' ? twilioMessages({ ...config, messages }) : undefined
  jobs.define(deliverJob, { data: DeliverData, concurrency: 3, timeout: 180, ...patience }, (key, attempt) =>
    provider ? deliver(services, hooks, provider, key, attempt, settle) : keepInOutbox(services, key),
  )
  jobs.every(sweepJob, 3600, () => orderLeftMessages(services))
}

/** Orders the delivery of messages that wait without a job, as orderLeftMails does for mails. */
export async function orderLeftMessages({
  database,
  jobs,
  clock,
}: Pick<Services, 'database' | 'jobs' | 'clock'>): Promise<void> {
  const left = await findLeft(database.system, deliverJob, secondsAfter(clock.now(), -60))
  for (const key of left) await jobs.enqueue(database.system, deliverJob, key, { singletonKey: key.message_id })
}

async function deliver(
  services: MessageServices,
  hooks: Hooks,
  provider: MessageProvider,
  key: MessageKey,
  attempt: Attempt,
  settle: number,
): Promise<void> {
  const { database, sites, clock, log } = services
  const inTenant = <R>(work: (db: Db) => Promise<R>) => database.inTenant(key.web_site_id, work, { lane: 'background' })
  const begun = await inTenant((db) => beginAttempt(db, key, clock.now()))
  if (!begun) return
  let number: number | undefined = begun.attempt
  const ended = (state: Outcome['state'], last_error: string, error_code: string | null = null): Outcome => ({
    state,
    last_error,
    error_code,
    given_up_at: state === 'failed' || state === 'unknown' ? clock.now() : null,
  })
  const end = (outcome: Outcome) => inTenant((db) => endAttempt(db, key, number ?? begun.attempt, outcome))
  const giveUp = async (reason: string) => {
    await end(ended('unknown', reason))
    countMessage('unknown')
    log.warn({ message: key.message_id, reason }, 'nobody knows whether a text message went out')
  }

  if (begun.leftSince !== null) {
    const isOver = clock.now() >= secondsAfter(begun.leftSince, settle)
    const known = await whereabouts(provider, begun, attempt, (ids) => inTenant((db) => notOfOthers(db, key, ids)))
    if (known.at === 'provider') {
      await inTenant((db) => markSent(db, key, known.providerId, clock.now()))
      countMessage('sent')
      return
    }
    if (known.at === 'unknown' || (!isOver && attempt.last)) {
      await giveUp(known.at === 'unknown' ? known.reason : 'the provider does not show it yet')
      return
    }
    if (!isOver) throw new Error('the provider does not show the message yet')
    number = await inTenant((db) => beginAgain(db, key, begun.attempt, clock.now()))
    if (number === undefined) return
  }

  const handover = await provider.send(begun.message, attempt.signal)
  if (handover.outcome === 'taken') {
    await inTenant((db) => markSent(db, key, handover.providerId, clock.now()))
    countMessage('sent')
    return
  }
  const { outcome, reason, code } = handover
  if (outcome === 'refused' || (outcome === 'later' && attempt.last)) {
    const site = provider.isOptOut(code) ? sites.byId(key.web_site_id) : undefined
    await inTenant(async (db) => {
      await endAttempt(db, key, number ?? begun.attempt, ended('failed', reason, code))
      if (site) await hooks.optedOut(db, site, begun.message.to, reason)
    })
    countMessage('failed')
    log.warn({ message: key.message_id, reason }, 'a text message was not taken')
    return
  }
  if (outcome === 'unclear' && attempt.last) return giveUp(reason)
  // 'sending' stays with what is unclear: the next attempt asks the provider first.
  await end(ended(outcome === 'later' ? 'waiting' : 'sending', reason, code))
  countMessage('retried')
  throw new Error(reason)
}

type Whereabouts = { at: 'provider'; providerId: string } | { at: 'house' } | { at: 'unknown'; reason: string }

/** Where a message is that an earlier attempt left. Throws while the provider cannot be asked but there is time to ask again. */
async function whereabouts(
  provider: MessageProvider,
  { message }: Begun,
  attempt: Attempt,
  notOfOtherRows: (providerIds: string[]) => Promise<string[]>,
): Promise<Whereabouts> {
  try {
    const search = await provider.find(message, attempt.signal)
    if (search.found === 'unclear') return { at: 'unknown', reason: 'there are too many messages to look through' }
    const [providerId] = search.found === 'some' ? await notOfOtherRows(search.providerIds) : []
    return providerId === undefined ? { at: 'house' } : { at: 'provider', providerId }
  } catch (error) {
    if (!attempt.last) throw error
    return { at: 'unknown', reason: `the provider could not be asked: ${String(error)}`.slice(0, 500) }
  }
}
