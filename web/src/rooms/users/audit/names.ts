import type { AuditEntry } from '@cutaway/contract/rooms/users/audit.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'

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
