import type { UserRow } from '@cutaway/contract/rooms/users/users.ts'
import {
  IconArrowBackUp,
  IconDots,
  IconKey,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconMail,
  IconPencil,
  IconShieldCog,
  IconTrash,
  IconUserExclamation,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useMay } from '../../../core/session.ts'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { Menu, MenuGroup, MenuItem } from '../../../ui/overlay/Menu.tsx'
import type { UserActions } from './useUserActions.ts'
import { nameOf } from './users.ts'
import classes from './Users.module.css'

const ActForDialog = lazy(() => import('../../sessions/acting/ActForDialog.tsx'))

const icon = { size: 18, stroke: 1.75 } as const

export interface RowActionsProps {
  user: UserRow
  actions: UserActions
  onEdit: (user: UserRow) => void
  /** Undefined if the caller may not set permissions. */
  onPermissions: ((user: UserRow) => void) | undefined
  onRequirePassword: (user: UserRow) => void
}

/** What can be done to the user of a row. */
export function RowActions({ user, actions, onEdit, onPermissions, onRequirePassword }: RowActionsProps) {
  const t = useTexts()
  const [isActing, setIsActing] = useState(false)
  const mayAct = useMay('act_for_users')
  if (!user.may_edit) return null
  const name = isolated(nameOf(user))
  if (user.status === 'deleted')
    return (
      <span className={classes.actions}>
        <Button
          size="xs"
          aria-label={t('user_restore_named', { name })}
          leftSection={<IconArrowBackUp size={15} stroke={1.75} className="flip" />}
          onClick={() => void actions.restore([user])}
        >
          {t('row_restore')}
        </Button>
      </span>
    )
  return (
    <span className={classes.actions}>
      {onPermissions ? (
        <ActionIcon aria-label={t('user_permissions_of', { name })} onClick={() => onPermissions(user)}>
          <IconShieldCog {...icon} />
        </ActionIcon>
      ) : null}
      <ActionIcon aria-label={t('user_edit_named', { name })} onClick={() => onEdit(user)}>
        <IconPencil {...icon} />
      </ActionIcon>
      <Menu label={t('user_actions_of', { name })} className={classes.more} trigger={<IconDots {...icon} />}>
        <MenuItem icon={<IconMail {...icon} />} onClick={() => void actions.sendLoginDetails([user])}>
          {t(user.status === 'invited' ? 'user_invite_again' : 'user_send_login_details')}
        </MenuItem>
        <MenuItem icon={<IconKey {...icon} />} onClick={() => onRequirePassword(user)}>
          {t('user_require_password')}
        </MenuItem>
        <MenuItem icon={<IconLogout {...icon} />} onClick={() => void actions.signOut([user])}>
          {t('user_sign_out')}
        </MenuItem>
        {mayAct && user.status === 'active' ? (
          <MenuItem icon={<IconUserExclamation {...icon} />} onClick={() => setIsActing(true)}>
            {t('act_for', { name })}
          </MenuItem>
        ) : null}
        {user.status === 'locked' ? (
          <MenuItem icon={<IconLockOpen {...icon} />} onClick={() => void actions.unlock([user])}>
            {t('user_unlock')}
          </MenuItem>
        ) : (
          <MenuItem icon={<IconLock {...icon} />} onClick={() => void actions.lock([user])}>
            {t('user_lock')}
          </MenuItem>
        )}
        <MenuGroup>
          <MenuItem danger icon={<IconTrash {...icon} />} onClick={() => void actions.remove([user])}>
            {t('user_delete')}
          </MenuItem>
        </MenuGroup>
      </Menu>
      {isActing ? (
        <Suspense fallback={null}>
          <ActForDialog userId={user.id} name={name} onClose={() => setIsActing(false)} />
        </Suspense>
      ) : null}
    </span>
  )
}
