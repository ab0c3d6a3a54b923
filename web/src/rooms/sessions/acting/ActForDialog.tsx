import { actingMinutes, startActing } from '@cutaway/contract/rooms/sessions/acting.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { signedIn } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { rememberPlace } from './place.ts'

/** Asks why the manager wants to act for a user, and begins. */
export default function ActForDialog({ userId, name, onClose }: { userId: number; name: string; onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const starting = useMutation({
    mutationFn: () => call(startActing, { body: { user_id: userId, reason } }),
    onSuccess: (session) => {
      signedIn(session)
      rememberPlace(pathname + search)
      onClose()
      void navigate(paths.home)
    },
  })
  return (
    <Dialog
      title={t('act_for', { name })}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <FooterNote />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="act-for" variant="filled" loading={starting.isPending}>
            {t('start_acting')}
          </Button>
        </>
      }
    >
      <form
        id="act-for"
        noValidate
        style={{ display: 'grid', gap: 16 }}
        onSubmit={(event) => {
          event.preventDefault()
          setIsMissing(reason.trim() === '')
          if (reason.trim() !== '') starting.mutate()
        }}
      >
        <FormErrorSummary text={refusalText(starting.error, t)} />
        <p>{t('act_for_text', { name, count: actingMinutes })}</p>
        <TextInput
          id="acting-reason"
          label={t('acting_reason')}
          description={isMissing ? undefined : t('acting_reason_hint')}
          order={['label', 'input', 'description', 'error']}
          maxLength={300}
          required
          data-autofocus
          error={isMissing ? <FieldError>{t('enter_a_reason')}</FieldError> : undefined}
          value={reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
      </form>
    </Dialog>
  )
}
