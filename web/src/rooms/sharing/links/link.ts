import { webAddress } from '@cutaway/contract/web-address.ts'

export type LinkField = 'film' | 'actionText' | 'actionUrl'

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
    ...((url || given.actionText.trim()) && webAddress(url) === undefined
      ? { actionUrl: 'call_to_action_url_not_valid' }
      : {}),
  }
}
