import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { smtpMailer } from '../mail.smtp.ts'
import { openJournal, type Fate, type Journal } from './courier.journal.ts'
import { MailInHand, MailRefused, MailUnknown, type MailIdentity, type Mailer, type OutgoingMail } from './mailer.ts'

/**
 * Delivers mail through a process of its own, which goes on when this one is killed in the middle of a letter. Its journal
 * says afterwards what became of the letter, so that nobody sends it a second time on a guess (docs/decisions/0011).
 */

export interface CourierSetup {
  config: Parameters<typeof smtpMailer>[0]
  folder: string
  /** Milliseconds for one letter. */
  patience: number
}
export interface CourierAsk {
  mail: OutgoingMail
  identity: MailIdentity
}
export interface CourierReply {
  id: string
  fate: Fate
}

export interface CourierMailer extends Mailer {
  /** The outcome of a delivery is in the database: the journal may forget it. */
  writtenDown(id: string): Promise<void>
  /** Lets the process end, once it has nothing in hand. */
  stop(): void
}

const patience = 150_000
const lookEvery = 100

/** `folder` is the journal's; nobody else may use it at the same time but a courier that is about to end. */
export function courierMailer(config: CourierSetup['config'], folder: string): CourierMailer {
  const waiting = new Map<string, { resolve: (fate: Fate) => void; reject: (error: Error) => void }>()
  let journal: Promise<Journal> | undefined
  let courier: Promise<ChildProcess> | undefined

  const open = () =>
    (journal ??= openJournal(folder).catch((error: unknown) => {
      journal = undefined
      throw error
    }))

  function hire(): Promise<ChildProcess> {
    const child = fork(new URL('./courier.process.ts', import.meta.url), {
      // Out of reach of signals that are for the portal's terminal.
      detached: true,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const isOver = () => {
      if (courier === hired) courier = undefined
      for (const { reject } of waiting.values()) reject(new Error('the process that sends mail has ended'))
      waiting.clear()
    }
    const hired = new Promise<ChildProcess>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', () => reject(new Error('the process that sends mail does not start')))
      child.on('message', (message) => {
        if (message === 'ready') return resolve(child)
        const { id, fate } = message as CourierReply
        waiting.get(id)?.resolve(fate)
        waiting.delete(id)
      })
    })
    child.on('error', isOver)
    child.on('exit', isOver)
    child.send({ config, folder, patience } satisfies CourierSetup)
    // It is no reason to stay.
    child.unref()
    child.channel?.unref()
    return hired
  }

  async function hand(ask: CourierAsk, signal: AbortSignal): Promise<Fate> {
    const child = await (courier ??= hire())
    signal.throwIfAborted()
    const { id } = ask.mail
    return new Promise((resolve, reject) => {
      // It goes on all the same; the next attempt finds in the journal how it went.
      const onAbort = () => {
        waiting.delete(id)
        reject(new MailInHand())
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          signal.removeEventListener('abort', onAbort)
          settle(value)
        }
      waiting.set(id, { resolve: settled(resolve), reject: settled(reject) })
      child.send(ask, (error) => {
        if (!error) return
        waiting.get(id)?.reject(error)
        waiting.delete(id)
      })
    })
  }

  return {
    async deliver(mail, identity, signal) {
      const book = await open()
      let fate = await book.read(mail.id)
      while (fate === 'in hand') {
        if (signal.aborted) throw new MailInHand()
        await sleep(lookEvery)
        fate = await book.read(mail.id)
        // Another attempt has written it down: the row says how it went.
        if (fate === undefined) throw new MailInHand()
      }
      // One that was abandoned may be out: it goes again under the same Message-ID, as does one of another machine's courier.
      if (fate === undefined || fate === 'abandoned' || fate.outcome === 'failed')
        fate = await hand({ mail, identity }, signal)
      if (fate.outcome === 'taken') return
      const cause = new Error(fate.reason)
      if (fate.outcome === 'refused') throw new MailRefused(cause)
      if (fate.outcome === 'unknown') throw new MailUnknown(cause)
      throw cause
    },
    async writtenDown(id) {
      const book = await open()
      await book.forget(id)
    },
    stop() {
      void courier?.then(
        (child) => {
          if (child.connected) child.disconnect()
        },
        () => undefined,
      )
    },
  }
}
