import type { UserRow } from '@cutaway/contract/rooms/users/users.ts'
import {
  IconArrowBackUp,
  IconDots,
  IconKey,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconMail,
  IconMapPin,
  IconTrash,
} from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import type { UserActions } from './useUserActions.ts'
import classes from './Users.module.css'

const icon = { size: 18, stroke: 1.75 } as const
const small = { size: 15, stroke: 1.75 } as const

/** What can be done to the chosen users: deleted ones can be restored, the others changed. */
export function BulkActions({
  chosen,
  actions,
  onMove,
  onRequirePassword,
  onRemoved,
}: {
  chosen: readonly UserRow[]
  actions: UserActions
  /** Undefined if there is no other place. */
  onMove: ((users: readonly UserRow[]) => void) | undefined
  onRequirePassword: (users: readonly UserRow[]) => void
  /** Called when the users have left the list, or have come back to it. */
  onRemoved: () => void
}) {
  const t = useTexts()
  const present = chosen.filter(({ status }) => status !== 'deleted')
  const deleted = chosen.filter(({ status }) => status === 'deleted')
  const locked = present.filter(({ status }) => status === 'locked')
  const unlocked = present.filter(({ status }) => status !== 'locked')
  return (
    <>
      {deleted.length > 0 ? (
        <Button
          size="xs"
          leftSection={<IconArrowBackUp {...small} className="flip" />}
          onClick={() => void actions.restore(deleted).then((isDone) => (isDone ? onRemoved() : undefined))}
        >
          {t('row_restore')}
        </Button>
      ) : null}
      {present.length > 0 ? (
        <>
          {onMove ? (
            <Button size="xs" leftSection={<IconMapPin {...small} />} onClick={() => onMove(present)}>
              {t('users_move')}
            </Button>
          ) : null}
          <Button
            size="xs"
            leftSection={<IconMail {...small} />}
            onClick={() => void actions.sendLoginDetails(present)}
          >
            {t('user_send_login_details')}
          </Button>
          <Menu
            label={t('users_more_chosen')}
            className={classes.moreChosen}
            trigger={
              <>
                <IconDots {...small} aria-hidden />
                {t('users_more')}
              </>
            }
          >
            <MenuItem icon={<IconKey {...icon} />} onClick={() => onRequirePassword(present)}>
              {t('user_require_password')}
            </MenuItem>
            <MenuItem icon={<IconLogout {...icon} />} onClick={() => void actions.signOut(present)}>
              {t('user_sign_out')}
            </MenuItem>
            {unlocked.length > 0 ? (
              <MenuItem icon={<IconLock {...icon} />} onClick={() => void actions.lock(unlocked)}>
                {t('user_lock')}
              </MenuItem>
            ) : null}
            {locked.length > 0 ? (
              <MenuItem icon={<IconLockOpen {...icon} />} onClick={() => void actions.unlock(locked)}>
                {t('user_unlock')}
              </MenuItem>
            ) : null}
          </Menu>
          <Button
            size="xs"
            variant="danger-subtle"
            leftSection={<IconTrash {...small} />}
            onClick={() => void actions.remove(present).then((isDone) => (isDone ? onRemoved() : undefined))}
          >
            {t('user_delete')}
          </Button>
        </>
      ) : null}
    </>
  )
}
