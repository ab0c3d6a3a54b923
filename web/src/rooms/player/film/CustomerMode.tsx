import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import classes from './CustomerMode.module.css'
import { useEngine } from '../engine/context.ts'

/**
 * Shows a film to a customer: the stage covers the screen in large type, and the rest of the page is inert. It ends by
 * Escape, or by a button that must be held, so that a touch on the screen does not end it.
 */
export function useCustomerMode(): boolean {
  const { stage, customer } = useEngine()
  const on = customer?.on ?? false
  const set = useRef(customer?.set)
  useEffect(() => {
    set.current = customer?.set
  })

  useEffect(() => {
    if (!on || !stage) return
    const end = () => set.current?.(false)
    const before = document.activeElement
    const release = leaveAlone(stage)
    const page = document.documentElement
    page.style.overflow = 'hidden'
    let [full, over] = [false, false]
    void stage
      .requestFullscreen?.()
      .then(() => {
        full = true
        // The mode ended before full screen was entered.
        if (over) void document.exitFullscreen().catch(() => undefined)
      })
      // Some phones do not support full screen: the stage still covers the page.
      .catch(() => undefined)
    const onFullscreen = () => {
      if (full && !document.fullscreenElement) end()
    }
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(':popover-open')) end()
    }
    document.addEventListener('fullscreenchange', onFullscreen)
    document.addEventListener('keydown', onKey)
    return () => {
      over = true
      document.removeEventListener('fullscreenchange', onFullscreen)
      document.removeEventListener('keydown', onKey)
      page.style.removeProperty('overflow')
      release()
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [on, stage])
  return on
}

/** Makes everything outside the element inert. Returns the undo function. */
function leaveAlone(element: HTMLElement): () => void {
  const others: HTMLElement[] = []
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement)
    for (const other of at.parentElement.children)
      if (other !== at && other instanceof HTMLElement && !other.inert) others.push(other)
  for (const other of others) other.inert = true
  return () => {
    for (const other of others) other.inert = false
  }
}

const holdFor = 1000

/** Shows the film's title in large type, and the exit button. */
export function LeaveCustomer({ title, subtitle }: { title: string; subtitle: string }) {
  const t = useTexts()
  const { customer } = useEngine()
  const [held, setHeld] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => customer?.set(false), holdFor)
    return () => clearTimeout(timer)
  }, [held, customer])

  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    setHeld(event.type === 'keydown')
  }
  return (
    <header className={classes.head}>
      <div className={classes.words}>
        <p className={classes.title} dir="auto">
          {title}
        </p>
        <p className={classes.subtitle} dir="auto">
          {subtitle}
        </p>
      </div>
      <button
        type="button"
        ref={button}
        className={classes.leave}
        data-held={held || undefined}
        aria-describedby="leave-hint"
        onPointerDown={() => setHeld(true)}
        onPointerUp={() => setHeld(false)}
        onPointerLeave={() => setHeld(false)}
        onPointerCancel={() => setHeld(false)}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={onKey}
        onKeyUp={onKey}
        onBlur={() => setHeld(false)}
      >
        <IconX size={20} stroke={1.75} aria-hidden />
        {t('film_customer_leave')}
      </button>
      <span id="leave-hint" className="visually-hidden">
        {t('film_customer_leave_hint')}
      </span>
    </header>
  )
}
