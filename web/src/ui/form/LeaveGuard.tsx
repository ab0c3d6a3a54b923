import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { Dialog } from '../overlay/Dialog.tsx'
import { Button } from './Button.tsx'

const none: readonly string[] = []
const valueOf = ({ search }: { search: string }, name: string) => new URLSearchParams(search).get(name)

/**
 * Asks before leaving a page with unsaved changes by a link, by Back or by closing the window. `params` are the
 * parameters of the address that choose what is edited: a change of one leaves it too.
 */
export function LeaveGuard({
  unsaved,
  params = none,
  onStay,
}: {
  unsaved: boolean
  params?: readonly string[]
  /** Runs after the user has chosen to stay. */
  onStay?: () => void
}) {
  const t = useTexts()
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      unsaved && (from.pathname !== to.pathname || params.some((name) => valueOf(from, name) !== valueOf(to, name))),
  )
  useEffect(() => {
    if (!unsaved) return undefined
    // The browser shows its own message.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  if (blocker.state !== 'blocked') return null
  const stay = () => {
    blocker.reset()
    onStay?.()
  }
  return (
    <Dialog
      kind="alertdialog"
      title={t('leave_title')}
      onClose={stay}
      footer={
        <>
          <Button data-autofocus onClick={stay}>
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
