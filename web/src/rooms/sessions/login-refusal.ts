import { blockMessages } from '@cutaway/contract/rooms/sessions.ts'

/** Decides what a refused login opens. Pure. */
export type Refused =
  { kind: 'box'; key: string } | { kind: 'blocked'; who: 'user' | 'address' } | { kind: 'subscription' }

/**
 * `key` is the message key of the refusal, `http` its status. A block opens a popup, an ended subscription a prompt,
 * everything else the box above the fields. The number of remaining attempts is never shown.
 */
export function loginRefusal(key: string): Refused {
  if ((blockMessages as readonly string[]).includes(key))
    return { kind: 'blocked', who: key === 'you_are_blocked_for_1_hour' ? 'user' : 'address' }
  if (key === 'purchase_subscription') return { kind: 'subscription' }
  return { kind: 'box', key }
}

/** Returns the account's name or address for the password reset: users type either into one field. */
export const accountBy = (typed: string): { email: string } | { username: string } => {
  const text = typed.trim()
  return text.includes('@') ? { email: text } : { username: text }
}
