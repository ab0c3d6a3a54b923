import { isIPv4, isIPv6 } from 'node:net'

/** Maximum unsigned requests of the unsubscribe page from one address in an hour. New letters carry a signature. */
export const unsignedPerHour = 5

/** Roles up to this level see whole remote addresses in the consent ledger. */
const wholeAddressLevel = 3

/**
 * Returns a remote address as a role may see it: whole for levels 1 to 3, else only its network, '203.0.113.0/24' or
 * '2001:db8:1::/48'. Returns an empty string for anything that is not an IP address.
 */
export function shownRemoteAddress(address: string, level: number): string {
  if (level <= wholeAddressLevel) return address
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return ''
  const [before = '', after] = plain.split('::')
  const groups = before === '' ? [] : before.split(':')
  const rest = after ? after.split(':') : []
  const whole =
    after === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest]
  return `${whole
    .slice(0, 3)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/48`
}
