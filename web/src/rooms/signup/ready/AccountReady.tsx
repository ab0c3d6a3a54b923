import { login } from '@cutaway/contract/rooms/sessions.ts'
import { claimAccount, getRegistration } from '@cutaway/contract/rooms/signup/registration.ts'
import { IconChevronRight, IconCircleCheck, IconEye, IconEyeOff, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, CallFailed } from '../../../core/api.ts'
import { useFormat, useTexts } from '../../../core/i18n/i18n.ts'
import { signedIn, useSite } from '../../../core/session.ts'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { minorOf } from '@cutaway/contract/rooms/billing/plan-price.ts'
import { paths } from '../../../paths.ts'
import { ActionIcon, Button } from '../../../ui/form/Button.tsx'
import { CopyButton } from '../../../ui/form/CopyButton.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { brandOf } from '../../billing/overview/standing.ts'
import { OutboxHint } from '../../messaging/OutboxHint.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { currencyOf } from '../plans/plan-choice.ts'
import { SampleStill } from '../plans/SampleStill.tsx'
import classes from './AccountReady.module.css'

/** The account as it is shown once. */
export interface Claimed {
  user_id: number
  username: string
  password: string
  reactivation_token: string
}

/** A payment that has succeeded, as the calls tell it. */
export interface PaidFor {
  amount: string
  currency: string
  email: string
  receipt?: { number: string; brand: string | null; last4: string | null } | undefined
}
export interface Paid extends PaidFor {
  /** What a payment by card returns at once; null where it was claimed before. */
  user?: Claimed | null
}

const firstSteps = [
  { key: 'locations', to: paths.locations },
  { key: 'people', to: paths.manageUsers },
  { key: 'film', to: paths.home },
] as const

/**
 * The end of a sign-up. The password is made when the person asks for it, or with a payment by card, and shown once; a
 * reloaded page leads to the link in the mail.
 */
export function AccountReady({ paid, isMember }: { paid: Paid; isMember?: boolean }) {
  const t = useTexts()
  const { money } = useFormat()
  const { web_site_id, features } = useSite()
  const navigate = useNavigate()
  const isDirect = features.includes('direct_view_subscription')
  const claiming = useMutation({ mutationFn: useOneAtATime(() => call(claimAccount)) })
  // The page of this web site that the person came from, which the server has checked.
  const { data: registration } = useQuery({
    queryKey: ['registration', 'return'],
    queryFn: () => call(getRegistration),
    retry: false,
    gcTime: 0,
  })
  const opened = useRef<Awaited<ReturnType<typeof enter>> | null>(null)
  const enter = ({ username, password }: Claimed) => call(login, { body: { username, password } })
  const entering = useMutation({
    mutationFn: async ({ user: given }: { user: Claimed; to: string }) => opened.current ?? enter(given),
    onSuccess: (session, { to }) => {
      if (to !== paths.home || !registration?.return_url) {
        signedIn(session)
        void navigate(to, { replace: true })
      } else location.assign(registration.return_url)
    },
  })
  const user = claiming.data ?? paid.user
  // A web site with direct view logs in by itself; the session is used when the person goes on, so that the password stays.
  const opening = useMutation({
    mutationFn: enter,
    onSuccess: (session) => {
      opened.current = session
    },
  })
  const { mutate: open, isIdle } = opening
  useEffect(() => {
    if (isDirect && user && isIdle) open(user)
  }, [isDirect, user, isIdle, open])
  const error = claiming.error ?? entering.error
  const minor = minorOf(paid.amount)
  const amount = money(minor, currencyOf(paid))
  const paidText = () => {
    const { email, receipt } = paid
    if (minor === 0) return t('account_free', { email })
    if (!receipt) return t('account_paid', { amount, email })
    const { number, brand, last4 } = receipt
    const card = last4 === null ? brand && brandOf(brand, t) : t('means_card', { brand: brandOf(brand, t), last4 })
    return card === null
      ? t('account_paid_receipt', { amount, number, email })
      : t('account_paid_card', { amount, card, number, email })
  }
  const link = user
    ? `${location.origin}/reactivateAccount/${encodeURIComponent(user.username)}/${user.reactivation_token}/${web_site_id}`
    : ''
  return (
    <div className={classes.sides} data-two={user && !isMember ? true : undefined}>
      <div className={classes.ready}>
        <div className={classes.head}>
          <span className={classes.mark}>
            <IconCircleCheck size={40} stroke={1.5} aria-hidden />
          </span>
          <div>
            <h1>{t('account_ready_title')}</h1>
            <p>
              {paidText()} <OutboxHint />
            </p>
          </div>
        </div>
        {error ? <FormErrorSummary text={refusalText(error, t) ?? ''} /> : null}
        {user ? (
          <>
            <Card padded={false}>
              <div className={classes.top}>
                <div>
                  <h2>{t('account_login')}</h2>
                  <p>{t('account_once')}</p>
                </div>
                <Button
                  variant="subtle"
                  size="xs"
                  className={classes.print}
                  leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />}
                  onClick={() => print()}
                >
                  {t('print')}
                </Button>
              </div>
              <dl className={classes.rows}>
                <Row label={t('account_name_label')} text={user.username} copy={t('account_copy_name')} />
                <Row label={t('password')} text={user.password} copy={t('account_copy_password')} isSecret />
              </dl>
            </Card>
            <div className={classes.acts}>
              <Button
                variant="filled"
                size="lg"
                loading={entering.isPending}
                onClick={() =>
                  isMember
                    ? void navigate(paths.openLoginDialog, { replace: true })
                    : entering.mutate({ user, to: paths.home })
                }
              >
                {t(isDirect ? 'account_open' : 'log_in')}
              </Button>
              {isMember ? null : (
                <Button size="lg" onClick={() => entering.mutate({ user, to: paths.personalSettings })}>
                  {t('account_own_password')}
                </Button>
              )}
            </div>
            <div className={classes.back}>
              <h2>{t('account_reactivate_title')}</h2>
              <p id="reactivate-text">{t('account_reactivate_text')}</p>
              <div className={classes.linkRow}>
                <input
                  className={classes.linkText}
                  readOnly
                  dir="ltr"
                  value={link}
                  aria-label={t('account_reactivate_title')}
                  aria-describedby="reactivate-text"
                  onFocus={({ currentTarget }) => currentTarget.select()}
                />
                <CopyButton text={link} notices={{ done: 'account_text_copied', failed: 'account_not_copied' }}>
                  {t('account_copy_link')}
                </CopyButton>
              </div>
            </div>
          </>
        ) : claiming.error instanceof CallFailed && claiming.error.key === 'account_claimed' ? (
          <Button component={Link} to={paths.login} variant="filled" size="lg" preventScrollReset>
            {t('log_in')}
          </Button>
        ) : (
          <Button variant="filled" size="lg" loading={claiming.isPending} onClick={() => claiming.mutate()}>
            {t('account_show_login')}
          </Button>
        )}
      </div>
      {user && !isMember ? (
        <Card padded={false}>
          <SampleStill className={classes.still} />
          <div className={classes.words}>
            <h2>{t('account_first_steps')}</h2>
          </div>
          <ol className={classes.steps}>
            {firstSteps.map(({ key, to }, n) => (
              <li key={key}>
                <button type="button" disabled={entering.isPending} onClick={() => entering.mutate({ user, to })}>
                  <span className={classes.number} aria-hidden>
                    {n + 1}
                  </span>
                  <span>
                    <strong>{t(`account_step_${key}`)}</strong>
                    <span>{t(`account_step_${key}_text`)}</span>
                  </span>
                  <IconChevronRight className="flip" size={18} stroke={1.75} aria-hidden />
                </button>
              </li>
            ))}
          </ol>
        </Card>
      ) : null}
    </div>
  )
}

function Row({ label, text, copy, isSecret }: { label: string; text: string; copy: string; isSecret?: boolean }) {
  const t = useTexts()
  const [isHidden, setIsHidden] = useState(false)
  const Eye = isHidden ? IconEye : IconEyeOff
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr" className={isSecret ? classes.secret : undefined}>
          {isHidden ? '•'.repeat(12) : text}
        </bdi>
        <span className={classes.tools}>
          {isSecret ? (
            <ActionIcon
              size="xs"
              aria-label={t(isHidden ? 'show_password' : 'hide_password')}
              onClick={() => setIsHidden(!isHidden)}
            >
              <Eye size={18} stroke={1.75} />
            </ActionIcon>
          ) : null}
          <CopyButton
            size="xs"
            text={text}
            notices={{ done: 'account_text_copied', failed: 'account_not_copied' }}
            aria-label={copy}
          >
            {t('signup_copy')}
          </CopyButton>
        </span>
      </dd>
    </div>
  )
}
