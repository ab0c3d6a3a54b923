import type { AuditEntry } from '@cutaway/contract/rooms/users/audit.ts'
import { textRooms } from '@cutaway/contract/boot.ts'
import { useEffect } from 'react'
import { loadTexts, useTexts } from '../../../core/i18n/i18n.ts'

/**
 * Loads the texts of every room if an entry was refused for a reason that the page has no text of. Any call of the portal
 * may have refused, and most pages of the log show no such entry.
 */
export function useRefusalTexts(outcomes: readonly string[]): void {
  const t = useTexts()
  const lacksOne = outcomes.some((key) => key !== 'ok' && t(key) === key)
  useEffect(() => {
    if (lacksOne) void loadTexts(textRooms)
  }, [lacksOne])
}

/** The names of people and things in the audit log. */
export function useNames() {
  const t = useTexts()
  return {
    /** A customer or a program has no account; an operator of another web site has no name here. */
    nameOf: (person: AuditEntry['who'], outcome = 'ok') =>
      person === null ? t(outcome === 'ok' ? 'nobody_signed_in' : 'audit_visitor') : person.name || t('audit_operator'),
    targetOf: ({ target }: Pick<AuditEntry, 'target'>) =>
      target === null
        ? ''
        : target.name ||
          t('audit_thing_number', { thing: t(`thing_${target.kind}`), number: `\u2068${target.id}\u2069` }),
  }
}
