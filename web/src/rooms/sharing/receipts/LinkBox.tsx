import { urlOf } from '@cutaway/contract/client.ts'
import { extendLink, linkQr, revokeLink } from '@cutaway/contract/rooms/sharing/links.ts'
import { IconCalendarPlus, IconCopy, IconLinkOff, IconQrcode } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { send } from '../../../core/api.ts'
import { copyText } from '../../../ui/form/copy-text.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import classes from './SentDrawer.module.css'
import { sendsChanged } from './useSends.ts'

interface SentLink {
  link_id: number
  tiny_url: string
  state: 'active' | 'expired' | 'revoked'
  expires_at: string
}

/** Shows a recipient's link: its expiry and its actions. */
export function LinkBox({ to, link }: { to: string; link: SentLink }) {
  const t = useTexts()
  const { date } = useFormat()
  const field = useRef<HTMLInputElement>(null)
  const qrId = useId()
  const [qr, setQr] = useState(false)
  const [ending, setEnding] = useState(false)
  const body = { link_id: link.link_id }
  const changed = async (answer: { status: number; message: string }) => {
    toast(answer)
    await sendsChanged()
  }
  const extend = useMutation({
    mutationFn: () => send(extendLink, { body }),
    onSuccess: changed,
    onError: (error) => toast(error),
  })
  const end = async () => {
    await changed(await send(revokeLink, { body }))
  }
  const copy = async () => {
    const isCopied = await copyText(link.tiny_url, { done: 'Link copied', failed: 'link_not_copied' })
    if (!isCopied) field.current?.select()
  }
  const until = {
    active: t('link_works_until', { date: date(link.expires_at) }),
    expired: t('link_expired_on', { date: date(link.expires_at) }),
    revoked: t('link_ended'),
  }
  return (
    <section aria-labelledby="sent-link">
      <h3 id="sent-link">{t('sent_link')}</h3>
      <div className={classes.address}>
        <TextInput
          ref={field}
          readOnly
          dir="ltr"
          aria-label={t('sent_link')}
          description={until[link.state]}
          order={['input', 'description']}
          value={link.tiny_url}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
          {t('copy_link')}
        </Button>
      </div>
      <div className={classes.acts}>
        <Button
          size="xs"
          aria-expanded={qr}
          aria-controls={qrId}
          leftSection={<IconQrcode size={16} stroke={1.75} aria-hidden />}
          onClick={() => setQr(!qr)}
        >
          {t(qr ? 'hide_qr_code' : 'show_qr_code')}
        </Button>
        <Button
          size="xs"
          loading={extend.isPending}
          leftSection={<IconCalendarPlus size={16} stroke={1.75} aria-hidden />}
          onClick={() => extend.mutate()}
        >
          {t('extend_link')}
        </Button>
        {link.state === 'active' ? (
          <Button
            size="xs"
            leftSection={<IconLinkOff size={16} stroke={1.75} aria-hidden />}
            onClick={() => setEnding(true)}
          >
            {t('end_link')}
          </Button>
        ) : null}
      </div>
      <div id={qrId} className={classes.qr} hidden={!qr}>
        {qr ? (
          <img src={urlOf(linkQr, { link_id: link.link_id })} alt={t('qr_code_of_link')} width={168} height={168} />
        ) : null}
      </div>
      {ending ? (
        <ConfirmDialog
          title={t('end_link_title', { to: isolated(to) })}
          text={t('end_link_text')}
          verb={t('end_link')}
          onConfirm={end}
          onClose={() => setEnding(false)}
        />
      ) : null}
    </section>
  )
}
