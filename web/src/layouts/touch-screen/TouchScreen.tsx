import { useEffect, useRef } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useIdle } from './useIdle.ts'
import { backToStart, keepAdviser } from './mode.ts'
import './touch-screen.css'

/** Sets up a touch screen in the waiting room: large type, and a reset to the start page after inactivity. */
export default function TouchScreen() {
  const t = useTexts()
  const { TouchScreenMode: mode, touch_screen_idle: seconds } = useSignedIn()
  const withAdviser = mode === 'service_adviser'

  useEffect(() => {
    const { dataset } = document.documentElement
    dataset['touchScreen'] = mode ?? ''
    return () => {
      delete dataset['touchScreen']
    }
  }, [mode])

  const kept = useRef(0)
  const onTouch = () => {
    const now = Date.now()
    if (!withAdviser || now - kept.current < (seconds * 1000) / 8) return
    kept.current = now
    keepAdviser().catch(() => undefined)
  }
  const left = useIdle({ seconds, armed: withAdviser, onTouch, onEnd: () => void backToStart() })

  if (left === null) return null
  return (
    // Any touch continues the session, including one on the button.
    <Dialog
      title={t('kiosk_idle_title')}
      kind="alertdialog"
      onClose={() => undefined}
      footer={
        <Button variant="filled" size="md">
          {t('kiosk_idle_stay')}
        </Button>
      }
    >
      <p>{t('kiosk_idle_text', { count: left })}</p>
    </Dialog>
  )
}
