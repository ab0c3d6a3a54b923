import { linkQr } from '@cutaway/contract/rooms/sharing/links.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './LinkForm.module.css'

export const qrUrl = (linkId: number): string => urlOf(linkQr, { link_id: linkId })

/** Shows a link's QR code in page size: for the counter, or printed for the waiting room. */
export function QrCode({
  linkId,
  title,
  link,
  onClose,
}: {
  linkId: number
  title: string
  link: string
  onClose: () => void
}) {
  const t = useTexts()
  return (
    <Dialog
      title={title || t('share_qr')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            variant="filled"
            leftSection={<IconPrinter size={17} stroke={1.75} aria-hidden />}
            onClick={() => print()}
          >
            {t('share_print')}
          </Button>
        </>
      }
    >
      <div className={classes.sheet}>
        <img src={qrUrl(linkId)} alt={t('share_qr_alt', { link })} width={300} height={300} />
        <p>{t('share_qr_text')}</p>
        <bdi className={classes.address}>{link}</bdi>
      </div>
    </Dialog>
  )
}
