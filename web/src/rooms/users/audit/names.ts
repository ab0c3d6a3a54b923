import type { AuditEntry } from '@cutaway/contract/rooms/users/audit.ts'
import { textRooms } from '@cutaway/contract/boot.ts'
import { useEffect } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { languageName, loadTexts, useTag, useTexts } from '../../../core/i18n/i18n.ts'
import type { Translate } from '../../../core/i18n/texts.ts'

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

/** Things of which a web site has one: their id is that of the web site. */
const theOnlyOne = new Set(['home_page', 'seller'])

const languageOf = (id: string) => languageName(Number(id)) ?? id

/** Returns the name of a thing whose id says what it is; empty for others. */
function nameOfId(
  { kind, id }: { kind: string; id: string },
  { t, tag }: { t: Translate; tag: (key: string) => string },
) {
  if (kind === 'role') return tag(`role_${id.split('/').at(-1)}`)
  if (kind === 'texts') return languageOf(id)
  if (kind === 'text') {
    const [language = '', key = ''] = id.split(' ')
    return t('audit_thing_in_language', { thing: isolated(key), language: languageOf(language) })
  }
  if (kind === 'legal_text') {
    const [text = '', language = ''] = id.split(' ')
    return t('audit_thing_in_language', { thing: t(`audit_legal_${text}`), language: languageOf(language) })
  }
  return ''
}

/** The names of people and things in the audit log. */
export function useNames() {
  const t = useTexts()
  const tag = useTag()
  return {
    /** A customer or a program has no account; an operator of another web site has no name here. */
    nameOf: (person: AuditEntry['who'], outcome = 'ok') =>
      person === null
        ? t(outcome === 'ok' ? 'audit_not_logged_in' : 'audit_visitor')
        : person.name || t('audit_operator'),
    targetOf: ({ target }: Pick<AuditEntry, 'target'>) => {
      if (target === null) return ''
      const thing = t(`thing_${target.kind}`)
      if (theOnlyOne.has(target.kind)) return thing
      const name = target.name || nameOfId(target, { t, tag })
      return name || t('audit_thing_number', { thing, number: isolated(target.id) })
    },
  }
}
