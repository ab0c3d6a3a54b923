import { useSignedIn } from '../../core/session.ts'

const kioskLevel = 7

/** Whether strangers use this screen one after another: what one of them did is not kept for the next. */
export const useSharedScreen = (): boolean => useSignedIn().user.user_access_id === kioskLevel

/** Where a film is watched, for the reports. */
export const trackTypeOf = (user: { user_access_id: number }): 'kiosk' | 'portal' =>
  user.user_access_id === kioskLevel ? 'kiosk' : 'portal'
