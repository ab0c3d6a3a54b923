import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Dialog } from '../overlay/Dialog.tsx'
import { Button } from './Button.tsx'

/** Asks before leaving a page with unsaved changes by a link, by Back or by closing the window. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const t = useTexts()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!unsaved) return undefined
    // The browser shows its own message.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  if (blocker.state !== 'blocked') return null
  return (
    <Dialog
      kind="alertdialog"
      title={t('leave_title')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button data-autofocus onClick={() => blocker.reset()}>
            {t('stay_here')}
          </Button>
          <Button variant="danger" onClick={() => blocker.proceed()}>
            {t('leave_page')}
          </Button>
        </>
      }
    >
      <p>{t('leave_text')}</p>
    </Dialog>
  )
}
