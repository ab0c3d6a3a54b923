import { blockMessages } from '@cutaway/contract/rooms/sessions.ts'

/** What a refused login opens. Pure. */
export type Refused =
  { kind: 'box'; key: string } | { kind: 'blocked'; who: 'user' | 'address' } | { kind: 'subscription' }

/**
 * `key` is the message key of the refusal, `http` the status that came with it. A block opens a popup, an ended
 * subscription a prompt, everything else the box above the fields. How many tries are left is never said.
 */
export function loginRefusal(key: string): Refused {
  if ((blockMessages as readonly string[]).includes(key))
    return { kind: 'blocked', who: key === 'you_are_blocked_for_1_hour' ? 'user' : 'address' }
  if (key === 'purchase_subscription') return { kind: 'subscription' }
  return { kind: 'box', key }
}

/** The forgotten-password call knows an account by its name or by its address; people type either into one field. */
export const accountBy = (typed: string): { email: string } | { username: string } => {
  const text = typed.trim()
  return text.includes('@') ? { email: text } : { username: text }
}
