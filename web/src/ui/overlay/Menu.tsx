import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './Menu.module.css'

/**
 * A button that opens a list of choices. Built on the browser's own popover (top layer, closing by Escape and by a click
 * beside it), so that the first page carries no positioning library. Arrow keys move, a letter jumps.
 */
export function Menu({
  label,
  trigger,
  children,
  className,
  align = 'end',
}: {
  /** Name of the list, and of the button when `trigger` has no words. */
  label: string
  /** What the button shows. */
  trigger: ReactNode
  /** MenuItem, MenuGroup, or any content. */
  children: ReactNode
  className?: string
  /** The edge of the button with which the list lines up. */
  align?: 'start' | 'end'
}) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const place = () => {
      if (element.matches(':popover-open') && button.current) placeBeside(element, button.current, align)
    }
    const onToggle = () => {
      const opened = element.matches(':popover-open')
      setOpen(opened)
      if (!opened) return
      place()
      const items = itemsOf(element)
      ;(items.find((item) => item.ariaChecked === 'true') ?? items[0])?.focus()
    }
    element.addEventListener('toggle', onToggle)
    addEventListener('resize', place)
    addEventListener('scroll', place, { passive: true })
    return () => {
      element.removeEventListener('toggle', onToggle)
      removeEventListener('resize', place)
      removeEventListener('scroll', place)
    }
  }, [align])

  return (
    <>
      <button
        ref={button}
        type="button"
        className={className ?? classes.trigger}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={label}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          list.current?.showPopover()
        }}
      >
        {trigger}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={classes.list}
        onKeyDown={(event) => moveAmong(event.currentTarget, event)}
        onClick={(event) => {
          const { target, currentTarget } = event
          if (target instanceof Element && target.closest('[role^="menuitem"]')) currentTarget.hidePopover()
        }}
      >
        {children}
      </div>
    </>
  )
}

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]')]

function moveAmong(list: HTMLElement, event: React.KeyboardEvent): void {
  const items = itemsOf(list)
  const now = items.findIndex((item) => item === document.activeElement)
  const goals: Record<string, number> = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }
  let goal = goals[event.key]
  if (event.key === 'Tab') list.hidePopover()
  if (goal === undefined && event.key.length === 1 && event.key !== ' ') {
    const letter = event.key.toLocaleLowerCase()
    const after = [...items.slice(now + 1), ...items.slice(0, now + 1)]
    const found = after.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter))
    goal = found && items.indexOf(found)
  }
  if (goal === undefined) return
  event.preventDefault()
  items.at(goal % items.length)?.focus()
}

/** Positions the menu below the button, or above it if there is no space; inside the window on both sides. */
function placeBeside(list: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const gap = 8
  const edge = 8
  const at = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = list
  const { clientWidth, clientHeight } = document.documentElement
  const toLeftEdge = (align === 'start') === (getComputedStyle(button).direction === 'ltr')
  const left = toLeftEdge ? at.left : at.right - width
  const below = at.bottom + gap
  const fits = below + height + edge <= clientHeight || at.top < height + gap
  list.style.left = `${Math.max(edge, Math.min(left, clientWidth - width - edge))}px`
  list.style.top = `${fits ? below : at.top - gap - height}px`
}

/** Renders one choice. With `checked` it is a radio item of its group. */
export function MenuItem({
  icon,
  children,
  hint,
  checked,
  danger,
  lang,
  onClick,
}: {
  icon?: ReactNode
  children: ReactNode
  /** Said dimly at the end of the line. */
  hint?: ReactNode
  checked?: boolean
  danger?: boolean
  /** When the words are in another language than the page. */
  lang?: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={classes.item}
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      data-danger={danger || undefined}
      tabIndex={-1}
      lang={lang}
      onClick={onClick}
    >
      {icon}
      <span className={classes.words}>{children}</span>
      {hint ? <span className={classes.hint}>{hint}</span> : null}
    </button>
  )
}

/** Renders a heading above related choices, with a line above it. */
export function MenuGroup({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={classes.group}>
      {children}
    </div>
  )
}
