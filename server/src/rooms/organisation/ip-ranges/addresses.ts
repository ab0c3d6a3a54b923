import { ipCountOf, ipNumberOf, type IpRange as Range } from '@cutaway/contract/rooms/organisation/ip-numbers.ts'
import { mostUndecided } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import { specialNetworks, specialNetworks6 } from '../../../core/public-addresses.ts'

/** Which ranges need a decision, and which cannot be those of a visitor. */

/** Returns whether a range is so large that the operator has to approve it. */
export const needsApproval = (range: Range): boolean => ipCountOf(range) > mostUndecided

/** Addresses that no visitor from outside can have; of IPv6 those in the part of the public internet. */
const notPublic: readonly Range[] = [
  ...specialNetworks.map(([network, bits]) => rangeAt(ipNumberOf(network), 32 - bits)),
  ...specialNetworks6
    .filter(([, bits]) => bits <= 64)
    .map(([network, bits]) => rangeAt(ipNumberOf(network), 64 - bits)),
]

function rangeAt(from: bigint, bits: number): Range {
  return { from, to: from + (1n << BigInt(bits)) - 1n }
}

/** Returns whether any address of a range is not public. */
export const hasPrivate = ({ from, to }: Range): boolean => notPublic.some((one) => from <= one.to && to >= one.from)
