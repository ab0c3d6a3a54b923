/** Counts the addresses of a range, the first and the last included; null if one is no IPv4 address or they are backwards. */
export function rangeCount(from: string, to: string): number | null {
  const [first, last] = [numberOf(from), numberOf(to)]
  return first === null || last === null || first > last ? null : last - first + 1
}

function numberOf(address: string): number | null {
  const parts = address.trim().split('.')
  if (parts.length !== 4 || parts.some((part) => !/^\d{1,3}$/.test(part) || Number(part) > 255)) return null
  return parts.reduce((number, part) => number * 256 + Number(part), 0)
}
