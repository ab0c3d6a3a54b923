import { confirmReleaseTwilioNumber } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { call } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useShownPhone } from '../../sites/form/usePhones.ts'

/** Asks before a number is given back: it names what is lost, and the number is typed. */
export function ReleaseDialog({
  of: { phone_number_id, phone_number },
  onClose,
  onReleased,
}: {
  of: { phone_number_id: string; phone_number: string }
  onClose: () => void
  onReleased: () => Promise<unknown>
}) {
  const t = useTexts()
  const shown = useShownPhone()(phone_number)
  const number = isolated(shown)
  return (
    <ConfirmDialog
      title={t('numbers_release_title', { number })}
      text={t('numbers_release_text', { number })}
      verb={t('numbers_release')}
      typed={shown}
      onConfirm={async () => {
        await call(confirmReleaseTwilioNumber, { body: { phone_number_id, phone_number } })
        toast('numbers_released', { values: { number } })
        await onReleased()
      }}
      onClose={onClose}
    />
  )
}
