/** Providers of free mail. Mail in their names from elsewhere is refused by receivers, so it comes from no-reply. */
const providers = ['gmail', 'yahoo', 'hotmail', 'aol', 'msn', 'rediffmail', 'live', 'outlook']

/** Whether an address belongs to a provider of free mail, under whichever top-level domain. */
export function isWebmail(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return providers.includes(domain.split('.')[0] ?? '')
}
