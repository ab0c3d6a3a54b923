import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { runsSubscription, useSession, useSite } from '../../core/session.ts'
import { isForStaff } from '../../pages/all.ts'
import type { NavEntry } from './nav.ts'

const holds = (permissions: readonly PermissionName[], right: PermissionName | undefined) =>
  right === undefined || permissions.includes(right)

/**
 * Returns whether this user has the right that a page needs. The pages of the subscription say themselves what is for
 * the owner only, and a page with several rights shows a part of its content without them.
 */
export function useMayOpen(): (entry: NavEntry) => boolean {
  const permissions = useSession()?.permissions ?? []
  return ({ ofOwner, permission }) => ofOwner === true || holds(permissions, permission)
}

/** Filters the entries to those that this user may see on this site. */
export function useNav(): (entries: readonly NavEntry[]) => readonly NavEntry[] {
  const session = useSession()
  const permissions = session?.permissions ?? []
  const toCustomers = session?.TouchScreenMode === 'customer'
  const { features } = useSite()
  return (entries) =>
    entries.filter(
      (entry) =>
        !(toCustomers && isForStaff(entry.path)) &&
        !(entry.ofOwner && !(session && runsSubscription(session.user))) &&
        holds(permissions, entry.permission) &&
        (entry.anyOf === undefined || entry.anyOf.some((one) => permissions.includes(one))) &&
        (entry.feature === undefined || features.includes(entry.feature)) &&
        (entry.anyFeature === undefined || entry.anyFeature.some((one) => features.includes(one))),
    )
}
