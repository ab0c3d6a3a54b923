import { login } from '@cutaway/contract/rooms/sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { call, CallFailed } from '../../core/api.ts'
import { useTexts, withTexts } from '../../core/i18n/i18n.ts'
import { signedIn, useSite } from '../../core/session.ts'
import { FormErrorSummary } from '../../ui/form/FormErrorSummary.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { FieldError } from '../sites/FieldError.tsx'
import { refusalText } from '../sites/refusal-text.ts'
import { useCaptcha } from '../sites/useCaptcha.ts'
import { useSignUpLinks } from '../sites/contact/useSignUpLinks.ts'
import { afterLogin } from './after-login.ts'
import classes from './Login.module.css'
import { loginRefusal, type Refused } from './login-refusal.ts'
import { formValue } from './form-value.ts'

/** Few users need the captcha, so it loads when the server requires it. */
const Captcha = lazy(() => withTexts(['sites'], import('../sites/Captcha.tsx')))

/**
 * Asks for user name and password, and a captcha if the server requires it. Passes all other outcomes to the dialog.
 */
export function LoginForm({
  username,
  onUsername,
  onForgotten,
  onSecondStep,
  onStopped,
}: {
  username: string
  onUsername: (username: string) => void
  onForgotten: () => void
  onSecondStep: () => void
  onStopped: (why: Exclude<Refused, { kind: 'box' }>) => void
}) {
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const password = useRef<HTMLInputElement>(null)
  const [empty, setEmpty] = useState({ username: false, password: false })
  const [isPuzzleShown, setIsPuzzleShown] = useState(false)
  const { captcha, prove, reset } = useCaptcha()
  const trying = useMutation({
    mutationFn: async (body: { username: string; password: string; stay: boolean }) => {
      try {
        return await call(login, { body: isPuzzleShown ? { ...body, captcha: await prove() } : body })
      } catch (error) {
        if (!(error instanceof CallFailed) || error.key !== 'captcha_required') throw error
        setIsPuzzleShown(true)
        return call(login, { body: { ...body, captcha: await prove() } })
      }
    },
    onSuccess: (session) => {
      signedIn(session)
      void navigate(afterLogin(session, pathname), { replace: true })
    },
    onError: (error) => {
      reset()
      const key = error instanceof CallFailed ? error.key : 'server_error'
      if (key === 'second_step_required') return onSecondStep()
      const refused = loginRefusal(key)
      if (refused.kind !== 'box') onStopped(refused)
    },
  })

  // The box above the fields shows the reason; the user can type again at once.
  useEffect(() => {
    if (trying.error) password.current?.select()
  }, [trying.error])

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (trying.isPending) return
    const form = event.currentTarget
    const typed = { username: formValue(form, 'username').trim(), password: formValue(form, 'password') }
    const missing = { username: typed.username === '', password: typed.password === '' }
    setEmpty(missing)
    onUsername(typed.username)
    if (missing.username) return form.querySelector<HTMLInputElement>('#username')?.focus()
    if (missing.password) return password.current?.focus()
    trying.mutate({ ...typed, stay: formValue(form, 'stay') === 'on' })
  }

  return (
    <>
      <form className={classes.form} method="post" noValidate onSubmit={submit}>
        <FormErrorSummary text={refusalText(trying.error, t)} />
        <TextInput
          id="username"
          name="username"
          label={t('user_name')}
          size="md"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required

          data-autofocus={username === '' || undefined}
          defaultValue={username}
          error={empty.username ? <FieldError>{t('enter_your_user_name')}</FieldError> : undefined}
        />
        <div className={classes.password}>
          <PasswordField
            ref={password}
            id="password"
            name="password"
            label={t('password')}
            size="md"
            autoComplete="current-password"
            required

            data-autofocus={username !== '' || undefined}
            error={empty.password ? <FieldError>{t('enter_your_password')}</FieldError> : undefined}
          />
          <button
            type="button"
            className={classes.forgotten}
            onClick={({ currentTarget: { form } }) => {
              if (form) onUsername(formValue(form, 'username').trim())
              onForgotten()
            }}
          >
            {t('forgotten')}
          </button>
        </div>
        <label className={classes.stay}>
          <input type="checkbox" name="stay" />
          {t('stay_logged_in')}
        </label>
        {isPuzzleShown ? (
          <div className={classes.puzzle}>
            <p>{t('captcha_required')}</p>
            <Suspense fallback={<div className={classes.puzzlePlace} />}>
              <Captcha ref={captcha} />
            </Suspense>
          </div>
        ) : null}
        <Button type="submit" variant="filled" size="md" fullWidth loading={trying.isPending}>
          {t('log_in')}
        </Button>
      </form>
      <NewHere />
    </>
  )
}

/** Shows the sign-up links that the site has. */
function NewHere() {
  const t = useTexts()
  const site = useSite()
  const { trial, signUp } = useSignUpLinks()
  if (!trial && !signUp) return null
  return (
    <section aria-label={t('new_here')}>
      <p className={classes.divider}>{t('new_here')}</p>
      <div className={classes.ways}>
        {trial ? (
          <Button component={Link} to={trial} size="md" className={classes.way} replace preventScrollReset>
            {site.free_trial_label || t('start_free_trial')}
          </Button>
        ) : null}
        {signUp ? (
          <Button component={Link} to={signUp} size="md" className={classes.way} replace preventScrollReset>
            {t('subscribe')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}
