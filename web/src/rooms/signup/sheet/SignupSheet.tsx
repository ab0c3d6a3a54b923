import { getSignupFlow } from '@cutaway/contract/rooms/signup/plans.ts'
import { getRegistration } from '@cutaway/contract/rooms/signup/registration.ts'
import { getCountry } from '@cutaway/contract/rooms/sites/sites.ts'
import { IconSchool, IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { call, CallFailed } from '../../../core/api.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { countryChoices } from '../../sites/contact/countries.ts'
import { rememberCovidCode } from '../../sites/contact/covid-code.ts'
import { OrderCard } from '../plans/OrderCard.tsx'
import type { Choice } from '../plans/PlanChooser.tsx'
import { offered } from '../plans/plan-choice.ts'
import { AccountReady, type Paid } from '../ready/AccountReady.tsx'
import { SchoolDone } from '../school/SchoolDone.tsx'
import { SchoolForm } from '../school/SchoolForm.tsx'
import { contactOf, empty } from './contact.ts'
import { ContactStep, type Flow } from './ContactStep.tsx'
import { OpenPayment } from './OpenPayment.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { PromoField } from './PromoField.tsx'
import classes from './Sheet.module.css'
import { SheetFrame, type SheetStep } from './SheetFrame.tsx'
import { forgetTyped, nothingTyped, readTyped, storeTyped, type Typed } from './typed.ts'
import { usePlans } from './usePlans.ts'

/** The registration of this browser, as long as it is not over; null without one. */
async function readDraft() {
  try {
    return await call(getRegistration)
  } catch (error) {
    if (error instanceof CallFailed && error.key === 'registration_missing') return null
    throw error
  }
}

const userTypes = ['independent workshop', 'new car dealer'] as const
type UserType = (typeof userTypes)[number]

/**
 * The sign-up with a payment: plan and contact, then the card or PayPal, then the account. The step is part of the
 * address, so that the back button goes a step back and a reloaded page goes on where it was.
 */
export default function SignupSheet({
  flow: first,
  promo: ofUrl,
  onClose,
}: {
  flow: Flow
  /** The promo code of the address. */
  promo: string | undefined
  onClose: () => void
}) {
  const t = useTexts()
  const { web_site_id, features } = useSite()
  const { language_code } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const step = query.get('step')
  const [typed, setTyped] = useState<Typed>(() => readTyped() ?? nothingTyped)
  const [isSchool, setIsSchool] = useState(false)
  const [schoolMail, setSchoolMail] = useState<string | null>(null)
  const [userType, setUserType] = useState<UserType>(
    features.includes('au_user_type_new_car_dealer') ? 'new car dealer' : 'independent workshop',
  )
  const [paid, setPaid] = useState<Paid | null>(null)
  const draft = useQuery({ queryKey: ['registration'], queryFn: readDraft, gcTime: 0, staleTime: Infinity })
  const { refetch } = draft
  const readAgain = useCallback(() => void refetch(), [refetch])
  const before = draft.data?.state === 'draft' || draft.data?.state === 'paying' ? draft.data : null
  const at = typed.country ?? before?.contact['country_code'] ?? first.country_code
  const flows = useQuery({
    queryKey: ['sign-up flow', web_site_id, at],
    queryFn: ({ signal }) => call(getSignupFlow, { params: { web_site_id, country: at }, signal }),
    enabled: draft.data !== undefined,
    ...(at === first.country_code ? { initialData: first } : {}),
    staleTime: 60_000,
  })
  const flow = flows.data
  const isMember = typed.member === true && flow?.flow === 'eway_au' && flow.capricorn
  const code = typed.promo === '' ? undefined : (typed.promo ?? ofUrl ?? before?.promo_code ?? undefined)
  const plans = usePlans({
    country: at,
    code: isMember ? undefined : code,
    isMember,
    enabled: draft.data !== undefined,
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
  const keep = (more: Partial<Typed>) =>
    setTyped((was) => {
      const next = { ...was, ...more }
      storeTyped(next)
      return next
    })
  const goTo = useCallback(
    (next: SheetStep | null, replace = false) =>
      setQuery(
        (was) => {
          const changed = new URLSearchParams(was)
          if (next === null) changed.delete('step')
          else changed.set('step', next)
          return changed
        },
        { replace, preventScrollReset: true },
      ),
    [setQuery],
  )
  const onPaid = useCallback(
    (given: Paid) => {
      forgetTyped()
      setPaid(given)
      goTo('done', true)
    },
    [goTo],
  )

  const isCard = flow?.flow === 'cybersource' || flow?.flow === 'eway_au'
  const steps: SheetStep[] = isMember || isSchool ? ['plan', 'done'] : ['plan', 'pay', 'done']
  const sheet = (title: string, current: SheetStep, content: ReactNode) => (
    <SheetFrame title={title} step={current} steps={steps} onClose={onClose}>
      {content}
    </SheetFrame>
  )
  const ready = (given: Paid) =>
    sheet(t('account_ready_title'), 'done', <AccountReady paid={given} isMember={isMember} />)
  if (paid) return ready(paid)
  const failed = draft.error ?? flows.error ?? plans.error
  if (failed)
    return sheet(
      t('signup_title'),
      'plan',
      <ErrorState
        title={t('page_broken')}
        error={failed}
        busy={draft.isFetching || plans.isFetching}
        onRetry={() => void Promise.all([draft.refetch(), flows.refetch(), plans.refetch()])}
      />,
    )
  if (draft.data === undefined || !flow || !plans.data)
    return sheet(t('signup_title'), 'plan', <SkeletonText lines={8} />)

  // A reloaded page asks how the payment ended; so does a page that was left while one was under way.
  const isOver = step === 'done' && draft.data?.state === 'active'
  if (isOver || before?.state === 'paying') {
    return (
      <OpenPayment
        isActive={isOver}
        isCard={isCard}
        userId={draft.data?.user_id ?? 0}
        email={draft.data?.contact['email'] ?? ''}
        renderReady={ready}
        renderOther={(content) => sheet(t('signup_pay_title'), 'pay', content)}
        onEnded={() => {
          goTo(null, true)
          void draft.refetch()
        }}
        onCardAgain={() => {
          goTo('pay', true)
          void draft.refetch()
        }}
      />
    )
  }

  const locations = typed.locations ?? before?.max_location ?? 1
  // 0: the choice was cleared, because the plan does not cover the number of locations.
  const fitting = offered(plans.data, locations)
  const known = fitting.find(({ id }) => id === (typed.planId ?? before?.billing_plan_id))
  const choice: Choice = { locations, planId: typed.planId === 0 ? null : ((known ?? fitting[0])?.id ?? null) }
  const contact = typed.contact ?? { ...empty, ...contactOf(before?.contact) }

  function payment() {
    const of = draft.data?.contact ?? {}
    const plan = plans.data?.find(({ id }) => id === draft.data?.billing_plan_id)
    const line = [
      of['businessentity_street1'],
      of['businessentity_city'],
      [of['businessentity_state'], of['businessentity_zip']].filter(Boolean).join(' '),
      countryNames.find(({ value }) => value === of['country_code'])?.label,
    ]
    return sheet(
      t('signup_pay_title'),
      'pay',
      <PaymentStep
        head={
          <div className={classes.title}>
            <h2>{t('signup_pay_title')}</h2>
            <p>
              <bdi>{of['business_name']}</bdi>, <bdi>{of['email']}</bdi> ·{' '}
              <button type="button" className={classes.change} onClick={() => goTo(null)}>
                {t('signup_change')}
              </button>
            </p>
          </div>
        }
        userId={draft.data?.user_id ?? 0}
        provider={flow?.flow === 'eway_au' ? 'eway' : 'cybersource'}
        needsCode={Boolean(flow?.payment_code) && flow?.flow === 'cybersource'}
        phone={of['phone'] ?? ''}
        address={line.filter(Boolean).join(', ')}
        country={at}
        countryNames={countryNames}
        billing={typed.billing}
        onBilling={(billing) => keep({ billing })}
        renderOrder={(buttons) => (
          <OrderCard
            plan={plan}
            locations={draft.data?.max_location ?? 1}
            today={flow?.today ?? first.today}
            taxLabel={flow?.tax_label ?? ''}
          >
            {buttons}
          </OrderCard>
        )}
        onBack={() => goTo(null)}
        onPaid={onPaid}
        onLeft={readAgain}
      />,
    )
  }
  if (step === 'pay' && before && before.flow !== 'capricorn' && isCard) return payment()

  const head = (
    <div className={classes.intro}>
      <div className={classes.title}>
        <h2>{t('signup_title')}</h2>
        <p>
          {t('signup_have_account')}{' '}
          <Link to={paths.login} className={classes.link} preventScrollReset>
            {t('log_in')}
          </Link>
        </p>
        {flow.education && flow.flow === 'cybersource' ? (
          <div className={classes.kinds}>
            <SegmentedControl
              label={t('signup_kind')}
              fill="phone"
              value={isSchool ? 'school' : 'business'}
              segments={[
                {
                  value: 'business',
                  label: t('signup_kind_business'),
                  icon: <IconTool size={16} stroke={1.75} aria-hidden />,
                },
                { value: 'school', label: t('school_name'), icon: <IconSchool size={16} stroke={1.75} aria-hidden /> },
              ]}
              onChange={(kind) => setIsSchool(kind === 'school')}
            />
          </div>
        ) : null}
        {flow.flow === 'eway_au' || flow.flow === 'paypal_nz' ? (
          <div className={classes.kinds}>
            <SegmentedControl
              label={t('signup_kind')}
              fill="phone"
              value={userType}
              segments={userTypes.map((value) => ({ value, label: t(value) }))}
              onChange={setUserType}
            />
          </div>
        ) : null}
      </div>
      {flow.capricorn && flow.flow === 'eway_au' && !isSchool ? (
        <div className={classes.part}>
          <h3>{t('membership_question')}</h3>
          <div>
            <SegmentedControl
              label={t('membership_question')}
              value={isMember ? 'yes' : 'no'}
              segments={[
                { value: 'no', label: t('answer_no') },
                { value: 'yes', label: t('answer_yes') },
              ]}
              onChange={(answer) => keep({ member: answer === 'yes', planId: null })}
            />
          </div>
        </div>
      ) : null}
    </div>
  )
  if (isSchool)
    return sheet(
      t('school_title'),
      schoolMail === null ? 'plan' : 'done',
      <div className={classes.fields} data-narrow>
        {schoolMail === null ? head : null}
        {schoolMail === null ? (
          <SchoolForm id="school" kind="education" country={at} onSent={setSchoolMail}>
            {(isBusy) => (
              <Button type="submit" variant="filled" size="lg" loading={isBusy}>
                {t('create_account')}
              </Button>
            )}
          </SchoolForm>
        ) : (
          <SchoolDone kind="education" email={schoolMail} />
        )}
      </div>,
    )
  return sheet(
    t('signup_title'),
    'plan',
    <ContactStep
      // Another country has other plans and fields; what was typed stays.
      key={`${at} ${isMember}`}
      head={head}
      promoField={
        isMember ? null : (
          <PromoField
            applied={code}
            error={plans.promoError}
            isBusy={plans.isFetching}
            onApply={(promo) => {
              if (promo !== undefined) rememberCovidCode(promo)
              keep({ promo: promo ?? '', planId: null })
            }}
          />
        )
      }
      flow={flow}
      plans={plans.data}
      promo={
        code !== undefined && plans.promoError === undefined && !isMember
          ? { code, isOfUrl: code === ofUrl }
          : undefined
      }
      userType={flow.flow === 'cybersource' || flow.flow === 'paypal_intl' ? undefined : userType}
      isMember={isMember}
      choice={choice}
      onChoose={(next) => keep({ locations: next.locations, planId: next.planId ?? 0 })}
      contact={contact}
      billing={typed.billing}
      onBilling={(billing) => keep({ billing })}
      isHuman={before?.is_human ?? false}
      countryNames={countryNames}
      onCountry={(country) => keep({ country, planId: null })}
      onType={(next) => keep({ contact: next })}
      onSaved={(saved) => {
        if (saved.kind === 'elsewhere') return location.assign(saved.url)
        if (saved.kind === 'active')
          return onPaid({ amount: '0.00', currency: 'USD', email: saved.email, user: saved.user })
        void draft.refetch().then(() => goTo('pay'))
      }}
    />,
  )
}
