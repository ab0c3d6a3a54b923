import { parseAddresses } from '@cutaway/contract/addresses.ts'
import { mostRecipients } from '@cutaway/contract/rooms/sharing/send.ts'

/** The entries with those of a text added, each once, at most as many as may be. Wrong ones stay, to be corrected. */
export function withTyped(
  recipients: readonly string[],
  typed: string,
): { recipients: readonly string[]; tooMany: boolean } {
  const known = new Set(recipients.map((one) => one.toLowerCase()))
  const { valid, invalid } = parseAddresses(typed)
  const added = [...valid, ...invalid].filter((one) => {
    const isNew = !known.has(one.toLowerCase())
    known.add(one.toLowerCase())
    return isNew
  })
  const all = [...recipients, ...added]
  return { recipients: all.slice(0, mostRecipients), tooMany: all.length > mostRecipients }
}
