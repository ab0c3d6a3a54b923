import { useRef } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import classes from './SenderDomains.module.css'

/** Shows a part of a DNS record with a button that copies it. If the browser refuses, the text is selected instead. */
export function CopyRecord({ text, label }: { text: string; label: string }) {
  const t = useTexts()
  const shown = useRef<HTMLElement>(null)
  return (
    <div className={classes.copy}>
      <code ref={shown} className={classes.value} dir="ltr">
        {text}
      </code>
      <CopyButton
        size="xs"
        variant="subtle"
        text={text}
        notices={{ done: 'record_copied', failed: 'record_not_copied' }}
        aria-label={label}
        onFailed={() => (shown.current ? getSelection()?.selectAllChildren(shown.current) : undefined)}
      >
        {t('record_copy')}
      </CopyButton>
    </div>
  )
}
