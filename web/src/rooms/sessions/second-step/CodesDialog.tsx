import { IconDownload } from '@tabler/icons-react'
import { saveFile } from '../../../core/files/download.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { SecretDialog } from '../../../ui/overlay/SecretDialog.tsx'
import classes from './SecondStep.module.css'

/** Shows new recovery codes, once: only their hashes are stored. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useTexts()
  const text = codes.join('\n')
  const download = () => saveFile('recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
  return (
    <SecretDialog title={t('recovery_codes')} verb={t('codes_are_stored')} onClose={onClose}>
      <p>{t('recovery_codes_text')}</p>
      <ul className={classes.codes} aria-label={t('recovery_codes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton text={text} notices={{ done: 'recovery_codes_copied', failed: 'copy_failed' }}>
          {t('account_copy')}
        </CopyButton>
        <Button leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={download}>
          {t('recovery_codes_download')}
        </Button>
      </div>
    </SecretDialog>
  )
}
