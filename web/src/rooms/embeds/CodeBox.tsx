import { useId } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { CopyButton } from '../../ui/form/CopyButton.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import classes from './Embeds.module.css'

export const copyNotices = { done: 'message_code_copied', failed: 'embed_copy_failed' }

/** The code of an embed; without one it says when it comes. */
export function CodeBox({ code, primary }: { code: string | undefined; primary?: boolean }) {
  const t = useTexts()
  const id = useId()
  return (
    <section className={classes.code} aria-labelledby={id}>
      <div className={classes.codeHead}>
        <h3 id={id}>{t('embed_code')}</h3>
        {code === undefined ? null : (
          <CopyButton text={code} notices={copyNotices} variant={primary ? 'filled' : 'default'}>
            {t('embed_copy')}
          </CopyButton>
        )}
      </div>
      {code === undefined ? (
        <p className={classes.hint}>{t('embed_code_later')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long code scrolls, also by the keyboard
        <pre className={classes.pre} dir="ltr" tabIndex={0}>
          {code}
        </pre>
      )}
    </section>
  )
}

/** Shows the code of an embed. */
export function CodeDialog({ name, code, onClose }: { name: string; code: string; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      title={t('embed_code_of', { name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <p>{t('embed_code_text')}</p>
      <CodeBox code={code} primary />
    </Dialog>
  )
}
