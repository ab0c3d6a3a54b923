import type { ShareDetails } from '@cutaway/contract/rooms/sharing/send.ts'
import { IconAt, IconChevronDown } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Menu, MenuItem } from '../../../ui/overlay/Menu.tsx'
import { isSentFromSite } from '../email/email.ts'
import classes from './Share.module.css'

/** Selects the sender of the mail: no-reply, or one of the user's confirmed addresses. */
export function SenderMenu({
  details,
  from,
  onChange,
}: {
  details: ShareDetails
  /** Empty: no-reply. */
  from: string
  onChange: (from: string) => void
}) {
  const t = useTexts()
  const { emailAddressSettings: own, no_reply_address: noReply } = details
  const sender = from && !isSentFromSite(details, from) ? from : noReply
  return (
    <Menu
      className={classes.sender}
      align="start"
      label={t('share_from', { address: sender })}
      trigger={
        <>
          <IconAt size={17} stroke={1.75} aria-hidden />
          <span className={classes.senderName}>{t('share_from', { address: `\u2068${sender}\u2069` })}</span>
          <IconChevronDown size={15} stroke={1.75} aria-hidden />
        </>
      }
    >
      <MenuItem checked={from === ''} onClick={() => onChange('')}>
        <bdi>{noReply}</bdi>
      </MenuItem>
      {own.map(({ id, email, sends_from }) => (
        <MenuItem
          key={id}
          checked={from === email}
          hint={sends_from === 'site' ? t('share_as_reply_to') : undefined}
          onClick={() => onChange(email)}
        >
          <bdi>{email}</bdi>
        </MenuItem>
      ))}
    </Menu>
  )
}
