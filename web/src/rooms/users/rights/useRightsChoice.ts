import type { PermissionName } from '@cutaway/contract/permissions.ts'
import {
  getPermissionList,
  getPermissionssBusinessetityByAccessIdByBusinessentityId as getDefaults,
  setPermissionList,
} from '@cutaway/contract/rooms/users/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { useSite } from '../../../core/session.ts'

/** Whose rights are chosen. A user who is new, or gets a new role, begins with the rights of the role. */
export interface RightsOf {
  /** The user whose saved rights are shown; undefined: those of the role. */
  id: number | undefined
  role: number
  /** The business of the user; null while none is chosen. */
  business: number | null
}

const touchScreen = 7

/** Loads the rights of a user or a role once `isShown`, and holds what is ticked until it is saved. */
export function useRightsChoice({ id, role, business }: RightsOf, isShown: boolean) {
  const { web_site_id: site } = useSite()
  const key = [id, role, business].join('/')
  const [picked, setPicked] = useState<{ key: string; chosen: ReadonlySet<PermissionName> }>()
  const hasRights = role !== touchScreen && (id !== undefined || business !== null)
  const query = useQuery({
    queryKey: ['rights of', key],
    queryFn: async ({ signal }) => {
      if (id === undefined) {
        const params = { access: role, entity: business ?? 0, site }
        const items = await call(getDefaults, { params, signal })
        return {
          items: items.map((item) => ({ ...item, of_role: item.selected })),
          saved: items.filter(({ selected }) => selected === 1).map(({ name }) => name),
        }
      }
      const [items, saved] = await Promise.all([
        call(getPermissionList, { params: { user: id, site, access: role }, signal }),
        call(setPermissionList, { params: { user: id, site }, signal }),
      ])
      return { items, saved }
    },
    enabled: isShown && hasRights,
    gcTime: 0,
    staleTime: Infinity,
  })
  const saved = new Set(query.data?.saved)
  const own = picked?.key === key ? picked.chosen : undefined
  const chosen = own ?? saved
  return {
    query,
    /** A touch screen has no rights of its own. */
    isTouchScreen: role === touchScreen,
    items: query.data?.items,
    saved,
    chosen,
    pick: (next: ReadonlySet<PermissionName>) => setPicked({ key, chosen: next }),
    /** What was ticked, if it differs from what is saved. */
    changed: own && [...own].toSorted().join() !== [...saved].toSorted().join() ? [...own] : undefined,
  }
}
export type RightsChoice = ReturnType<typeof useRightsChoice>
