import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './SenderDomains.module.css'

/** Shows a part of a DNS record with a button that copies it. If the browser refuses, the text is selected instead. */
export function CopyRecord({ text, label }: { text: string; label: string }) {
  const t = useTexts()
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast('record_copied')
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      toast('record_not_copied', { kind: 'warning' })
    }
  }
  return (
    <div className={classes.copy}>
      <code ref={shown} className={classes.value} dir="ltr">
        {text}
      </code>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconCopy size={14} stroke={1.75} aria-hidden />}
        aria-label={label}
        onClick={() => void copy()}
      >
        {t('record_copy')}
      </Button>
    </div>
  )
}
