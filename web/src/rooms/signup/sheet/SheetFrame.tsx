import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSite } from '../../../core/session.ts'
import { Logo } from '../../../ui/illustrations/Logo.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { LanguageMenu } from '../../../ui/overlay/LanguageMenu.tsx'
import classes from './SheetFrame.module.css'

export type SheetStep = 'plan' | 'pay' | 'done'

/** Fills the screen with a step of a sign-up; its bar names the web site and the steps. */
export function SheetFrame({
  title,
  step,
  steps,
  onClose,
  children,
}: {
  title: string
  step: SheetStep
  /** Without the payment where none is due on this page. */
  steps: readonly SheetStep[]
  onClose: () => void
  children: ReactNode
}) {
  const t = useTexts()
  const site = useSite()
  const names: Record<SheetStep, string> = {
    plan: t('signup_step_plan'),
    pay: t('signup_pay_title'),
    done: t('signup_step_done'),
  }
  const current = steps.indexOf(step)
  const content = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  // A new step begins at its top, for the eye and for screen readers.
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    content.current?.scrollTo(0, 0)
    content.current?.focus()
  }, [step])
  return (
    <Dialog
      kind="sheet"
      title={title}
      flush
      onClose={onClose}
      head={
        // No header element: that of the page below is the one banner.
        <div className={classes.bar}>
          <span className={classes.site}>
            <Logo mark={site.mark} logo={site.logo} size={28} />
            <span>{site.name}</span>
          </span>
          <ol className={classes.steps} aria-label={t('signup_steps')}>
            {steps.map((name, n) => (
              <li
                key={name}
                data-state={n < current || step === 'done' ? 'done' : n === current ? 'current' : 'next'}
                aria-current={n === current ? 'step' : undefined}
              >
                <span className={classes.number} aria-hidden>
                  {n < current || step === 'done' ? <IconCheck size={14} stroke={2} /> : n + 1}
                </span>
                {names[name]}
              </li>
            ))}
          </ol>
          <span className={classes.place}>
            <strong>{title}</strong>
            <span>{t('signup_step_of', { step: current + 1, count: steps.length })}</span>
          </span>
          <span className={classes.acts}>
            <span className={classes.wide}>
              <LanguageMenu className={classes.ghost} />
            </span>
            <span className={classes.narrow}>
              <LanguageMenu className={classes.ghost} compact />
            </span>
            <button type="button" className={classes.ghost} aria-label={t('close')} onClick={onClose}>
              <IconX size={20} stroke={1.75} aria-hidden />
            </button>
          </span>
        </div>
      }
    >
      <div ref={content} className={classes.scroll} role="group" aria-label={title} tabIndex={-1} data-autofocus>
        <div className={classes.content}>{children}</div>
      </div>
    </Dialog>
  )
}
