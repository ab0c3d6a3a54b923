/** Providers whose mail only their own servers may send: receivers discard mail that we send in their name. */
const providers = new Set(['gmail', 'yahoo', 'hotmail', 'aol', 'msn', 'rediffmail', 'live', 'outlook'])

/**
 * Returns whether an address belongs to a free-mail provider, under any top-level domain (yahoo.com, yahoo.co.uk). Mail
 * of such a user is sent from the web site's own address, with the user's address as Reply-To.
 */
export function isWebmail(email: string): boolean {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .split('.')
  const [name = '', ...ending] = labels
  // yahoo.com and yahoo.co.uk, not yahoo.dealer.com: one or two short labels follow the name.
  const isEnding = ending.length === 1 || (ending.length === 2 && ending.every((label) => label.length <= 3))
  return isEnding && providers.has(name)
}
