import { IconCopy, IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../../core/download.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import classes from './SecondStep.module.css'

/** Shows new recovery codes, once: only their hashes are stored. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts()
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast('recovery_codes_copied'),
      () => toast('copy_failed', { kind: 'warning' }),
    )
  const download = () => saveFile('recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
  return (
    <Dialog
      title={t('recovery_codes')}
      size="sm"
      closable={false}
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button variant="filled" onClick={onClose}>
            {t('codes_are_stored')}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        <p>{t('recovery_codes_text')}</p>
        <ul className={classes.codes} aria-label={t('recovery_codes')} dir="ltr">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={classes.actions}>
          <Button leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
            {t('account_copy')}
          </Button>
          <Button leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={download}>
            {t('recovery_codes_download')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
