import type { Thread, ThreadState } from '@cutaway/contract/rooms/conversations/threads.ts'
import { isolated } from '../../core/i18n/format.ts'
import type { Translate } from '../../core/i18n/texts.ts'
import type { TagKind } from '../../ui/layout/Tag.tsx'
import { outcomeKind, outcomeText } from '../sharing/receipts/outcome.ts'

/** Words for customers and the states of conversations. */

/** Returns the name of a customer; without one the number or the address. */
export const nameOf = (
  t: Translate,
  { name, address, phone_shown, email }: { name: string; address?: string; phone_shown?: string; email?: string },
): string => name || isolated(address || phone_shown || email || '') || t('customer_unknown')

const ownStates = { may_stop: 'yellow', unassigned: 'yellow', stopped: 'red', none: 'plain' } as const
const isOwn = (state: ThreadState): state is keyof typeof ownStates => state in ownStates

export const stateKind = (state: ThreadState): TagKind => (isOwn(state) ? ownStates[state] : outcomeKind[state])

/** Returns the state in words, with the sum of what was approved. */
export function stateText(
  t: Translate,
  { state, approved }: { state: ThreadState; approved: { total: number; currency: string } },
  money: (minor: number, currency?: string) => string,
): string {
  if (isOwn(state)) return t(`conversation_state_${state}`)
  if (state === 'approved' && approved.total > 0)
    return t('conversation_approved_sum', { sum: money(approved.total, approved.currency || undefined) })
  return outcomeText(t, { outcome: state, views: 1, asked: 0, approved: 0 })
}

/** Returns the last words of a conversation in one line, and who wrote them if it was the shop. */
export function lastWords(t: Translate, { last, last_film }: Pick<Thread, 'last' | 'last_film'>) {
  const isOurs = last !== null && last.from !== 'customer'
  return {
    writer: isOurs ? t('conversation_you', { text: '' }).trim() : '',
    words: last ? last.text : (last_film ?? ''),
  }
}
