import type { PermissionName } from '@cutaway/contract/permissions.ts'
import { getPermissionList, permissionAccess, setPermissionList } from '@cutaway/contract/rooms/users/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { call, send } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { RightsDialog } from './RightsDialog.tsx'

export interface UserWithRights {
  id: number
  name: string
  user_access_id: number
  /** The user's location; empty for none. */
  location: string
}

const touchScreen = 7

/** Sets the rights of one user. */
export function UserPermissions({ user, onClose }: { user: UserWithRights; onClose: () => void }) {
  const t = useTexts()
  const tag = useTag()
  const { web_site } = useSignedIn()
  const { id, user_access_id: access } = user
  const isTouchScreen = access === touchScreen
  const site = web_site.web_site_id
  const query = useQuery({
    queryKey: ['rights of', id, access],
    queryFn: async ({ signal }) => {
      const [items, chosen] = await Promise.all([
        call(getPermissionList, { params: { user: id, site, access }, signal }),
        call(setPermissionList, { params: { user: id, site }, signal }),
      ])
      return { items, chosen }
    },
    enabled: !isTouchScreen,
    gcTime: 0,
    staleTime: Infinity,
  })
  const role = tag(`role_${access}`)
  const first = user.name.split(' ', 1)[0] ?? user.name
  return (
    <RightsDialog
      key={query.dataUpdatedAt}
      title={t('user_permissions_of', { name: isolated(user.name) })}
      message={isTouchScreen ? t('touch_screen_no_permissions') : undefined}
      query={query}
      of={user.location ? t('permissions_role_at', { role, location: isolated(user.location) }) : role}
      differences={{
        added: t('permission_added_for', { name: isolated(first) }),
        removed: t('permission_removed_for', { name: isolated(first) }),
        none: t('permissions_as_role'),
        count: (count) => t('permissions_differ', { count }),
      }}
      save={(permission: PermissionName[]) => send(permissionAccess, { body: { permission, id, web_site_id: site } })}
      onClose={onClose}
    />
  )
}
