import { webAddress } from '@cutaway/contract/web-address.ts'

export type LinkField = 'film' | 'actionText' | 'actionUrl'

/** Returns the errors that block making a link: message keys by field, in form order. */
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
