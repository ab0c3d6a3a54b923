import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { getUserSession, type Session } from '@cutaway/contract/rooms/sessions.ts'
import type { WebSite } from '@cutaway/contract/rooms/sites/sites.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { CallFailed, send } from './api.ts'
import { boot } from './boot.ts'
import { queries } from './query.ts'
import { storedBrandId, storedVideoType } from './preferences.ts'

/** Who is signed in. The first answer comes with the page, every transition asks again. */

const key = ['session'] as const
/** A page that is being left is drawn once more after the logout; it may then still see who was here. */
let lastSession: Session | null = null

function remember(session: Session | null): void {
  if (session) lastSession = session
  queries.setQueryData<Session | null>(key, session)
}
remember(boot.session)

const forgetEverythingElse = () => queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== key[0] })

export const currentSession = (): Session | null => queries.getQueryData<Session | null>(key) ?? null

/** Asks the server. When it cannot be reached, what was known stays true: a lost line must not log anybody out. */
export async function fetchSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    const answer = await send(getUserSession, { signal })
    if (answer.http >= 500 || answer.http === 429) return currentSession()
    const session = answer.status === 1 ? answer.data : null
    if (currentSession()?.user.user_id !== session?.user.user_id) forgetEverythingElse()
    remember(session)
    return session
  } catch (error) {
    if (error instanceof CallFailed) return currentSession()
    throw error
  }
}

/** After a login: from now on this is the session. */
export function signedIn(session: Session): void {
  forgetEverythingElse()
  remember(session)
}

/** The same user with other rights or another state: what was loaded stays. */
export const sessionChanged = (session: Session): void => remember(session)

/** After a logout: nothing of the user stays in memory. */
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

/** The session on a page that the guard keeps for signed-in users. */
export function useSignedIn(): Session {
  const session = useSession() ?? lastSession
  if (!session) throw new Error('a page for signed-in users was drawn without a session')
  return session
}

export const useSite = (): WebSite => useSession()?.web_site ?? boot.web_site

/** Whether the site does something that others do not. */
export const useFeature = (name: string): boolean => useSite().features.includes(name)

/** Whether the server grants the user a right; nothing is derived here. */
export const useMay = (permission: PermissionName): boolean => useSession()?.permissions.includes(permission) ?? false

/** The vehicle brand that is looked at: the one chosen last on this device if the site has it, else the site's. */
export function useBrandId(): number {
  const site = useSite()
  const chosen = storedBrandId.use()
  return chosen !== null && boot.brand_ids.includes(chosen) ? chosen : site.brand_id
}

/** Narrated or interactive: chosen last on this device, else the user's, else the site's default. */
export function useVideoType(): [VideoType, (type: VideoType) => void] {
  const session = useSession()
  const chosen = storedVideoType.use()
  return [
    chosen ?? session?.user.default_video_type ?? boot.web_site.default_video_type ?? 'narrated',
    storedVideoType.set,
  ]
}
