import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { useTexts } from '../core/i18n/i18n.ts'
import { referenceOf, whenReported } from '../core/errors.ts'
import { useOnline, whenReachable } from '../core/online.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { QuietHeader } from './QuietHeader.tsx'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Button } from '../ui/form/Button.tsx'

/** Replaces everything if the frame of a page failed to render. */
export function ErrorPage() {
  return (
    <>
      <QuietHeader />
      <main style={{ margin: 'auto', padding: 'var(--s8) var(--gutter)' }}>
        <PageError />
      </main>
    </>
  )
}

/**
 * Replaces a page that failed to render, inside its frame. Without a connection the page may not be on this device. After a
 * deployment a module of the old version may no longer exist. In this case, and in most others, reloading helps.
 */
export function PageError() {
  const error = useRouteError()
  const online = useOnline()
  // The connection was lost when the page was opened.
  const [offline] = useState(!online)
  return offline ? <OfflinePage online={online} /> : <BrokenPage error={error} />
}

function OfflinePage({ online }: { online: boolean }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => {
    if (!online) return undefined
    const leave = new AbortController()
    // A reload that fails would replace the whole page by the browser's own message.
    void whenReachable(leave.signal).then(() => location.reload())
    return () => leave.abort()
  }, [online])
  return (
    <EmptyState
      heading="h1"
      icon={IconWifiOff}
      title={t('page_offline_title')}
      text={t('page_offline_text')}
      action={
        // Does not reload, for the same reason.
        <Button onClick={() => void navigate(pathname + search + hash, { replace: true })}>{t('try_again')}</Button>
      }
    />
  )
}

function BrokenPage({ error }: { error: unknown }) {
  const t = useTexts()
  const [reported, setReported] = useState(false)
  useEffect(() => {
    let gone = false
    const ask = async () => {
      const done = await whenReported(error)
      if (!gone) setReported(done)
    }
    void ask()
    return () => {
      gone = true
    }
  }, [error])
  return (
    <ErrorState
      heading="h1"
      title={t('page_broken')}
      text={t(reported ? 'page_broken_reported' : 'page_broken_text')}
      reference={isRouteErrorResponse(error) ? String(error.status) : referenceOf(error)}
      onRetry={() => location.reload()}
    />
  )
}
