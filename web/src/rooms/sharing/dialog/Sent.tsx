import { IconCircleCheck } from '@tabler/icons-react'
import { findCustomers, type Customer } from '@cutaway/contract/rooms/sharing/customers.ts'
import { undoSeconds, undoSend } from '@cutaway/contract/rooms/sharing/send.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { DialogFooter, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Sent.module.css'

/** What was sent, and to whom. */
export interface SentTo {
  /** Message key of the heading, which contains `to`. */
  title: string
  /** Names, or addresses of people without a name. */
  to: readonly string[]
  /** The address of the first one. */
  address: string
  /** Recipients who received nothing, with the message key of the reason. */
  left: readonly { to: string; message: string }[]
  subject: string
  /** Names the send if it is taken back. */
  requestKey: string
}

/** As specified: seconds until the form resets itself. */
const seconds = 10

/** Shows what was sent to whom, then resets to the empty form. */
export function Sent({
  sent,
  onAnother,
  onNextFilm,
  onUndone,
  onClose,
}: {
  sent: SentTo
  onAnother: () => void
  /** Starts another film to the same customer. */
  onNextFilm: (customer: Customer) => void
  /** The send was taken back. */
  onUndone: () => void
  onClose: () => void
}) {
  const t = useTexts()
  const { user } = useSignedIn()
  const next = useMutation({
    mutationFn: () => call(findCustomers, { params: { json: { user_id: user.user_id, search: sent.address } } }),
    onSuccess: ([customer]) => (customer ? onNextFilm(customer) : onAnother()),
    onError: (error) => toast(error),
  })
  const undo = useMutation({
    mutationFn: () => call(undoSend, { body: { request_key: sent.requestKey } }),
    onSuccess: () => {
      toast('share_undone')
      onUndone()
    },
    onError: (error) => toast(error),
  })
  const { language_code: locale } = useLanguage()
  const heading = useRef<HTMLHeadingElement>(null)
  const left = useCountdown(seconds, onAnother, undo.isPending)
  const undoLeft = left - (seconds - undoSeconds)
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
        {undoLeft > 0 && !undo.isError ? (
          <Button loading={undo.isPending} onClick={() => undo.mutate()}>
            {t('share_sent_undo', { seconds: undoLeft })}
          </Button>
        ) : null}
        <Button onClick={onClose}>{t('close')}</Button>
        {sent.to.length === 1 ? (
          <Button loading={next.isPending} onClick={() => next.mutate()}>
            {t('share_next_film')}
          </Button>
        ) : null}
        <Button variant="filled" onClick={onAnother}>
          {t('share_send_another')}
        </Button>
      </DialogFooter>
    </>
  )
}

/** Counts down in whole seconds, then calls `onEnd` once. */
function useCountdown(from: number, onEnd: () => void, isPaused: boolean): number {
  const [left, setLeft] = useState(from)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isPaused) return undefined
    if (left === 0) {
      end.current()
      return undefined
    }
    const tick = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(tick)
  }, [left, isPaused])
  return left
}
