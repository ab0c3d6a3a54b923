export type LinkField = 'film' | 'actionText' | 'actionUrl'

/** http or https, with a host that has a dot, and no user name. */
export function isWebAddress(text: string): boolean {
  const url = URL.parse(text.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return false
  return url.hostname.includes('.') || url.hostname === 'localhost'
}

/** What must be corrected before a link can be made: message keys by field, in the order of the form. */
export function faultsOf(given: {
  hasFilm: boolean
  actionText: string
  actionUrl: string
}): Partial<Record<LinkField, string>> {
  const url = given.actionUrl.trim()
  return {
    ...(given.hasFilm ? {} : { film: 'please_select_an_animation' }),
    ...(url && !given.actionText.trim() ? { actionText: 'call_to_action_text_required' } : {}),
    ...((url || given.actionText.trim()) && !isWebAddress(url) ? { actionUrl: 'call_to_action_url_not_valid' } : {}),
  }
}
