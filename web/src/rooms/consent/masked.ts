/**
 * Returns an address or a number so that its owner recognises it and others cannot read it: 'm•••s@mailbox.example',
 * '•••0142'.
 */
export function masked(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return `•••${address.slice(-4)}`
  const letters = Array.from(address.slice(0, at))
  const last = letters.length > 2 ? letters.at(-1)! : ''
  return `${letters[0] ?? ''}•••${last}${address.slice(at)}`
}
