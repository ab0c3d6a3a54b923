import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { getUserSession, type Session } from '@cutaway/contract/rooms/sessions.ts'
import { stopActing } from '@cutaway/contract/rooms/sessions/acting.ts'
import type { WebSite } from '@cutaway/contract/rooms/sites/sites.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { CallFailed, send } from './api.ts'
import { boot } from './boot.ts'
import { queries } from './query.ts'
import { storedBrandId, storedVideoType } from './preferences.ts'
import { toast } from './toast.ts'

/** The signed-in user. The page contains the first session; every transition requests it again. */

const key = ['session'] as const
/** A page is rendered once more after the logout while it is being left, so it may still read the previous session. */
let lastSession: Session | null = null

/** Remembers in this tab that a manager acts for a user, so that a page loaded after the time has run out knows it. */
const actingMark = 'acting'

function markActing(isActing: boolean): void {
  try {
    if (isActing) sessionStorage.setItem(actingMark, '1')
    else sessionStorage.removeItem(actingMark)
  } catch {
    // A browser that stores nothing only shows the log-in page instead.
  }
}

function wasActing(): boolean {
  try {
    return sessionStorage.getItem(actingMark) === '1'
  } catch {
    return false
  }
}

/** A manager acted for a user when this page was left. */
let actedBefore = wasActing()

function remember(session: Session | null): void {
  if (session) lastSession = session
  markActing(Boolean(session?.acting))
  queries.setQueryData<Session | null>(key, session)
}
remember(boot.session)

const forgetEverythingElse = () => queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })

export const currentSession = (): Session | null => queries.getQueryData<Session | null>(key) ?? null

/**
 * Requests the session. If the server cannot be reached, the previous session stays: a lost connection must not log out
 * a user.
 */
export async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    const answer = await send(getUserSession, { signal })
    // The server answers the page with a notice.
    if (answer.message === 'web_site_out_of_service') location.reload()
    if (answer.http >= 500 || answer.http === 429) return currentSession()
    const session = answer.status === 1 ? answer.data : await ownSession()
    if (currentSession()?.user.user_id !== session?.user.user_id) forgetEverythingElse()
    remember(session)
    return session
  } catch (error) {
    if (error instanceof CallFailed) return currentSession()
    throw error
  }
}

/** Returns the session of the page's first transition, which is part of the page. */
export async function firstSession(): Promise<Session | null> {
  const session = currentSession() ?? (await ownSession())
  remember(session)
  return session
}

/**
 * Ends acting for a user, also after its time has run out: the manager returns to the own session, and a notice says
 * why. Returns null if nobody acts in this session, or it cannot be continued.
 */
async function ownSession(): Promise<Session | null> {
  if (!currentSession()?.acting && !actedBefore) return null
  actedBefore = false
  const answer = await send(stopActing)
  if (answer.status !== 1 || !answer.data) return null
  toast(answer)
  return answer.data
}

/** Sets the session after a login. */
export function signedIn(session: Session): void {
  forgetEverythingElse()
  remember(session)
}

/** Updates the session of the same user with other rights or another state. Cached data stays. */
export const sessionChanged = (session: Session): void => remember(session)

/** Clears the session after a logout. No data of the user stays in memory. */
export function signedOut(): void {
  forgetEverythingElse()
  remember(null)
}

export function useSession(): Session | null {
  const { data } = useQuery<Session | null>({
    queryKey: key,
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data ?? null
}

/** Returns the session on a page that the guard restricts to signed-in users. */
export function useSignedIn(): Session {
  const session = useSession() ?? lastSession
  if (!session) throw new Error('a page for signed-in users was rendered without a session')
  return session
}

export const useSite = (): WebSite => useSession()?.web_site ?? boot.web_site

/** Returns whether the site has a feature. */
export const useFeature = (name: string): boolean => useSite().features.includes(name)

/** Returns whether the server grants the user a right. Rights are never derived in the browser. */
export const useMay = (permission: PermissionName): boolean => useSession()?.permissions.includes(permission) ?? false

/**
 * Returns the current vehicle brand: the one last chosen on this device if the site has it, else the site's default.
 */
export function useBrandId(): number {
  const site = useSite()
  const chosen = storedBrandId.use()
  return chosen !== null && boot.brand_ids.includes(chosen) ? chosen : site.brand_id
}

/** Returns narrated or interactive: the last choice on this device, else the user's default, else the site's. */
export function useVideoType(): [VideoType, (type: VideoType) => void] {
  const session = useSession()
  const chosen = storedVideoType.use()
  return [
    chosen ?? session?.user.default_video_type ?? boot.web_site.default_video_type ?? 'narrated',
    storedVideoType.set,
  ]
}

/** Returns whether a user is the administrator of a business, and no employee: only they reach the subscription. */
export const runsSubscription = (user: { user_access_id: number; is_employee: number }): boolean =>
  user.user_access_id === 3 && user.is_employee === 0
