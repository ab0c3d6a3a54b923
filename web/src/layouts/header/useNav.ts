import { runsSubscription, useSession, useSite } from '../../core/session.ts'
import { isForStaff } from '../../pages/all.ts'
import type { NavEntry } from './nav.ts'

/** Filters the entries to those that this user may see on this site. */
export function useNav(): (entries: readonly NavEntry[]) => readonly NavEntry[] {
  const session = useSession()
  const permissions = session?.permissions ?? []
  const toCustomers = session?.TouchScreenMode === 'customer'
  const { features } = useSite()
  return (entries) =>
    entries.filter(
      ({ path, permission, anyOf, feature, anyFeature, ofOwner }) =>
        !(toCustomers && isForStaff(path)) &&
        !(ofOwner && !(session && runsSubscription(session.user))) &&
        (permission === undefined || permissions.includes(permission)) &&
        (anyOf === undefined || anyOf.some((one) => permissions.includes(one))) &&
        (feature === undefined || features.includes(feature)) &&
        (anyFeature === undefined || anyFeature.some((one) => features.includes(one))),
    )
}
