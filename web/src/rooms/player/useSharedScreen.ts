import { useSignedIn } from '../../core/session.ts'

const kioskLevel = 7

/** Returns whether customers share this screen: nothing that one customer does is stored for the next. */
export const useSharedScreen = (): boolean => useSignedIn().user.user_access_id === kioskLevel

/** Returns whether the screen shows customers a film without the tools of the shop: a touch screen in customer mode. */
export const useIsForCustomers = (): boolean => useSignedIn().TouchScreenMode === 'customer'

/** Returns where a film is watched, for the reports. */
export const trackTypeOf = (user: { user_access_id: number }): 'kiosk' | 'portal' =>
  user.user_access_id === kioskLevel ? 'kiosk' : 'portal'
