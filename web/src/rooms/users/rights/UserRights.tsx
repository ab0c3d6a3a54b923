import { IconDeviceTablet } from '@tabler/icons-react'
import { isolated } from '../../../core/i18n/format.ts'
import { useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { PermissionList } from './PermissionList.tsx'
import type { RightsChoice } from './useRightsChoice.ts'

/** The rights of one user, in the dialog of the user. */
export function UserRights({
  rights,
  user,
}: {
  rights: RightsChoice
  /** Names as typed; they may be empty. */
  user: { first: string; role: number; location: string }
}) {
  const t = useTexts()
  const tag = useTag()
  const { query, items } = rights
  if (rights.isTouchScreen)
    return <EmptyState heading="h3" icon={IconDeviceTablet} title={t('touch_screen_no_permissions')} />
  if (query.error && !items)
    return (
      <ErrorState
        heading="h3"
        title={t('permissions_not_loaded')}
        error={query.error}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  if (!items) return <SkeletonText lines={8} />
  const role = tag(`role_${user.role}`)
  const name = isolated(user.first)
  return (
    <PermissionList
      items={items}
      before={rights.saved}
      chosen={rights.chosen}
      onChange={rights.pick}
      title={user.location ? t('permissions_role_at', { role, location: isolated(user.location) }) : role}
      differences={{
        added: user.first ? t('permission_added_for', { name }) : t('permission_added'),
        removed: user.first ? t('permission_removed_for', { name }) : t('permission_removed'),
        none: t('permissions_as_role'),
        count: (count) => t('permissions_differ', { count }),
      }}
    />
  )
}
