import type { Arrears } from '@cutaway/contract/rooms/billing/fields.ts'
import { payArrears } from '@cutaway/contract/rooms/billing/subscription.ts'
import { send } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { useBankStep } from '../pay/BankDialog.tsx'
import { PaymentNotice } from '../pay/PaymentNotice.tsx'
import { useCharge } from '../pay/useCharge.ts'
import { useBillingFormat } from '../useBillingFormat.ts'
import { useReloadSubscription } from '../useSubscription.ts'
import classes from './Billing.module.css'

/** Pays what is owed with the stored means; without one, asks for it. */
export function PayNow({ arrears, hasMeans, onMeans }: { arrears: Arrears; hasMeans: boolean; onMeans: () => void }) {
  const t = useTexts()
  const format = useBillingFormat()
  const { user } = useSignedIn()
  const reload = useReloadSubscription()
  const bank = useBankStep()
  const paying = useCharge({
    charge: (_: void, request_key) => send(payArrears, { body: { user_id: user.user_id, request_key } }),
    act: bank.act,
    onDone: () => {
      toast('arrears_paid')
      void reload()
    },
  })
  const amount = format.amount(arrears.amount, arrears.currency)
  return (
    <div className={classes.form}>
      <PaymentNotice payment={paying} />
      <Button
        variant="filled"
        loading={paying.isCharging || arrears.is_paying}
        disabled={paying.waiting !== null}
        onClick={() => (hasMeans ? paying.charge() : onMeans())}
      >
        {t('pay_amount_now', { amount })}
      </Button>
      {bank.dialog}
    </div>
  )
}
