import type { AskedIpRange } from '@cutaway/contract/rooms/organisation/ip-ranges.ts'
import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Textarea } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { FieldError } from '../../sites/FieldError.tsx'

/** Asks for the reason of a refusal, which the people of the business read. */
export function RefuseDialog({
  range,
  onRefuse,
  onClose,
}: {
  range: AskedIpRange
  onRefuse: (reason: string) => Promise<boolean>
  onClose: () => void
}) {
  const t = useTexts()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      title={t('ip_range_refuse_title', { name: range.business_name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form="refuse-range" variant="danger" loading={busy}>
            {t('ip_range_refuse')}
          </Button>
        </>
      }
    >
      <form
        id="refuse-range"
        noValidate
        onSubmit={async (event) => {
          event.preventDefault()
          const given = reason.trim()
          setMissing(given === '')
          if (given === '') return
          setBusy(true)
          const isDone = await onRefuse(given)
          setBusy(false)
          if (isDone) onClose()
        }}
      >
        <Textarea
          required
          rows={3}
          maxLength={300}
          dir="auto"
          data-autofocus
          label={t('ip_range_reason')}
          description={t('ip_range_reason_text')}
          value={reason}
          error={isMissing ? <FieldError>{t('ip_range_reason_missing')}</FieldError> : undefined}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </form>
    </Dialog>
  )
}
