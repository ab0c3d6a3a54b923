import { payPhoneNumber, type OwnNumber } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { send } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { useBankStep } from '../../billing/pay/BankDialog.tsx'
import { PaymentNotice } from '../../billing/pay/PaymentNotice.tsx'
import { useCharge } from '../../billing/pay/useCharge.ts'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { useStoredMeans } from '../../billing/useSubscription.ts'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import { MeansRow } from '../MeansRow.tsx'
import classes from '../Telephony.module.css'

/** A number whose month is not paid: until when, what is owed, and paying it now. Without a card it asks for one. */
export function UnpaidNumber({ of, onPaid }: { of: OwnNumber; onPaid: () => Promise<unknown> }) {
  const t = useTexts()
  const format = useBillingFormat()
  const shown = isolated(useShownPhone()(of.phone_number))
  const { data: means } = useStoredMeans()
  const bank = useBankStep()
  const { arrears } = of
  const paying = useCharge({
    charge: (_: void, request_key) =>
      send(payPhoneNumber, { params: { phone_number_id: of.phone_number_id }, body: { request_key } }),
    act: bank.act,
    onDone: () => {
      toast('numbers_paid', { values: { number: shown } })
      void onPaid()
    },
  })
  const needsCard = paying.refused?.key === 'please_change_billing_details' && !means
  // Another card is what helps against most refusals.
  const showsMeans = needsCard || (paying.refused !== null && means != null)
  return (
    <div className={classes.stack}>
      <div className={classes.bar2} data-tone="red">
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        <span className={classes.grow}>
          {of.released_on === null
            ? t('numbers_unpaid', { number: shown })
            : t('numbers_unpaid_until', { number: shown, day: format.day(of.released_on) })}
        </span>
        {arrears ? (
          <Button
            size="xs"
            loading={paying.isCharging || arrears.is_paying}
            disabled={paying.waiting !== null}
            onClick={() => paying.charge()}
          >
            {t('numbers_pay', { amount: format.amount(arrears.amount, arrears.currency) })}
          </Button>
        ) : null}
      </div>
      {needsCard ? null : <PaymentNotice payment={paying} />}
      {showsMeans ? (
        <MeansRow
          means={means ?? null}
          pays={means ? 'stored' : 'card'}
          onChanged={() => {
            paying.reset()
            void onPaid()
          }}
        />
      ) : null}
      {bank.dialog}
    </div>
  )
}
