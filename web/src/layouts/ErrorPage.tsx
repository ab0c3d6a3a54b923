import { isRouteErrorResponse, useRouteError } from 'react-router'
import { useTexts } from '../core/i18n/i18n.ts'
import { referenceOf } from '../core/errors.ts'
import { QuietHeader } from './QuietHeader.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'

/**
 * Replaces a page that failed to render. After a deployment a module of the old version may no longer exist. In this
 * case, and in most others, reloading the page helps.
 */
export function ErrorPage() {
  const t = useTexts()
  const error = useRouteError()
  return (
    <>
      <QuietHeader />
      <main style={{ margin: 'auto', padding: 'var(--s8) var(--gutter)' }}>
        <ErrorState
          heading="h1"
          title={t('page_broken')}
          text={t('page_broken_text')}
          reference={isRouteErrorResponse(error) ? String(error.status) : referenceOf(error)}
          onRetry={() => location.reload()}
        />
      </main>
    </>
  )
}
