import type { DataOf } from '@cutaway/contract/endpoint.ts'
import { confirmBuyTwilioNumber, type Quote } from '@cutaway/contract/rooms/telephony/numbers.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconClockHour4 } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '../../../core/api.ts'
import { isolated } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useBankStep } from '../../billing/pay/BankDialog.tsx'
import { PaymentNotice } from '../../billing/pay/PaymentNotice.tsx'
import { useCharge } from '../../billing/pay/useCharge.ts'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { useShownPhone } from '../../sites/form/usePhones.ts'
import { MeansRow } from '../MeansRow.tsx'
import classes from '../Telephony.module.css'
import { cleanPhone } from './clean-phone.ts'
import { LocationField } from './LocationField.tsx'

/** The price of a number, which holds for five minutes, and the purchase with its confirmation. */
export function QuoteCard({
  quote,
  isAsking,
  onAskAgain,
  onClose,
  onTaken,
  onBought,
  onChanged,
}: {
  quote: Quote | null
  isAsking: boolean
  onAskAgain: () => void
  onClose: () => void
  /** Somebody else has bought the number. */
  onTaken: (phoneNumber: string) => void
  onBought: () => void
  /** Something became of the order, though it is not the buyer's number yet. */
  onChanged: () => void
}) {
  const t = useTexts()
  // Under a long list the price would not be seen: there it comes as a sheet.
  const isNarrow = useMediaQuery('(max-width: 1023px)', undefined, { getInitialValueInEffect: false })
  const next = { isAsking, onAskAgain, onTaken, onBought, onChanged }
  if (isNarrow)
    return quote === null ? null : (
      <Dialog title={t('numbers_quote')} onClose={onClose}>
        <Quoted quote={quote} isTitled {...next} />
      </Dialog>
    )
  if (quote === null)
    return (
      <div className={classes.beside}>
        <Card title={t('numbers_quote')}>
          <p className={classes.hint} aria-busy={isAsking || undefined}>
            {t('numbers_quote_none')}
          </p>
        </Card>
      </div>
    )
  return (
    <div className={classes.beside}>
      <Card>
        <Quoted quote={quote} {...next} />
      </Card>
    </div>
  )
}

/** Seconds until the quote ends, from when it was shown: the clock of this machine may differ from the server's. */
function useSecondsLeft(seconds: number): number {
  const [end] = useState(() => performance.now() + seconds * 1000)
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [end])
  return left
}

function Quoted({
  quote,
  isTitled = false,
  isAsking,
  onAskAgain,
  onTaken,
  onBought,
  onChanged,
}: {
  quote: Quote
  /** Something around it says what it is. */
  isTitled?: boolean
  isAsking: boolean
  onAskAgain: () => void
  onTaken: (phoneNumber: string) => void
  onBought: () => void
  onChanged: () => void
}) {
  const t = useTexts()
  const format = useBillingFormat()
  const shown = useShownPhone()(quote.phone_number)
  const left = useSecondsLeft(quote.seconds)
  const [forward, setForward] = useState('')
  const [location, setLocation] = useState<number | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const bank = useBankStep()
  const buying = useCharge({
    charge: (forward_to: string, request_key) =>
      send(confirmBuyTwilioNumber, {
        body: {
          quote_id: quote.quote_id,
          request_key,
          forward_to,
          ...(location === null ? {} : { location_id: location }),
        },
      }),
    act: bank.act,
    onDone: (data: DataOf<typeof confirmBuyTwilioNumber> | null) => {
      // A payment that was found later: the number is still asked for.
      toast(data?.state === 'owned' ? 'numbers_bought' : 'numbers_getting', { values: { number: isolated(shown) } })
      onBought()
    },
  })
  const isTaken = buying.refused?.key === 'number_taken' || buying.refused?.key === 'number_is_yours'
  // Asked for, and paid: the list above says what becomes of it.
  const isBeingChecked = buying.refused?.key === 'number_being_checked'
  const takenNow = useEffectEvent(() => onTaken(quote.phone_number))
  useEffect(() => {
    if (isTaken) takenNow()
  }, [isTaken])
  const amount = format.amount(quote.due, quote.currency)
  const check = () => {
    const isGood = cleanPhone(forward) !== undefined
    setWrong(!isGood)
    if (isGood) setConfirming(true)
  }
  const hasEnded = left === 0 && !buying.isCharging
  return (
    <>
      <div className={classes.stack}>
        <div className={classes.row}>
          <div className={`${classes.figure} ${classes.grow}`}>
            {isTitled ? null : <span className={classes.label}>{t('numbers_quote')}</span>}
            <bdi dir="ltr" className={`${classes.number} ${classes.big}`}>
              {shown}
            </bdi>
            <span className={classes.hint}>{quote.locality}</span>
          </div>
          <span className={classes.row}>
            <IconClockHour4 size={16} stroke={1.75} aria-hidden />
            <bdi dir="ltr" className={classes.number}>
              {`${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`}
            </bdi>
          </span>
        </div>
        <LocationField value={location} onChange={setLocation} />
        <TextInput
          label={t('numbers_rings')}
          description={t('numbers_forward_hint')}
          error={isWrong ? t('numbers_phone_wrong') : undefined}
          type="tel"
          dir="ltr"
          value={forward}
          onChange={({ currentTarget: { value } }) => setForward(value)}
        />
        <hr className={classes.divider} />
        <div>
          <div className={classes.line}>
            <span className={classes.figure}>
              {t('numbers_due_today')}
              <span className={classes.hint}>{format.range(quote.from_on, quote.next_on)}</span>
            </span>
            <span className={classes.strong}>{amount}</span>
          </div>
          <div className={classes.line}>
            <span className={classes.hint}>{t('numbers_then', { day: format.day(quote.next_on) })}</span>
            <span>{amount}</span>
          </div>
        </div>
        <MeansRow means={quote.means} pays={quote.pays} onChanged={onAskAgain} />
        <PaymentNotice payment={buying} />
        {isTaken || isBeingChecked ? null : hasEnded ? (
          <>
            <p className={classes.bar2} role="status">
              {t('numbers_quote_ended')}
            </p>
            <Button loading={isAsking} onClick={onAskAgain}>
              {t('numbers_ask_again')}
            </Button>
          </>
        ) : (
          <Button
            variant="filled"
            size="md"
            loading={buying.isCharging}
            disabled={buying.waiting !== null || quote.pays === 'card'}
            onClick={check}
          >
            {t('numbers_buy', { amount })}
          </Button>
        )}
        <p className={classes.hint}>{t('numbers_buy_text')}</p>
      </div>
      {isConfirming ? (
        <Dialog
          title={t('numbers_confirm_title', { number: isolated(shown) })}
          onClose={() => setConfirming(false)}
          footer={
            <>
              <Button onClick={() => setConfirming(false)}>{t('cancel')}</Button>
              <Button
                variant="filled"
                onClick={() => {
                  setConfirming(false)
                  buying.charge(cleanPhone(forward) ?? '', { onSettled: onChanged })
                }}
              >
                {t('numbers_buy', { amount })}
              </Button>
            </>
          }
        >
          <p>{t('numbers_confirm_text', { amount })}</p>
        </Dialog>
      ) : null}
      {bank.dialog}
    </>
  )
}
