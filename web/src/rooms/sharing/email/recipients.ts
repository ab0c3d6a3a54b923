import { parseAddresses } from '@cutaway/contract/addresses.ts'
import { mostRecipients } from '@cutaway/contract/rooms/sharing/send.ts'

/** Adds the entries of a text, each once, up to the limit. Invalid ones stay for correction. */
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
