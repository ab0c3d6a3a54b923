import { useSession, useSite } from '../core/session.ts'
import type { NavEntry } from './nav.ts'

/** Keeps the entries that this user may see on this site. */
export function useNav(): (entries: readonly NavEntry[]) => readonly NavEntry[] {
  const permissions = useSession()?.permissions ?? []
  const { features } = useSite()
  return (entries) =>
    entries.filter(
      ({ permission, feature }) =>
        (permission === undefined || permissions.includes(permission)) &&
        (feature === undefined || features.includes(feature)),
    )
}
