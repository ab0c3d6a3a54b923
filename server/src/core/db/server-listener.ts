import pg from 'pg'
import type { Engine, NoticeSubscriber } from './engine.ts'
import { DatabaseGone } from '../http/errors.ts'
import type { Log } from '../observability/log.ts'

/**
 * LISTEN on a PostgreSQL server, over a dedicated connection. If the connection breaks, it is reopened with increasing
 * waits, and subscribers are told that notices may have been lost.
 */

const connectTimeout = 5_000
/** Milliseconds between two checks of the connection: a silent failure is detected only by a check. */
const checkEvery = 10_000
const checkTimeout = 5_000
const firstWait = 100
const longestWait = 5_000

export const listenerName = 'cutaway notices'

export function serverListener({ url, log }: { url: string; log: Log }): Pick<Engine, 'listen' | 'close'> {
  const channels = new Map<string, Set<NoticeSubscriber>>()
  let client: pg.Client | undefined
  let opening: Promise<void> | undefined
  let check: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let wait = firstWait
  let closed = false

  async function open() {
    const opened = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeout,
      keepAlive: true,
      query_timeout: checkTimeout,
      application_name: listenerName,
    })
    let broken = false
    const breakOff = (reason?: unknown) => {
      if (broken) return
      broken = true
      void opened.end().catch(() => undefined)
      if (client === opened) reconnect(reason)
    }
    opened.on('error', breakOff)
    opened.on('end', () => breakOff())
    opened.on('notification', ({ channel, payload = '' }) => {
      for (const { notice } of channels.get(channel) ?? []) notice(payload)
    })
    try {
      await opened.connect()
      for (const channel of channels.keys()) await opened.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      breakOff()
      throw new DatabaseGone(error)
    }
    if (closed) return breakOff()
    client = opened
    wait = firstWait
    check = setInterval(() => opened.query('select 1').catch(breakOff), checkEvery).unref()
  }

  function reconnect(reason: unknown) {
    clearInterval(check)
    client = undefined
    if (closed) return
    log.warn({ err: reason }, 'the connection for notices broke')
    attempt()
  }

  /** Retries after a wait that doubles. Part of the wait is random, so that nodes do not reconnect all at once. */
  function attempt() {
    retry = setTimeout(
      () => {
        opening = open().then(
          () => {
            if (!closed) log.info('notices arrive again')
            for (const subscribers of channels.values()) for (const { lost } of subscribers) lost()
          },
          () => {
            if (!closed) attempt()
          },
        )
      },
      wait * (0.5 + Math.random() / 2),
    ).unref()
    wait = Math.min(wait * 2, longestWait)
  }

  return {
    async listen(channel, subscriber) {
      const known = channels.get(channel)
      const subscribers = known ?? new Set()
      channels.set(channel, subscribers.add(subscriber))
      const isConnected = opening !== undefined
      opening ??= open()
      await opening
      // A new connection subscribes to all channels by itself.
      if (isConnected && !known) await client?.query(`listen ${pg.escapeIdentifier(channel)}`)
      return () => void subscribers.delete(subscriber)
    },
    async close() {
      closed = true
      clearInterval(check)
      clearTimeout(retry)
      await opening?.catch(() => undefined)
      await client?.end().catch(() => undefined)
    },
  }
}
