import { savePhoneNumber, type OwnNumber } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput, Textarea } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { cleanPhone } from './clean-phone.ts'
import { LocationField } from './LocationField.tsx'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import classes from '../Telephony.module.css'

/** To which location a number belongs, where the calls ring, and what is spoken to the caller. */
export function CallsDialog({
  of,
  onClose,
  onSaved,
}: {
  of: OwnNumber
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  const t = useTexts()
  const phone = useShownPhone()
  const [typed, setTyped] = useState({
    forward_to: phone(of.forward_to),
    spoken_text: of.spoken_text,
    location_id: of.location_id,
  })
  const [isWrong, setWrong] = useState(false)
  const saving = useMutation({
    mutationFn: (body: typeof typed) =>
      call(savePhoneNumber, { params: { phone_number_id: of.phone_number_id }, body }),
    onSuccess: async () => {
      toast('numbers_saved')
      await onSaved()
      onClose()
    },
  })
  const save = () => {
    const forward_to = cleanPhone(typed.forward_to)
    setWrong(forward_to === undefined)
    if (forward_to !== undefined) saving.mutate({ ...typed, forward_to })
  }
  const error = refusalText(saving.error, t)
  return (
    <Dialog
      title={t('numbers_change')}
      subtitle={isolated(phone(of.phone_number))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="filled" loading={saving.isPending} onClick={save}>
            {t('save_changes')}
          </Button>
        </>
      }
    >
      <div className={classes.stack}>
        {error ? <FormErrorSummary text={error} /> : null}
        <LocationField value={typed.location_id} onChange={(location_id) => setTyped({ ...typed, location_id })} />
        <TextInput
          label={t('numbers_rings')}
          description={t('numbers_forward_hint')}
          error={isWrong ? t('numbers_phone_wrong') : undefined}
          type="tel"
          dir="ltr"
          value={typed.forward_to}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, forward_to: value })}
        />
        <Textarea
          label={t('numbers_spoken')}
          maxLength={500}
          rows={3}
          value={typed.spoken_text}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, spoken_text: value })}
        />
      </div>
    </Dialog>
  )
}
