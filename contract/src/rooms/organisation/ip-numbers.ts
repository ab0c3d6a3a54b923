/**
 * Ranges of IP addresses as numbers, for the server and the form. An IPv4 address is its number. Of IPv6 a number is a
 * network: the first half of its addresses, because a computer changes the second half every day. Networks
 * of the public internet (2000::/3) begin at 2^61, so the two kinds never meet, and each fits a bigint of the database.
 */

export interface IpRange {
  from: bigint
  to: bigint
}

const isNetwork = (number: bigint): boolean => number > 0xffff_ffffn
/** The longest and the shortest prefix of IPv6 that a range can name: one network, and those of a large provider. */
const longest = 64
const shortest = 32

/** Returns the number of an IPv4 address, or that of the network of an IPv6 address. The address has to be well-formed. */
export function ipNumberOf(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((number, part) => number * 256n + BigInt(part), 0n)
  const [head = '', tail = ''] = address.split('::')
  const [first, last] = [head, tail].map((text) => (text === '' ? [] : text.split(':'))) as [string[], string[]]
  const zeros = address.includes('::')
    ? Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
    : []
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .reduce((number, group) => number * 65_536n + BigInt(`0x${group}`), 0n)
}

/**
 * Returns whether the number of an address means that address alone: of IPv6 only those of the public internet have one. The
 * numbers of others are too large for the database, or those of IPv4 addresses.
 */
export const hasIpNumber = (address: string): boolean => !address.includes(':') || ipNumberOf(address) >> 61n === 1n

/** Returns how many networks a prefix has: '2a02:8388::/60' -> 16. An IPv4 address is one address. */
const sizeOf = (text: string): bigint => (text.includes('/') ? 1n << BigInt(longest - Number(text.split('/')[1])) : 1n)

/** Returns the first number of an address or a prefix. */
function firstOf(text: string): bigint {
  const number = ipNumberOf(text.split('/')[0]!)
  return number - (number % sizeOf(text))
}

/** Returns the range from one address or prefix to another, both whole. */
export const ipRangeOf = (from: string, to: string): IpRange => ({
  from: firstOf(from),
  to: firstOf(to) + sizeOf(to) - 1n,
})

/** Counts the addresses of a range, of IPv6 its networks; the first and the last are included. */
export const ipCountOf = ({ from, to }: IpRange): number => Number(to - from + 1n)

/** Returns whether both ends are of one kind, and a range of IPv6 is no larger than the shortest prefix. */
export const isOneKind = (range: IpRange): boolean =>
  isNetwork(range.from) === isNetwork(range.to) &&
  (!isNetwork(range.from) || ipCountOf(range) <= 2 ** (longest - shortest))

/** Returns whether a text is a prefix of IPv6 that a range can name: of the public internet, and of whole networks. */
export function isPrefix(text: string): boolean {
  const [, address = '', bits = ''] = /^([\da-f:]+)\/(\d{1,3})$/i.exec(text) ?? []
  if (!URL.canParse(`http://[${address}]`) || Number(bits) < shortest || Number(bits) > longest) return false
  return hasIpNumber(address)
}

function textOf(number: bigint, bits: number): string {
  if (!isNetwork(number)) return [24n, 16n, 8n, 0n].map((shift) => (number >> shift) & 255n).join('.')
  const groups = [48n, 32n, 16n, 0n].map((shift) => ((number >> shift) & 0xffffn).toString(16))
  return `${groups.join(':').replace(/(:0)+$/, '')}::/${bits}`
}

/** Returns both ends as texts: of IPv6 one prefix twice, if there is one that is the range. */
export function ipTextsOf({ from, to }: IpRange): [from: string, to: string] {
  const count = to - from + 1n
  const bits = longest - (count.toString(2).length - 1)
  const isWhole = isNetwork(from) && (count & (count - 1n)) === 0n && from % count === 0n && bits >= shortest
  return isWhole ? [textOf(from, bits), textOf(from, bits)] : [textOf(from, longest), textOf(to, longest)]
}
