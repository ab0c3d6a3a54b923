import type { PermissionName } from '@cutaway/contract/permissions.ts'
import {
  defaultPermissionsAccess,
  getPermissionssBusinessetityByAccessIdByBusinessentityId as getDefaults,
} from '@cutaway/contract/rooms/users/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useTag, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { NativeSelect } from '../../../ui/form/Field.tsx'
import { RightsDialog } from './RightsDialog.tsx'

/** Sets the rights that users of a role have in a business unless they have rights of their own. */
export function DefaultPermissions({
  roles,
  businesses,
  onClose,
}: {
  /** The roles below the caller's. */
  roles: readonly { user_access_id: number; name: string }[]
  businesses: readonly { id: number; business_name: string }[]
  onClose: () => void
}) {
  const t = useTexts()
  const tag = useTag()
  const { web_site, user } = useSignedIn()
  const [access, setAccess] = useState(
    roles.find(({ user_access_id }) => user_access_id === 6)?.user_access_id ?? roles[0]!.user_access_id,
  )
  const [entity, setEntity] = useState(user.businessentity_id ?? businesses[0]?.id ?? 0)
  const site = web_site.web_site_id
  const query = useQuery({
    queryKey: ['rights of role', entity, access],
    queryFn: async ({ signal }) => {
      const items = await call(getDefaults, { params: { access, entity, site }, signal })
      return { items, chosen: items.filter((item) => item.selected === 1).map(({ name }) => name) }
    },
    gcTime: 0,
    staleTime: Infinity,
  })
  const nameOf = (id: number) => tag(`role_${id}`) || (roles.find((r) => r.user_access_id === id)?.name ?? '')
  return (
    <RightsDialog
      key={query.dataUpdatedAt}
      title={t('permissions_default')}
      query={query}
      of={nameOf(access)}
      differences={{
        added: t('permission_added'),
        removed: t('permission_removed'),
        none: t('permissions_as_portal'),
        count: (count) => t('permissions_differ_portal', { count }),
      }}
      note={t('permissions_default_note')}
      renderChoice={(isUnsaved) => (
        <>
          <NativeSelect
            label={t('user_role')}
            value={String(access)}
            disabled={isUnsaved}
            description={isUnsaved ? t('permissions_save_first') : undefined}
            data={roles.map(({ user_access_id: id }) => ({ value: String(id), label: nameOf(id) }))}
            onChange={({ currentTarget }) => setAccess(Number(currentTarget.value))}
          />
          {businesses.length > 1 ? (
            <NativeSelect
              label={t('user_business')}
              value={String(entity)}
              disabled={isUnsaved}
              data={businesses.map(({ id, business_name }) => ({ value: String(id), label: business_name }))}
              onChange={({ currentTarget }) => setEntity(Number(currentTarget.value))}
            />
          ) : null}
        </>
      )}
      save={(permissions: PermissionName[]) =>
        send(defaultPermissionsAccess, {
          body: { permission: { access_id: access, permissions }, businessentityId: entity, web_site_id: site },
        })
      }
      onClose={onClose}
    />
  )
}
