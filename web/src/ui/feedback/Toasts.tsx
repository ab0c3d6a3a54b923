import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../core/i18n/i18n.ts'
import { dismissToast, type Toast, useToasts } from '../../core/toast.ts'
import { useTopDialog } from '../overlay/open-dialogs.ts'
import classes from './Toasts.module.css'
import { ActionIcon, Button } from '../form/Button.tsx'
import { useToastPlace } from './toast-place.ts'

const icons = { success: IconCircleCheck, warning: IconAlertTriangle, error: IconAlertCircle }

/**
 * The notices of `core/toast.ts`, at the top end corner, or the bottom one if they would cover what they are about; newest
 * first. The line at the foot runs for 6 s and stops while
 * the pointer or the focus is on the notice; its end is what dismisses it. An error has no line and stays.
 */
export function Toasts() {
  const toasts = useToasts()
  const t = useTexts()
  // Outside an open dialog nothing can be pressed or announced.
  const dialog = useTopDialog()
  const region = useToastPlace(toasts[0]?.id, dialog ?? null)
  return createPortal(
    <section ref={region} className={classes.region} aria-label={t('notices')} aria-live="polite">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>,
    dialog ?? document.body,
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useTexts()
  const { id, kind, key, values, detail, reference, action } = toast
  const Icon = icons[kind]
  const second = detail ?? (reference ? t('reference', { reference }) : undefined)
  return (
    <div className={classes.toast} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.text}>
        <div className={classes.title}>{t(key, values)}</div>
        {second ? <div className={classes.detail}>{second}</div> : null}
      </div>
      {action ? (
        <Button
          size="xs"
          onClick={() => {
            dismissToast(id)
            action.run()
          }}
        >
          {t(action.label)}
        </Button>
      ) : null}
      <ActionIcon size="xs" aria-label={t('dismiss')} onClick={() => dismissToast(id)}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
      {kind === 'error' ? null : <i className={classes.line} onAnimationEnd={() => dismissToast(id)} />}
    </div>
  )
}
