import { contract } from '@cutaway/contract'
import { pino } from 'pino'
import { expect } from 'vitest'
import { demoPassword } from '../../../../demo/people.ts'
import { solvedCaptcha } from '../../testing/captcha.ts'
import type { Person, World } from '../../testing/world.ts'

/** Shared helpers for the tests of this room. */

export { demoPassword }

/** Returns the body of a refusal with this key. */
export const refusal = (key: string) => ({ status: 0, message: key, data: null })

/** Browsers whose login form shows the captcha. */
const withPuzzle = new WeakSet<Person['cookies']>()

/** Logs in as the form does: after the server has requested a captcha, each attempt carries a solved one. */
export async function logInByForm(person: Person, username: string, password?: string) {
  if (!withPuzzle.has(person.cookies)) {
    const answer = await person.logIn(username, password)
    if (answer.message !== 'captcha_required') return answer
    withPuzzle.add(person.cookies)
  }
  return person.logIn(username, password, { captcha: await solvedCaptcha(person) })
}

/** Records everything that the application logs from now on, at every level. */
export function recordLog({ running }: World): { text: () => string; end: () => void } {
  const { log } = running.services
  const lines: string[] = []
  const { level } = log
  const stream = pino.symbols.streamSym
  const before: unknown = Reflect.get(log, stream)
  Reflect.set(log, stream, { write: (line: string) => lines.push(line) })
  log.level = 'trace'
  return {
    text: () => lines.join(''),
    end: () => {
      Reflect.set(log, stream, before)
      log.level = level
    },
  }
}

/** Waits until `count` mails were sent to an address and returns them, oldest first. */
export async function mailsTo(person: Person, address: string, count = 1) {
  let found: { id: string; to: string; subject: string; language_code: string }[] = []
  const look = async () => {
    const all = await person.call(contract.messaging.getOutbox)
    found = all.filter((m) => m.to === address).toReversed()
    return found.length
  }
  await expect.poll(look, { interval: 50 }).toBeGreaterThanOrEqual(count)
  const one = (id: string) => person.call(contract.messaging.getOutboxMail, { params: { id } })
  const whole = await Promise.all(found.map(async (m) => ({ ...(await one(m.id)), language_code: m.language_code })))
  return whole
}

/** Returns the password reset link in a mail, and its token. */
export function linkIn(mail: { text: string; html: string }): { href: string; token: string } {
  const found = /https?:\/\/\S+\/forgot_password\/([A-Za-z0-9_-]{43})/.exec(mail.text)
  if (!found?.[1]) throw new Error(`no link in the mail: ${mail.text}`)
  expect(mail.html).toContain(found[0])
  return { href: found[0], token: found[1] }
}

/** Requests a reset link and reads the mail. */
export async function forgot(person: Person, username: string, address: string, count = 1) {
  const answer = await person.send(contract.sessions.forgotPassword, { body: { username } })
  expect(answer).toMatchObject({ status: 1, message: 'password_mail_on_its_way', data: null })
  const mails = await mailsTo(person, address, count)
  return linkIn(mails.at(-1)!)
}

/**
 * Asserts that two operations take the same time within half. Compares the fastest of many tries, because other load on
 * the machine only adds time. A busy machine gets more rounds; a real difference persists in all of them.
 */
export async function expectSameTime(
  things: { tries: number; rounds: number },
  one: (i: number) => Promise<unknown>,
  other: (i: number) => Promise<unknown>,
): Promise<void> {
  const fastest: [number, number] = [Infinity, Infinity]
  const isClose = () => Math.max(...fastest) / Math.min(...fastest) < 1.5
  for (let round = 0; round < things.rounds && !isClose(); round += 1)
    for (let i = 0; i < things.tries; i += 1)
      for (const which of i % 2 ? ([0, 1] as const) : ([1, 0] as const)) {
        const start = performance.now()
        await (which ? other(i) : one(i))
        fastest[which] = Math.min(fastest[which], performance.now() - start)
      }
  expect(isClose(), `${fastest[0]} ms and ${fastest[1]} ms`).toBe(true)
}
