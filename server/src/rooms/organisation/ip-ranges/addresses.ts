import { specialNetworks } from '../../../core/public-addresses.ts'
import { mostUndecided } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'

/** IPv4 addresses as numbers, and ranges of them. */

export interface Range {
  from: number
  to: number
}

export const numberOf = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0)

export const addressOf = (number: number): string =>
  [24, 16, 8, 0].map((bits) => Math.floor(number / 2 ** bits) % 256).join('.')

/** Counts the addresses of a range, the first and the last included. */
export const countOf = ({ from, to }: Range): number => to - from + 1

/** Returns whether a range is so large that the operator has to approve it. */
export const needsApproval = (range: Range): boolean => countOf(range) > mostUndecided

/** Addresses that no visitor from outside can have. */
const notPublic: readonly Range[] = specialNetworks.map(([network, bits]) => {
  const from = numberOf(network)
  return { from, to: from + 2 ** (32 - bits) - 1 }
})

/** Returns whether any address of a range is not public. */
export const hasPrivate = ({ from, to }: Range): boolean => notPublic.some((one) => from <= one.to && to >= one.from)
