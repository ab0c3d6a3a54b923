import { smtpMailer } from '../mail.smtp.ts'
import type { CourierAsk, CourierReply, CourierSetup } from './courier.ts'
import { openJournal, touchedEvery, type Fate } from './courier.journal.ts'
import { MailRefused, MailUnknown } from './mailer.ts'

/**
 * The process that talks with mail servers. It belongs to the portal that started it; when that dies it finishes what it
 * has in hand, writes down what became of it, and ends.
 */

const hands = new Set<string>()
const setup = await new Promise<CourierSetup>((resolve) => {
  process.once('message', (message) => resolve(message as CourierSetup))
})
const journal = await openJournal(setup.folder)
const mailer = smtpMailer(setup.config)

async function carry({ mail, identity }: CourierAsk): Promise<Fate> {
  try {
    await mailer.deliver(mail, identity, AbortSignal.timeout(setup.patience))
    return { outcome: 'taken' }
  } catch (error) {
    const { message, cause } = error as Error
    if (error instanceof MailRefused) return { outcome: 'refused', reason: (cause as Error).message }
    if (error instanceof MailUnknown) return { outcome: 'unknown', reason: (cause as Error).message }
    return { outcome: 'failed', reason: message }
  }
}

async function take(ask: CourierAsk): Promise<void> {
  const { id } = ask.mail
  hands.add(id)
  const fate = await journal.begin(id).then(
    () => carry(ask),
    // Nothing leaves that is not in the journal.
    (error: Error): Fate => ({ outcome: 'failed', reason: error.message }),
  )
  // Where this fails, whoever asked still hears the outcome, if there is anybody.
  await journal.end(id, fate).catch(() => undefined)
  hands.delete(id)
  if (process.connected) process.send?.({ id, fate } satisfies CourierReply)
  else if (hands.size === 0) process.exit(0)
}

process.on('message', (message) => void take(message as CourierAsk))
process.on('disconnect', () => {
  if (hands.size === 0) process.exit(0)
})
setInterval(() => {
  for (const id of hands) journal.touch(id).catch(() => undefined)
}, touchedEvery).unref()
// Only now can it take something.
process.send?.('ready')
