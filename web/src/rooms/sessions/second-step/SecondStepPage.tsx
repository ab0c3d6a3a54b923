import { Link, Navigate, useNavigate } from 'react-router'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { fetchSession, useSession } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { afterLogin } from '../after-login.ts'
import login from '../Login.module.css'
import classes from './SecondStep.module.css'
import { SecondStepCard } from './SecondStepCard.tsx'

/** Sets up the second step that the business requires, before any other page. */
export default function SecondStepPage() {
  const t = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  usePage(t('second_step'))
  if (!session) return <Navigate to={paths.login} replace />
  if (!session.required_second_step) return <Navigate to={paths.home} replace />
  const go = async () => {
    const fresh = await fetchSession()
    if (fresh && !fresh.required_second_step) await navigate(afterLogin(fresh, ''), { replace: true })
  }
  return (
    <div className={classes.wide}>
      <h1 className={login.heading}>{t('second_step_missing_title')}</h1>
      <p className={login.text}>{t('second_step_missing')}</p>
      <SecondStepCard onChanged={() => void go()} />
      <p className={login.below}>
        <Link to={paths.logout}>{t('log_out')}</Link>
      </p>
    </div>
  )
}
