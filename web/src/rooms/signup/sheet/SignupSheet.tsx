import { getAllBillingPlans, getSignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import { getRegistration } from '@cutaway/contract/rooms/signup/registration.ts'
import { getCountry } from '@cutaway/contract/rooms/sites/sites.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { call, CallFailed } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { countryChoices } from '../../sites/contact/countries.ts'
import { OrderCard } from '../plans/OrderCard.tsx'
import type { Choice } from '../plans/PlanChooser.tsx'
import { AccountReady, type PaidFor } from '../ready/AccountReady.tsx'
import { type Contact, ContactStep, empty, type Flow, type Saved } from './ContactStep.tsx'
import { PaymentStep } from './PaymentStep.tsx'

/** The draft of this browser's sign-up; null without one. */
async function readDraft() {
  try {
    const draft = await call(getRegistration)
    return draft.state === 'draft' || draft.state === 'paying' ? draft : null
  } catch (error) {
    if (error instanceof CallFailed && error.key === 'registration_missing') return null
    throw error
  }
}

/** The sign-up with a payment: plan and contact, then the card or PayPal, then the account. A reloaded page goes on. */
export default function SignupSheet({
  flow: first,
  promo,
  onClose,
}: {
  flow: Flow
  promo: string | undefined
  onClose: () => void
}) {
  const t = useTexts()
  const { web_site_id } = useSite()
  const { language_code } = useLanguage()
  const [country, setCountry] = useState<string | null>(null)
  const [typed, setTyped] = useState<Contact | null>(null)
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [saved, setSaved] = useState<Saved | null>(null)
  const [paid, setPaid] = useState<PaidFor | null>(null)
  const draft = useQuery({ queryKey: ['registration'], queryFn: readDraft, gcTime: 0, staleTime: Infinity })
  const at = country ?? draft.data?.contact['country_code'] ?? first.country_code
  const flows = useQuery({
    queryKey: ['sign-up flow', web_site_id, at],
    queryFn: ({ signal }) => call(getSignupFlow, { params: { web_site_id, country: at }, signal }),
    enabled: draft.data !== undefined,
    ...(at === first.country_code ? { initialData: first } : {}),
    staleTime: 60_000,
  })
  const plans = useQuery({
    queryKey: ['billing plans', web_site_id, at, promo],
    queryFn: ({ signal }) =>
      call(getAllBillingPlans, {
        params: { web_site_id, country: at },
        ...(promo ? { query: { promo_code: promo } } : {}),
        signal,
      }),
    enabled: draft.data !== undefined,
    staleTime: 60_000,
    retry: false,
  })
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: ({ signal }) => call(getCountry, { signal }),
    staleTime: Infinity,
  })
  const countryNames = useMemo(
    () => countryChoices(countries.data ?? [], language_code),
    [countries.data, language_code],
  )
  const onPaid = useCallback((given: PaidFor) => setPaid(given), [])

  const title = t(saved?.kind === 'pay' && !paid ? 'signup_pay_title' : 'signup_title')
  const sheet = (content: React.ReactNode, size: 'md' | 'lg' = 'lg') => (
    <Dialog title={title} size={size} onClose={onClose}>
      {content}
    </Dialog>
  )
  if (paid) return sheet(<AccountReady paid={paid} />, 'md')
  const failed = draft.error ?? flows.error ?? plans.error
  if (failed)
    return sheet(
      <ErrorState
        title={t('page_broken')}
        error={failed}
        busy={draft.isFetching || plans.isFetching}
        onRetry={() => void Promise.all([draft.refetch(), flows.refetch(), plans.refetch()])}
      />,
    )
  const flow = flows.data
  if (draft.data === undefined || !flow || !plans.data) return sheet(<SkeletonText lines={8} />)
  const before = draft.data
  const choice = chosen ?? {
    locations: before?.max_location ?? 1,
    planId: plans.data.find(({ id }) => id === before?.billing_plan_id)?.id ?? plans.data[0]?.id ?? null,
  }
  const contact = typed ?? { ...empty, ...pick(before?.contact) }
  if (saved?.kind === 'pay') {
    const plan = plans.data.find(({ id }) => id === choice.planId)
    return sheet(
      <PaymentStep
        userId={saved.userId}
        provider={flow.flow === 'eway_au' ? 'eway' : 'cybersource'}
        needsCode={flow.payment_code && flow.flow === 'cybersource'}
        phone={saved.phone}
        renderOrder={(buttons) => (
          <OrderCard plan={plan} locations={choice.locations} taxLabel={flow.tax_label}>
            {buttons}
          </OrderCard>
        )}
        onBack={() => setSaved(null)}
        onPaid={onPaid}
      />,
    )
  }
  return sheet(
    <ContactStep
      // Another country has other plans and fields; what was typed stays.
      key={at}
      flow={flow}
      plans={plans.data}
      promo={promo}
      choice={choice}
      onChoose={setChosen}
      contact={contact}
      isHuman={before?.is_human ?? false}
      countryNames={countryNames}
      onCountry={(next, values) => {
        setTyped(values)
        setChosen({ ...choice, planId: null })
        setCountry(next)
      }}
      onSaved={(given, values) => {
        setTyped(values)
        setChosen(choice)
        if (given.kind === 'elsewhere') return location.assign(given.url)
        if (given.kind === 'active') return setPaid({ amount: '0.00', currency: 'USD', email: given.email })
        setSaved(given)
        void draft.refetch()
      }}
    />,
  )
}

/** Returns the fields of a stored draft that the form has. */
const pick = (contact: Record<string, string> = {}): Partial<Contact> =>
  Object.fromEntries(Object.entries(contact).filter(([name]) => name in empty))
