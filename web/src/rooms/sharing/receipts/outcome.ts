import type { Outcome, SentRow } from '@cutaway/contract/rooms/sharing/receipts.ts'
import type { Translate } from '../../../core/i18n/texts.ts'
import type { TagKind } from '../../../ui/layout/Tag.tsx'

/** Maps the outcome of a send to an icon shape and a word. */

export const outcomeKind: Record<Outcome, TagKind> = {
  approved: 'green',
  asked_for_call: 'yellow',
  asked: 'yellow',
  not_now: 'plain',
  called: 'info',
  acted: 'info',
  watched: 'info',
  not_opened: 'plain',
  delayed: 'yellow',
  not_confirmed: 'yellow',
  not_delivered: 'red',
}

export function outcomeText(
  t: Translate,
  { outcome, views, asked, approved }: Pick<SentRow, 'outcome' | 'views' | 'asked' | 'approved'>,
): string {
  if (outcome === 'watched') return t('outcome_watched', { count: Math.max(1, views) })
  if (outcome === 'approved' && asked > 1) return t('outcome_approved_of', { count: approved, total: asked })
  return t(`outcome_${outcome}`)
}

/** "Disc brake and 2 more". */
export const filmsText = (t: Translate, films: SentRow['films']): string => {
  const name = films[0]?.part_name ?? ''
  return films.length > 1 ? t('film_and_more', { film: name, count: films.length - 1 }) : name
}

/** Returns the name of a recipient, else the number or the address. A forgotten customer has neither. */
export const recipientName = (t: Translate, { customer, to }: Pick<SentRow, 'customer' | 'to'>): string =>
  customer || to || t('forgotten_customer')
