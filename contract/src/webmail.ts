/** Providers whose mail only their own servers may send: a letter of ours in their name would be thrown away. */
const providers = new Set(['gmail', 'yahoo', 'hotmail', 'aol', 'msn', 'rediffmail', 'live', 'outlook'])

/**
 * Whether an address belongs to a free-mail provider, under any top-level domain (yahoo.com, yahoo.co.uk). Mail of its
 * owner comes from the web site's own address, and answers go to the owner.
 */
export function isWebmail(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .split('.')
  const [name = '', ...ending] = labels
  // yahoo.com and yahoo.co.uk, not yahoo.dealer.com: behind the name stand one or two short labels.
  const isEnding = ending.length === 1 || (ending.length === 2 && ending.every((label) => label.length <= 3))
  return isEnding && providers.has(name)
}
