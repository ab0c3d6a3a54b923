import { beginSecondStep, completeLogin } from '@cutaway/contract/rooms/sessions/second-step.ts'
import type { Session } from '@cutaway/contract/rooms/sessions.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { signedIn } from '../../../core/session.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FormErrorSummary } from '../../../ui/form/FormErrorSummary.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import { refusalText } from '../../sites/refusal-text.ts'
import { afterLogin } from '../after-login.ts'
import { formValue } from '../form-value.ts'
import classes from '../Login.module.css'
import { loginRefusal, type Refused } from '../login-refusal.ts'
import own from './SecondStep.module.css'
import { provePasskey } from './webauthn.ts'

/** Asks for the second step after the right password: a passkey, a code of the app, or a recovery code. */
export default function SecondStepForm({
  onBack,
  onStopped,
}: {
  /** The step has expired: back to the password. */
  onBack: () => void
  onStopped: (why: Exclude<Refused, { kind: 'box' }>) => void
}) {
  const t = useTexts()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['second step of a login'],
    queryFn: () => call(beginSecondStep),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const isExpired = error instanceof CallFailed && error.key === 'login_step_expired'
  if (isExpired)
    return (
      <div className={classes.form}>
        <FormErrorSummary text={t('login_step_expired')} />
        <Button variant="filled" size="md" fullWidth data-autofocus onClick={onBack}>
          {t('back_to_login')}
        </Button>
      </div>
    )
  if (error)
    return <ErrorState title={t('page_broken')} error={error} busy={isFetching} onRetry={() => void refetch()} />
  if (!data) return <SkeletonText lines={3} />
  return <Ways ways={data} onBack={onBack} onStopped={onStopped} />
}

function Ways({
  ways,
  onBack,
  onStopped,
}: {
  ways: { has_app: boolean; passkey: Record<string, unknown> | null; has_recovery_codes: boolean }
  onBack: () => void
  onStopped: (why: Exclude<Refused, { kind: 'box' }>) => void
}) {
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const [byCode, setByCode] = useState<'authenticator' | 'recovery'>(ways.has_app ? 'authenticator' : 'recovery')
  const [isEmpty, setIsEmpty] = useState(false)
  const showsCode = ways.has_app || byCode === 'recovery'
  const [isCodeOpen, setIsCodeOpen] = useState(ways.passkey === null)
  const outcome = {
    onSuccess: (session: Session) => {
      signedIn(session)
      void navigate(afterLogin(session, pathname), { replace: true })
    },
    onError: (error: Error) => {
      const refused = loginRefusal(error instanceof CallFailed ? error.key : 'server_error')
      if (refused.kind === 'box') input.current?.select()
      else onStopped(refused)
    },
  }
  const byPasskey = useMutation({
    mutationFn: async () => call(completeLogin, { body: { passkey: await provePasskey(ways.passkey ?? {}) } }),
    ...outcome,
  })
  const typing = useMutation({
    mutationFn: (code: string) => call(completeLogin, { body: { code } }),
    ...outcome,
  })
  useEffect(() => {
    if (isCodeOpen) input.current?.focus()
  }, [isCodeOpen, byCode])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (typing.isPending) return
    const code = formValue(event.currentTarget, 'code').trim()
    setIsEmpty(code === '')
    if (code === '') input.current?.focus()
    else typing.mutate(code)
  }
  const failed = typing.error ?? byPasskey.error
  return (
    <form className={classes.form} method="post" noValidate onSubmit={submit}>
      <FormErrorSummary text={refusalText(failed, t)} />
      {ways.passkey ? (
        <Button
          variant={isCodeOpen ? 'default' : 'filled'}
          size="md"
          fullWidth
          data-autofocus={!isCodeOpen || undefined}
          leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
          loading={byPasskey.isPending}
          onClick={() => {
            typing.reset()
            byPasskey.mutate()
          }}
        >
          {t('use_passkey')}
        </Button>
      ) : null}
      {isCodeOpen && showsCode ? (
        <>
          <TextInput
            ref={input}
            id="code"
            name="code"
            key={byCode}
            label={t(byCode === 'authenticator' ? 'code_of_app' : 'recovery_code')}
            description={t(byCode === 'authenticator' ? 'code_of_app_hint' : 'recovery_code_hint')}
            size="md"
            dir="ltr"
            inputMode={byCode === 'authenticator' ? 'numeric' : 'text'}
            autoComplete={byCode === 'authenticator' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            required
            data-autofocus
            error={isEmpty ? <FieldError>{t('enter_the_code')}</FieldError> : undefined}
          />
          <Button type="submit" variant="filled" size="md" fullWidth loading={typing.isPending}>
            {t('log_in')}
          </Button>
        </>
      ) : null}
      <div className={own.otherWays}>
        {!isCodeOpen && (ways.has_app || ways.has_recovery_codes) ? (
          <Button variant="transparent" onClick={() => setIsCodeOpen(true)}>
            {t(ways.has_app ? 'use_app_code' : 'use_recovery_code')}
          </Button>
        ) : null}
        {ways.has_app && ways.has_recovery_codes ? (
          <Button
            variant="transparent"
            onClick={() => {
              setByCode(byCode === 'authenticator' ? 'recovery' : 'authenticator')
              setIsCodeOpen(true)
            }}
          >
            {t(byCode === 'authenticator' ? 'use_recovery_code' : 'use_app_code')}
          </Button>
        ) : null}
        <Button variant="transparent" onClick={onBack}>
          {t('back_to_login')}
        </Button>
      </div>
    </form>
  )
}
