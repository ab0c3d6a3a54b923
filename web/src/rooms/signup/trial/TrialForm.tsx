import { registerFreeTrailUser, sendFreeTrailOTP } from '@cutaway/contract/rooms/signup/trial.ts'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { CallFailed, send } from '../../../core/api.ts'
import { duration } from '../../../core/i18n/format.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { signedIn } from '../../../core/session.ts'
import { useOneAtATime } from '../../../ui/form/useOneAtATime.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { email as emailRule, optional, required } from '../../sites/form-rules.ts'
import { refusalText } from '../../sites/refusal-text.ts'
import { useFormFields } from '../../sites/useFormFields.tsx'
import { CodeField } from '../form/CodeField.tsx'
import { useSeconds } from '../form/useSeconds.ts'
import { trialKind, type TrialKind } from './preferences.ts'
import classes from './Trial.module.css'

/** What replaces the form: a message key of the server, and the seconds until it ends. */
export interface Stopped {
  key: 'free_trial_temporary_block' | 'free_trial_per_minute_block' | 'free_trial_used'
  seconds: number
}
const stops = new Set<string>(['free_trial_temporary_block', 'free_trial_per_minute_block', 'free_trial_used'])

interface Details {
  token: string
  needs_app_number: boolean
}

/** Asks for a mobile number or a mail address, sends the code, and starts the trial with it. */
export function TrialForm({
  details,
  intro,
  newToken,
  onStopped,
}: {
  details: Details
  intro: string
  /** The page was open for too long: returns a new token. */
  newToken: () => Promise<string>
  onStopped: (why: Stopped) => void
}) {
  const t = useTexts()
  const navigate = useNavigate()
  const kind = trialKind.use() ?? 'mobile'
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [code, setCode] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const wait = useSeconds()
  const form = useForm({
    initialValues: { mobile_number: '', email: '', app_number: '', preferred_date: '' },
    validate: {
      mobile_number: (value) => (kind === 'mobile' ? required('enter_your_mobile', 30)(value) : null),
      email: (value) => (kind === 'email' ? emailRule(value) : null),
      app_number: details.needs_app_number ? required('app_number_missing', 40) : optional(40),
    },
  })
  const { field, wrong, onWrong } = useFormFields(form, {
    ...(kind === 'mobile' ? { mobile_number: t('mobile_phone') } : { email: t('email') }),
    ...(details.needs_app_number ? { app_number: t('app_number') } : {}),
    preferred_date: t('preferred_date'),
  })
  const token = useRef(details.token)
  const address = () =>
    kind === 'mobile'
      ? // The server knows the country of a number without a prefix: the visitor's, else that of the web site.
        { mobile_number: form.values.mobile_number }
      : { email: form.values.email.trim() }

  /** Repeats a call once with a new token if the page was open for too long. */
  async function withToken<A extends { status: 0 | 1; message: string }>(
    work: (token: string) => Promise<A>,
  ): Promise<A> {
    const answer = await work(token.current)
    if (answer.message !== 'free_trial_page_expired') return answer
    token.current = await newToken()
    return work(token.current)
  }
  /** Returns the data of an answer. Throws its refusal; what stops the trial replaces the form. */
  function checked<D>(answer: {
    status: 0 | 1
    message: string
    data: D | null
    http: number
    timeCount?: { second: number } | undefined
  }): D {
    if (answer.status === 1) return answer.data as D
    const seconds = answer.timeCount?.second ?? 60
    if (answer.message === 'code_wait') wait.start(seconds)
    if (stops.has(answer.message)) onStopped({ key: answer.message as Stopped['key'], seconds })
    throw new CallFailed(answer.message, answer.http)
  }

  const sendCode = useOneAtATime(async () =>
    checked(await withToken((current) => send(sendFreeTrailOTP, { body: { token: current, ...address() } }))),
  )
  const sending = useMutation({
    mutationFn: () => sendCode(),
    onSuccess: ({ sent_to, seconds }) => {
      setSentTo(sent_to)
      setCode('')
      wait.start(seconds)
    },
  })
  const begin = useOneAtATime(async () => {
    const { app_number, preferred_date } = form.values
    return checked(
      await withToken((current) =>
        send(registerFreeTrailUser, {
          body: {
            token: current,
            ...address(),
            code,
            ...(app_number === '' ? {} : { app_number }),
            ...(preferred_date === '' ? {} : { preferred_date }),
          },
        }),
      ),
    )
  })
  const starting = useMutation({
    mutationFn: () => begin(),
    onSuccess: (session) => {
      signedIn(session)
      void navigate(paths.home, { replace: true })
    },
    onError: () => setCode(''),
  })
  // The dialog opens before the form is there, so that it cannot give it the focus.
  useEffect(() => {
    const input = sentTo === null ? document.querySelector<HTMLElement>('#mobile_number, #email') : codeInput.current
    input?.focus()
  }, [sentTo, starting.error])

  if (sentTo !== null)
    return (
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (starting.isPending) return
          setIsEmpty(code.length < 6)
          if (code.length < 6) codeInput.current?.focus()
          else starting.mutate()
        }}
      >
        {sending.error && wait.left === 0 ? <FormErrorSummary text={refusalText(sending.error, t)} /> : null}
        <CodeField
          ref={codeInput}
          id="code"
          label={t('one_time_code')}
          description={t('code_sent_to', { address: sentTo })}
          error={
            isEmpty ? t('enter_six_digits') : code === '' && starting.error ? wrongCode(starting.error, t) : undefined
          }
          value={code}
          onChange={(value) => {
            setCode(value)
            setIsEmpty(false)
          }}
        />
        <p className={classes.again}>
          {wait.left > 0 ? (
            <span>{t('code_again_in', { time: duration(wait.left) })}</span>
          ) : (
            <button type="button" disabled={sending.isPending} onClick={() => sending.mutate()}>
              {t('code_again')}
            </button>
          )}
          <button
            type="button"
            onClick={() => {
              setSentTo(null)
              starting.reset()
            }}
          >
            {t(kind === 'mobile' ? 'change_number' : 'change_email')}
          </button>
        </p>
        <Button type="submit" variant="filled" size="md" fullWidth loading={starting.isPending}>
          {t('start_free_trial')}
        </Button>
      </form>
    )
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(() => sending.mutate(), onWrong)}>
      <p className={classes.intro}>{intro}</p>
      <FormErrorSummary errors={wrong} />
      {sending.error && wrong.length === 0 ? <FormErrorSummary text={refusalText(sending.error, t)} /> : null}
      <SegmentedControl<TrialKind>
        fill
        label={t('code_by')}
        segments={[
          { value: 'mobile', label: t('code_by_text') },
          { value: 'email', label: t('code_by_email') },
        ]}
        value={kind}
        onChange={(chosen) => {
          trialKind.set(chosen)
          form.clearErrors()
          sending.reset()
        }}
      />
      {kind === 'mobile' ? (
        <TextInput
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          dir="ltr"
          size="md"
          required
          data-autofocus
          {...field('mobile_number')}
        />
      ) : (
        <TextInput
          type="email"
          inputMode="email"
          autoComplete="email"
          dir="ltr"
          size="md"
          required
          data-autofocus
          {...field('email')}
        />
      )}
      {details.needs_app_number ? <TextInput size="md" dir="ltr" required {...field('app_number')} /> : null}
      <TextInput
        type="date"
        size="md"
        description={t('preferred_date_text')}
        order={['label', 'input', 'description', 'error']}
        {...field('preferred_date')}
      />
      <Button type="submit" variant="filled" size="md" fullWidth loading={sending.isPending}>
        {t('send_code')}
      </Button>
    </form>
  )
}

/** A wrong code reads as such here; the server uses the key of a wrong password. */
function wrongCode(error: Error, t: (key: string) => string): string | undefined {
  return error instanceof CallFailed && error.key === 'incorrect_login_details'
    ? t('one_time_code_wrong')
    : refusalText(error, t)
}
