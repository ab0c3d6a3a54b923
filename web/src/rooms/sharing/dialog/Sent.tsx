import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { DialogFooter, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Sent.module.css'

/** What was sent, and to whom. */
export interface SentTo {
  /** Message key of the heading, which contains `to`. */
  title: string
  to: readonly string[]
  /** Recipients who received nothing, with the message key of the reason. */
  left: readonly { to: string; message: string }[]
  subject: string
}

/** As specified: seconds until the form resets itself. */
const seconds = 10

/** Shows what was sent to whom, then resets to the empty form. */
export function Sent({ sent, onAnother, onClose }: { sent: SentTo; onAnother: () => void; onClose: () => void }) {
  const t = useTexts()
  const { language_code: locale } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const left = useCountdown(seconds, onAnother)
  useEffect(() => heading.current?.focus(), [])
  // Addresses and numbers keep their direction within text of another direction.
  const names = new Intl.ListFormat(locale).format(sent.to.map((one) => `\u2068${one}\u2069`))
  return (
    <>
      <div className={classes.sent}>
        <IconCircleCheck className={classes.sign} size={56} stroke={1.5} aria-hidden />
        <h3 ref={heading} tabIndex={-1} className={classes.title}>
          {t(sent.title, { to: names })}
        </h3>
        {sent.subject ? (
          <p className={classes.subject} dir="auto">
            {sent.subject}
          </p>
        ) : null}
        {sent.left.length > 0 ? (
          <ul className={classes.left}>
            {sent.left.map(({ to, message }) => (
              <li key={to}>{t('{recipient} {message}', { recipient: `\u2068${to}\u2069`, message: t(message) })}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <DialogFooter>
        <FooterNote>{t('share_form_returns', { seconds: left })}</FooterNote>
        <Button onClick={onClose}>{t('close')}</Button>
        <Button variant="filled" onClick={onAnother}>
          {t('share_send_another')}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Counts down in whole seconds, then calls `onEnd` once. */
function useCountdown(from: number, onEnd: () => void): number {
  const [left, setLeft] = useState(from)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (left === 0) {
      end.current()
      return undefined
    }
    const tick = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(tick)
  }, [left])
  return left
}
