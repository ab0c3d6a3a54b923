import { IconFileOff, IconLock, IconMovieOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { CallFailed } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSession } from '../../../core/session.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/form/Button.tsx'

/** Explains why there is no PDF: each refusal has its own message and action. */
export function PdfRefused({
  error,
  onRetry,
  busy,
  heading,
}: {
  error: Error
  onRetry: () => void
  busy: boolean
  heading: 'h1' | 'h3'
}) {
  const t = useTexts()
  const session = useSession()
  const failed = error instanceof CallFailed ? error : undefined
  const home = (
    <Button component={Link} to={session ? paths.home : paths.publicHome}>
      {t('go_to_home')}
    </Button>
  )
  switch (failed?.key) {
    case 'Part no found':
      return (
        <EmptyState
          heading={heading}
          icon={IconMovieOff}
          title={t('Part no found')}
          text={t('part_not_found')}
          action={home}
        />
      )
    case 'pdf_not_available':
      return (
        <EmptyState
          heading={heading}
          icon={IconFileOff}
          title={t('pdf_not_available')}
          text={t('pdf_not_available_text')}
          action={heading === 'h1' ? home : undefined}
        />
      )
    case 'pdf_link_required':
      return (
        <EmptyState
          heading={heading}
          icon={IconLock}
          title={t('pdf_link_required')}
          text={t('pdf_link_required_text')}
          action={
            <Button component={Link} to={paths.login}>
              {t('log_in')}
            </Button>
          }
        />
      )
    case 'permission_denied':
      return <EmptyState heading={heading} icon={IconLock} title={t('permission_denied')} action={home} />
    default:
      return <ErrorState heading={heading} title={t('pdf_not_loaded')} error={error} onRetry={onRetry} busy={busy} />
  }
}
