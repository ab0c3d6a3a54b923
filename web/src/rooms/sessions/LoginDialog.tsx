import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useTexts, withTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useClose } from '../sites/useClose.ts'
import type { Refused } from './login-refusal.ts'
import { LoginForm } from './LoginForm.tsx'

const ForgottenForm = lazy(() => import('./ForgottenForm.tsx'))
const SecondStepForm = lazy(() => withTexts(['users'], import('./second-step/SecondStepForm.tsx')))
const LoginStopped = lazy(() => import('./LoginStopped.tsx'))

/** A login URL may open the password reset at once. */
export interface LoginState {
  forgotten?: boolean
}

/** Shows the login over the public home page, the password reset, and the reasons that block a login. */
export default function LoginDialog() {
  const t = useTexts()
  const close = useClose()
  const { state } = useLocation() as { state: LoginState | null }
  const [forgotten, setForgotten] = useState(state?.forgotten === true)
  const [stopped, setStopped] = useState<Exclude<Refused, { kind: 'box' }> | null>(null)
  const [username, setUsername] = useState('')
  const [isSecondStep, setIsSecondStep] = useState(false)
  const title = t(forgotten ? 'forgotten_password' : 'log_in')
  usePage(title)

  if (stopped)
    return (
      <Suspense fallback={null}>
        <LoginStopped
          why={stopped}
          onBack={() => {
            setIsSecondStep(false)
            setStopped(null)
          }}
          onForgotten={() => {
            setStopped(null)
            setForgotten(true)
          }}
        />
      </Suspense>
    )
  return (
    <Dialog key={title} title={title} size="sm" onClose={close}>
      {forgotten ? (
        <Suspense fallback={null}>
          <ForgottenForm username={username} onBack={() => setForgotten(false)} />
        </Suspense>
      ) : isSecondStep ? (
        <Suspense fallback={null}>
          <SecondStepForm onBack={() => setIsSecondStep(false)} onStopped={setStopped} />
        </Suspense>
      ) : (
        <LoginForm
          username={username}
          onUsername={setUsername}
          onForgotten={() => setForgotten(true)}
          onSecondStep={() => setIsSecondStep(true)}
          onStopped={setStopped}
        />
      )}
    </Dialog>
  )
}
