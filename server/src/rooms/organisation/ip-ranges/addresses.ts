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

/** Addresses that no visitor from outside can have: private networks, this machine, and what is reserved. */
const notPublic: readonly Range[] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['224.0.0.0', '255.255.255.255'],
].map(([from, to]) => ({ from: numberOf(from!), to: numberOf(to!) }))

/** Returns whether any address of a range is not public. */
export const hasPrivate = ({ from, to }: Range): boolean => notPublic.some((one) => from <= one.to && to >= one.from)
