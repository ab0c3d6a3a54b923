import { useSignedIn } from '../../core/session.ts'

const kioskLevel = 7

/** Whether strangers use this screen one after another: what one of them did is not kept for the next. */
export const useSharedScreen = (): boolean => useSignedIn().user.user_access_id === kioskLevel
