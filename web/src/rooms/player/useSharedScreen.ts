import { useSignedIn } from '../../core/session.ts'

const kioskLevel = 7

/** Returns whether customers share this screen: nothing that one customer does is stored for the next. */
export const useSharedScreen = (): boolean => useSignedIn().user.user_access_id === kioskLevel

/** Returns where a film is watched, for the reports. */
export const trackTypeOf = (user: { user_access_id: number }): 'kiosk' | 'portal' =>
  user.user_access_id === kioskLevel ? 'kiosk' : 'portal'
