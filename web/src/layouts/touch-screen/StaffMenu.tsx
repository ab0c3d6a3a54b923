import { IconLogout, IconTool, IconUsers } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSignedIn } from '../../core/session.ts'
import { toast } from '../../core/toast.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { handOver } from './mode.ts'
import classes from './StaffMenu.module.css'

/** Duration of the long press: long enough not to happen by accident. */
const longPress = 3000

/**
 * Renders the menu of a touch screen for the staff, which a long press opens. In customer mode it is hidden in the shop's
 * logo, `children`; a short touch there does `onPress`. A keyboard or screen reader opens it with a press.
 */
export default function StaffMenu({
  className,
  onPress,
  children,
}: {
  className?: string
  onPress?: () => void
  children?: ReactNode
}) {
  const t = useTexts()
  const { TouchScreenMode: mode } = useSignedIn()
  const [open, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => clearTimeout(timer.current)
  return (
    <>
      <button
        type="button"
        className={className ?? classes.corner}
        aria-label={children ? undefined : t('kiosk_menu')}
        aria-haspopup="dialog"
        onPointerDown={() => {
          stop()
          timer.current = setTimeout(() => setOpen(true), longPress)
        }}
        onPointerUp={stop}
        onPointerLeave={stop}
        onPointerCancel={stop}
        onContextMenu={(event) => event.preventDefault()}
        onClick={({ detail }) => {
          // A click by keyboard or screen reader has a click count of 0.
          if (detail === 0 || mode === 'service_adviser') setOpen(true)
          else if (!open) onPress?.()
        }}
      >
        {children ? (
          <>
            {children}
            <span className="visually-hidden">, {t('kiosk_menu')}</span>
          </>
        ) : (
          <IconTool size={22} stroke={1.75} aria-hidden />
        )}
      </button>
      {open ? <StaffDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function StaffDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { TouchScreenMode: mode } = useSignedIn()
  const [busy, setBusy] = useState(false)
  const next = mode === 'customer' ? 'service_adviser' : 'customer'

  async function change() {
    setBusy(true)
    try {
      await handOver(next)
      onClose()
      await navigate(paths.home)
    } catch (error) {
      setBusy(false)
      toast(error)
    }
  }

  return (
    <Dialog title={t('kiosk_menu')} size="sm" onClose={onClose}>
      <div className={classes.choices}>
        <Button
          size="md"
          variant="filled"
          loading={busy}
          leftSection={
            next === 'customer' ? <IconUsers size={20} stroke={1.75} /> : <IconTool size={20} stroke={1.75} />
          }
          onClick={() => void change()}
        >
          {t(next === 'customer' ? 'kiosk_to_customer' : 'kiosk_to_adviser')}
        </Button>
        <Button
          size="md"
          leftSection={<IconLogout className="flip" size={20} stroke={1.75} />}
          onClick={() => void navigate(paths.logout)}
        >
          {t('log_out')}
        </Button>
      </div>
    </Dialog>
  )
}
