import { useTexts } from '../../../core/i18n/i18n.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { useRenewal } from './useRenewal.ts'

/** Keeps a subscription that was cancelled, or whose renewal is off: the renewal is turned on. */
export function TakeBack() {
  const t = useTexts()
  const { change, isChanging } = useRenewal()
  return (
    <Button variant="filled" loading={isChanging} onClick={() => change(true)}>
      {t('take_back_cancellation')}
    </Button>
  )
}
