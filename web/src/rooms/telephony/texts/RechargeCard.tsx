import { saveSmsRecharge, type Balance } from '@cutaway/contract/rooms/telephony/bundles.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { Switch } from '../../../ui/form/Choice.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { useBillingFormat } from '../../billing/useBillingFormat.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import classes from '../Telephony.module.css'

/** The automatic recharge: below which balance what is bought, up to how much in a month. */
export function RechargeCard({ now, onSaved }: { now: Balance; onSaved: () => Promise<void> }) {
  const t = useTexts()
  const format = useBillingFormat()
  const { number } = useFormat()
  const { user } = useSignedIn()
  const { recharge } = now
  const stored = {
    is_on: recharge.is_on,
    below: String(recharge.below),
    bundle_id: String(recharge.bundle_id ?? now.bundles[0]?.bundle_id ?? ''),
    cap: recharge.cap,
  }
  const [typed, setTyped] = useState(stored)
  const [isWrong, setWrong] = useState(false)
  const saving = useMutation({
    mutationFn: (values: typeof stored) =>
      call(saveSmsRecharge, {
        params: { user: user.user_id },
        body: {
          is_on: values.is_on,
          below: Number(values.below),
          bundle_id: Number(values.bundle_id),
          cap: values.cap.replace(',', '.'),
        },
      }),
    onSuccess: async (saved) => {
      setTyped({
        is_on: saved.is_on,
        below: String(saved.below),
        bundle_id: String(saved.bundle_id),
        cap: saved.cap,
      })
      toast('texts_recharge_saved')
      await onSaved()
    },
  })
  const hasChanged = JSON.stringify(typed) !== JSON.stringify(stored) || recharge.paused_by === 'declined'
  const save = () => {
    const isGood = /^[1-9]\d{0,5}$/.test(typed.below) && /^\d{1,7}([.,]\d{1,2})?$/.test(typed.cap)
    setWrong(!isGood)
    if (isGood) saving.mutate(typed)
  }
  const cap = format.amount(recharge.cap, now.currency)
  const error = isWrong ? t('texts_recharge_wrong') : refusalText(saving.error, t)
  return (
    <Card>
      <div className={classes.stack}>
        <div className={classes.row}>
          <Switch
            className={`${classes.grow} ${classes.titled}`}
            label={t('texts_recharge')}
            description={t('texts_recharge_text')}
            checked={typed.is_on}
            onChange={({ currentTarget: { checked } }) => setTyped({ ...typed, is_on: checked })}
          />
          {recharge.is_on ? (
            <span className={classes.spent}>
              {t('texts_recharge_spent', { spent: format.amount(recharge.spent, now.currency), cap })}
              <progress value={Number(recharge.spent)} max={Number(recharge.cap)} aria-hidden />
            </span>
          ) : null}
        </div>
        {recharge.is_on && recharge.paused_by !== null ? (
          <p className={classes.bar2} data-tone={recharge.paused_by === 'declined' ? 'red' : undefined} role="status">
            {t(recharge.paused_by === 'declined' ? 'texts_recharge_declined' : 'texts_recharge_capped', { cap })}
          </p>
        ) : null}
        {error ? <FormErrorSummary text={error} /> : null}
        <div className={classes.form} data-ends>
          <TextInput
            label={t('texts_recharge_below')}
            inputMode="numeric"
            value={typed.below}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, below: value })}
          />
          <NativeSelect
            label={t('texts_recharge_bundle')}
            value={typed.bundle_id}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, bundle_id: value })}
            data={now.bundles.map((one) => ({
              value: String(one.bundle_id),
              label: t('texts_bundle', {
                count: number(one.sms_bundle),
                price: format.amount(one.total_amount, now.currency),
              }),
            }))}
          />
          <TextInput
            label={t('texts_recharge_cap')}
            inputMode="decimal"
            dir="ltr"
            value={typed.cap}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, cap: value })}
          />
          <Button loading={saving.isPending} disabled={!hasChanged} onClick={save}>
            {t('save_changes')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
