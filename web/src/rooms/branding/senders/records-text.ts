import type { DomainRecord } from '@cutaway/contract/rooms/branding/domains.ts'

/** The records of a domain as text for the people who manage it. */

/** Returns the records that must still be published. */
export const wanted = (records: readonly DomainRecord[]): DomainRecord[] =>
  records.filter(({ value }) => value !== null)

/** A string in a zone file has at most this many characters; a name server joins several (RFC 1035, 3.3.14). */
const mostInString = 255

/** Returns a zone file with the given records. */
export function zoneFile(records: readonly DomainRecord[]): string {
  const lines = records.map(({ name, value }) => {
    const pieces = (value ?? '').match(new RegExp(`.{1,${mostInString}}`, 'g')) ?? []
    return `${name}. 3600 IN TXT ( ${pieces.map((piece) => `"${piece}"`).join(' ')} )`
  })
  return `${lines.join('\n')}\n`
}

/** Returns the URL of a new e-mail with the given records: the sender enters the recipient. */
export function mailOf(subject: string, words: string, records: readonly DomainRecord[]): string {
  const blocks = records.map(({ name, value }) => `${name}\nTXT\n${value}`)
  const body = [words, ...blocks].join('\n\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
