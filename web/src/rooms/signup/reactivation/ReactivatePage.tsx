import { reactivateAccounts, type ReactivationCheck } from '@cutaway/contract/rooms/billing/reactivation.ts'
import { IconCircleCheck } from '@tabler/icons-react'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSite } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { PasswordField } from '../../../ui/form/PasswordField.tsx'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { required } from '../../sites/form-rules.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { useCaptcha } from '../../sites/useCaptcha.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { forgetHanded, type Handed, takeFromAddress } from './handed.ts'
import { ReactivateSteps } from './ReactivateSteps.tsx'
import classes from './Reactivate.module.css'

const Captcha = lazy(() => withTexts(['sites'], import('../../sites/Captcha.tsx')))
const captchaKeys = new Set(['captcha_required', 'captcha_not_solved'])

export type ReactivatedAccount = NonNullable<ReactivationCheck['account']>

// Before React draws anything: an error of the page is reported with its address.
takeFromAddress(paths.reactivate)

/**
 * /subscription_reactivate, /reactivateAccount and /reactivatePaypalAccount: brings back an account whose subscription
 * has ended. User name and password, then the plan, then the payment; it opens no session.
 */
export default function ReactivatePage() {
  const t = useTexts()
  const { web_site_id, contact_email: email } = useSite()
  const [given] = useState<Handed | null>(() => takeFromAddress(paths.reactivate))
  const [isDone, setIsDone] = useState(false)
  usePage(t('reactivate_title'))
  const [isHumanAsked, setIsHumanAsked] = useState(false)
  const { captcha, prove, reset } = useCaptcha()
  const checkOnce = useOneAtATime(async ({ username, password }: Pick<Handed, 'username' | 'password'>) => {
    // After several wrong passwords the server asks for one, as at the log-in.
    const proof = isHumanAsked ? { captcha: await prove() } : {}
    return call(reactivateAccounts, { body: { username: username.trim(), password, web_site_id, ...proof } })
  })
  const checking = useMutation({
    mutationFn: (typed: Pick<Handed, 'username' | 'password'>) => checkOnce(typed),
    onError: (error) => {
      if (error instanceof CallFailed && captchaKeys.has(error.key)) setIsHumanAsked(true)
      reset()
    },
  })
  const { mutate: check } = checking
  const isBegun = useRef(false)
  useEffect(() => {
    if (given === null || isBegun.current) return
    isBegun.current = true
    forgetHanded()
    check(given)
  }, [given, check])
  const toLogin = (
    <Button component={Link} to={paths.login} variant="filled">
      {t('log_in')}
    </Button>
  )
  const { data } = checking
  const isChecking = checking.isPending && given !== null
  return (
    <div className={classes.page}>
      {isDone ? (
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t('reactivate_done_title')}
          text={t('reactivate_done_text')}
          action={
            given?.returnTo ? (
              <Button component="a" href={given.returnTo} variant="filled">
                {t('reactivate_continue')}
              </Button>
            ) : (
              toLogin
            )
          }
        />
      ) : data?.result === 'already_active' ? (
        <EmptyState
          heading="h1"
          icon={IconCircleCheck}
          title={t('already active')}
          text={t('reactivate_active_text')}
          action={toLogin}
        />
      ) : data?.account && data.account.way !== 'none' ? (
        <ReactivateSteps account={data.account} promo={given?.promo} onDone={() => setIsDone(true)} />
      ) : isChecking ? (
        <>
          <h1>{t('reactivate_title')}</h1>
          <SkeletonText lines={5} />
        </>
      ) : (
        <CheckForm
          username={checking.variables?.username ?? given?.username ?? ''}
          error={
            data?.result === 'invalid_user'
              ? t('invalid user')
              : data?.account
                ? t('unable_to_proceed_please_try_later')
                : refusalText(checking.error, t)
          }
          help={t('reactivate_help', { email })}
          isBusy={checking.isPending}
          captcha={
            isHumanAsked ? (
              <Suspense fallback={null}>
                <Captcha ref={captcha} />
              </Suspense>
            ) : null
          }
          onCheck={check}
        />
      )}
    </div>
  )
}

function CheckForm({
  username,
  error,
  help,
  isBusy,
  captcha,
  onCheck,
}: {
  username: string
  error: string | undefined
  help: string
  isBusy: boolean
  /** Shown where the server asks for one. */
  captcha: ReactNode
  onCheck: (typed: { username: string; password: string }) => void
}) {
  const t = useTexts()
  const form = useForm({
    initialValues: { username, password: '' },
    validate: {
      username: required('enter_your_user_name'),
      password: (password) => (password === '' ? 'enter_your_password' : null),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, { username: t('user_name'), password: t('password') })
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(onCheck, onWrong)}>
      <h1>{t('reactivate_title')}</h1>
      <p className={classes.text}>{t('reactivate_text')}</p>
      <FormErrorSummary errors={wrong} />
      {error !== undefined && wrong.length === 0 ? <FormErrorSummary text={error} /> : null}
      <TextInput size="md" autoComplete="username" dir="ltr" required {...field('username')} />
      <PasswordField size="md" autoComplete="current-password" required {...field('password')} />
      {captcha}
      <Button type="submit" variant="filled" size="md" fullWidth loading={isBusy}>
        {t('reactivate_check')}
      </Button>
      <p className={classes.hint}>{help}</p>
    </form>
  )
}
