import { forgetPasswordUpdate, forgotPasswordTokenCheck } from '@cutaway/contract/rooms/sessions.ts'
import { IconLinkOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { call, CallFailed } from '../../core/api.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { fetchSession } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { SkeletonText } from '../../ui/feedback/Skeletons.tsx'
import { Button } from '../../ui/form/Button.tsx'
import classes from './Login.module.css'
import type { LoginState } from './LoginDialog.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'

/** Sets a new password by a mailed link. Checks the link first: an invalid link shows no form. */
export default function ResetPasswordPage() {
  const { token = '' } = useParams()
  return <NewPasswordByLink token={token} />
}

export function NewPasswordByLink({ token }: { token: string }) {
  const t = useTexts()
  const navigate = useNavigate()
  usePage(t('choose_new_password'))
  const link = useQuery({
    queryKey: ['password link', token],
    queryFn: ({ signal }) => call(forgotPasswordTokenCheck, { body: { token }, signal }),
    gcTime: 0,
  })
  const saving = useMutation({
    mutationFn: (password: string) => call(forgetPasswordUpdate, { body: { token, password } }),
    onSuccess: async () => {
      // The server has ended all sessions of the user, including this browser's.
      await fetchSession()
      toast('password_changed')
      await navigate(paths.publicHome, { replace: true })
    },
  })
  const refused = link.error instanceof CallFailed && link.error.http < 500 && link.error.http > 0 ? link.error : null

  if (refused || (saving.error instanceof CallFailed && saving.error.key === 'password_link_expired'))
    return (
      <div className={classes.page}>
        <EmptyState
          heading="h1"
          icon={IconLinkOff}
          title={t('link_not_good')}
          text={t(refused?.key ?? 'password_link_expired')}
          action={
            <Button component={Link} to={paths.login} state={{ forgotten: true } satisfies LoginState} variant="filled">
              {t('ask_for_new_link')}
            </Button>
          }
        />
      </div>
    )
  return (
    <div className={classes.page}>
      <h1 className={classes.heading}>{t('choose_new_password')}</h1>
      {link.isPending ? <SkeletonText lines={4} /> : null}
      {link.isError ? (
        <ErrorState
          heading="h2"
          title={t('link_not_checked')}
          error={link.error}
          busy={link.isFetching}
          onRetry={() => void link.refetch()}
        />
      ) : null}
      {link.data ? (
        <>
          <p className={classes.text}>{t('new_password_for', { username: link.data.username })}</p>
          <NewPasswordForm
            username={link.data.username}
            error={saving.error}
            busy={saving.isPending}
            onSave={(password) => saving.mutate(password)}
          />
        </>
      ) : null}
    </div>
  )
}
