import {
  resendSenderConfirmation,
  type SenderAddress,
  setDefaultEmailAddress,
  setDefaultEmailAddressUser,
} from '@cutaway/contract/rooms/branding/addresses.ts'
import { IconBuildingStore, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import type { useAction } from '../useAction.ts'
import classes from '../Branding.module.css'

/** Lists the actions of an address: the most frequent one for its state first, the rest in a menu. */
export function AddressActions({
  address,
  forBusiness,
  act,
  onAsk,
}: {
  address: SenderAddress
  /** Whether this user may set the address of the business. */
  forBusiness: boolean
  act: ReturnType<typeof useAction>
  onAsk: (kind: 'edit' | 'delete', address: SenderAddress) => void
}) {
  const t = useTexts()
  const { user } = useSignedIn()
  const [busy, setBusy] = useState(false)
  const { id, email, state, is_default, is_business_default } = address
  const confirmed = state === 'confirmed'
  const verb = t(confirmed ? 'make_default' : 'sender_resend')
  const run = async () => {
    setBusy(true)
    const body = { id }
    await act(confirmed ? send(setDefaultEmailAddressUser, { body }) : send(resendSenderConfirmation, { body }))
    setBusy(false)
  }
  return (
    <span className={classes.actions}>
      {is_default ? null : (
        <Button
          size="xs"
          loading={busy}
          aria-label={t('named_action', { action: verb, name: email })}
          onClick={() => void run()}
        >
          {verb}
        </Button>
      )}
      <Menu
        className={classes.more}
        label={t('more_for_named', { name: email })}
        trigger={<IconDots size={18} stroke={1.75} aria-hidden />}
      >
        <MenuItem icon={<IconPencil size={16} stroke={1.75} aria-hidden />} onClick={() => onAsk('edit', address)}>
          {t('sender_edit')}
        </MenuItem>
        {forBusiness && confirmed ? (
          <MenuItem
            icon={<IconBuildingStore size={16} stroke={1.75} aria-hidden />}
            onClick={() =>
              void act(
                send(setDefaultEmailAddress, { body: { id: is_business_default ? null : id, user_id: user.user_id } }),
              )
            }
          >
            {t(is_business_default ? 'sender_not_for_business' : 'sender_for_business')}
          </MenuItem>
        ) : null}
        <MenuItem
          danger
          icon={<IconTrash size={16} stroke={1.75} aria-hidden />}
          onClick={() => onAsk('delete', address)}
        >
          {t('sender_delete')}
        </MenuItem>
      </Menu>
    </span>
  )
}
