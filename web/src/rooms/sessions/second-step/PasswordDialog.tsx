import type { Envelope } from '@cutaway/contract/endpoint.ts'
import type { SecondStep } from '@cutaway/contract/rooms/sessions/second-step.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from './SecondStep.module.css'

export type Current = { current_password?: string }
type Changed = SecondStep & { recovery?: string[] }
export type Confirmed = (current: Current) => Promise<Envelope<Changed> & { http: number }>

/** The password field of a sensitive change: shown unless the login is fresh. */
export function useCurrentPassword(isFresh: boolean) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const [isShown, setIsShown] = useState(!isFresh)
  return {
    current: (typed === '' ? {} : { current_password: typed }) satisfies Current,
    isMissing: isShown && typed === '',
    /** The login has grown old while the page was open. */
    onRefused: (error: Error) => {
      if (error instanceof CallFailed && error.key === 'current_password_required') setIsShown(true)
    },
    field: isShown ? (
      <PasswordField
        id="current-password"
        label={t('current_password')}
        autoComplete="current-password"
        required
        data-autofocus
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    ) : null,
  }
}

/** Confirms a change of the second step, with the current password if the login is not fresh. */
export function PasswordDialog({
  title,
  text,
  verb,
  run,
  isFresh,
  onDone,
  onClose,
}: {
  title: string
  text: string
  verb: string
  run: Confirmed
  isFresh: boolean
  onDone: (now: Changed) => void
  onClose: () => void
}) {
  const t = useTexts()
  const { current, isMissing, field, onRefused } = useCurrentPassword(isFresh)
  const saving = useMutation({
    mutationFn: async () => {
      const answer = await run(current)
      if (answer.status !== 1 || !answer.data) throw new CallFailed(answer.message, answer.http)
      return { ...answer, data: answer.data }
    },
    onSuccess: (answer) => {
      toast(answer)
      onDone(answer.data)
    },
    onError: onRefused,
  })
  return (
    <Dialog
      title={title}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="confirm-change" variant="filled" disabled={isMissing} loading={saving.isPending}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        id="confirm-change"
        className={classes.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isMissing) saving.mutate()
        }}
      >
        {saving.error ? <FormErrorSummary text={refusalText(saving.error, t)} /> : null}
        <p>{text}</p>
        {field}
      </form>
    </Dialog>
  )
}
