import { contract } from '@cutaway/contract'
import type { Person, World } from '../../testing/world.ts'

/** Shared helpers for the tests of this room. */

/** Returns the codes that were sent to an address or a number, oldest first. */
export async function codesTo({ database: { system } }: World, address: string): Promise<string[]> {
  const mails = await system
    .selectFrom('mails')
    .select(['subject as text', 'created_at'])
    .where('to_address', '=', address)
    .execute()
  const messages = await system
    .selectFrom('messages')
    .select(['body as text', 'created_at'])
    .where('to_number', '=', address)
    .execute()
  return [...mails, ...messages]
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
}

/** Returns the newest mail to an address, once there are `count` of them; an empty one if there is none. */
export async function mailTo({ database: { system } }: World, address: string, count = 1) {
  const mails = await system
    .selectFrom('mails')
    .select(['subject', 'text'])
    .where('to_address', '=', address)
    .orderBy('created_at')
    .execute()
  if (count > 1 && mails.length !== count) throw new Error(`${mails.length} mails to ${address} instead of ${count}`)
  return mails.at(-1) ?? { subject: '', text: '' }
}

/** Chooses a password by the link of the newest mail. */
export async function choosePassword(w: World, person: Person, address: string, password: string): Promise<void> {
  const { text } = await mailTo(w, address)
  const [, token = ''] = /reset_password\/([\w-]{43})/.exec(text) ?? []
  await person.call(contract.sessions.forgetPasswordUpdate, { body: { token, password } })
}
