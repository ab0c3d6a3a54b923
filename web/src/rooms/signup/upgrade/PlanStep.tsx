import { handleSubmitPromoCodeTrialUpgrade, upgradeTrialUser } from '@cutaway/contract/rooms/signup/upgrade.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn, useSite } from '../../../core/session.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { type Choice, PlanChooser } from '../plans/PlanChooser.tsx'
import { PromoField } from '../sheet/PromoField.tsx'
import { usePlans } from '../sheet/usePlans.ts'
import classes from './Upgrade.module.css'
import type { StepProps } from './UpgradeDialog.tsx'

/** The plan, the number of locations, and a promo code. */
export function PlanStep({ state, onState, onBack, onClose, title, count }: StepProps) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { web_site_id } = useSite()
  const [hasDropped, setDropped] = useState(false)
  const code = hasDropped ? undefined : (state.promo_code ?? undefined)
  const plans = usePlans({ country: state.details.country_code, code, isMember: false, enabled: true })
  const [choice, setChoice] = useState<Choice>({
    locations: Math.max(state.max_location, state.in_use),
    planId: state.billing_plan_id,
  })
  const promo = useMutation({
    mutationFn: (typed: string) =>
      call(handleSubmitPromoCodeTrialUpgrade, { params: { user: user.user_id, site: web_site_id, code: typed } }),
    onSuccess: (next) => {
      setDropped(false)
      setChoice(({ locations }) => ({ locations, planId: null }))
      onState(next)
    },
    onError: (error) => {
      // The code that was taken away counts again.
      if (error instanceof CallFailed && error.key === 'promo_code_already_applied' && hasDropped) setDropped(false)
    },
  })
  const choosing = useMutation({
    mutationFn: ({ planId, locations }: Choice) =>
      call(upgradeTrialUser, { body: { billing_plan_id: planId ?? 0, max_location: locations } }),
    onSuccess: onState,
  })
  const promoError = promo.error instanceof CallFailed ? promo.error.key : plans.promoError
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <FooterNote>{count}</FooterNote>
          <Button onClick={onBack}>{t('back')}</Button>
          <Button
            variant="filled"
            disabled={choice.planId === null || !plans.data?.some(({ id }) => id === choice.planId)}
            loading={choosing.isPending}
            onClick={() => choosing.mutate(choice)}
          >
            {t('signup_to_payment')}
          </Button>
        </>
      }
    >
      <div className={classes.step}>
        {choosing.error ? <FormErrorSummary text={refusalText(choosing.error, t) ?? ''} /> : null}
        <QueryState
          query={{ ...plans, refetch: plans.refetch }}
          failed={t('billing_not_loaded')}
          heading="h3"
          waiting={<SkeletonText lines={6} />}
        >
          {(all) => (
            <PlanChooser
              plans={all.filter(({ is_trial_subscription }) => !is_trial_subscription)}
              choice={choice}
              taxLabel={state.tax_label}
              onChange={setChoice}
            />
          )}
        </QueryState>
        <PromoField
          applied={code}
          error={hasDropped && promoError === 'promo_code_already_applied' ? undefined : promoError}
          isBusy={promo.isPending}
          onApply={(typed) => {
            promo.reset()
            if (typed === undefined) {
              setDropped(true)
              setChoice(({ locations }) => ({ locations, planId: null }))
            } else promo.mutate(typed)
          }}
        />
      </div>
    </Dialog>
  )
}
