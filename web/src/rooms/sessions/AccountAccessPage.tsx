import { changePassword, checkChangePassword } from '@cutaway/contract/rooms/sessions.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { call } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { fetchSession, useSession } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import NotFoundPage from '../../layouts/NotFoundPage.tsx'
import { paths } from '../../paths.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { afterLogin } from './after-login.ts'
import classes from './Login.module.css'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { isUserId } from './password-rules.ts'
import { NewPasswordByLink } from './ResetPasswordPage.tsx'

/** Sets a new password for the user in the URL, if the server allows this browser to; otherwise shows not found. */
export default function AccountAccessPage() {
  const { user_id: segment = '' } = useParams()
  const check = useQuery({
    queryKey: ['may change password', segment],
    queryFn: ({ signal }) => call(checkChangePassword, { params: { user: segment }, signal }),
    gcTime: 0,
  })
  if (check.isPending)
    return (
      <div className={classes.page}>
        <SkeletonText lines={4} />
      </div>
    )
  if (check.isError)
    return <NotChecked error={check.error} busy={check.isFetching} onRetry={() => void check.refetch()} />
  if (!check.data.allowed) return <NotFoundPage />
  return isUserId(segment) ? <ForcedChange userId={Number(segment)} /> : <NewPasswordByLink token={segment} />
}

/** Sets the user's own password before any other page. */
function ForcedChange({ userId }: { userId: number }) {
  const t = useTexts()
  const session = useSession()
  const navigate = useNavigate()
  usePage(t('choose_new_password'))
  const saving = useMutation({
    mutationFn: (password: string) => call(changePassword, { body: { password, user_id: userId } }),
    onSuccess: async () => {
      const fresh = await fetchSession()
      toast('password_changed')
      await navigate(fresh ? afterLogin(fresh, '') : paths.publicHome, { replace: true })
    },
  })
  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>{t('choose_new_password')}</h1>
      <p className={classes.text}>{t('password_change_required')}</p>
      <NewPasswordForm
        username={session?.user.username ?? ''}
        error={saving.error}
        busy={saving.isPending}
        onSave={(password) => saving.mutate(password)}
      />
      <p className={classes.below}>
        <Link to={paths.logout}>{t('log_out')}</Link>
      </p>
    </div>
  )
}

function NotChecked({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  const t = useTexts()
  usePage(t('choose_new_password'))
  return (
    <div className={classes.page}>
      <ErrorState heading="h1" title={t('page_broken')} error={error} busy={busy} onRetry={onRetry} />
    </div>
  )
}
