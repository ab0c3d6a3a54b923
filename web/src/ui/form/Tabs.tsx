import { createContext, type KeyboardEvent, type ReactNode, use, useId, useMemo, useState } from 'react'

/** Renders tabs with one visible panel. Arrow keys, Home and End select a tab. Styles are the page's own. */

interface State {
  id: string
  value: string | null
  show: (value: string) => void
}
const Context = createContext<State | null>(null)
const useTabs = () => {
  const state = use(Context)
  if (!state) throw new Error('a tab must be inside Tabs')
  return state
}

export function Tabs({
  value,
  defaultValue = null,
  onChange,
  className,
  children,
}: {
  /** If set, the page controls the open tab; otherwise it starts with `defaultValue`. */
  value?: string | null
  defaultValue?: string | null
  onChange?: (value: string) => void
  className?: string
  children: ReactNode
}) {
  const id = useId()
  const [own, setOwn] = useState(defaultValue)
  const open = value === undefined ? own : value
  const state = useMemo(
    () => ({
      id,
      value: open,
      show: (next: string) => {
        setOwn(next)
        onChange?.(next)
      },
    }),
    [id, open, onChange],
  )
  return (
    <div className={className}>
      <Context value={state}>{children}</Context>
    </div>
  )
}

export function TabList({
  className,
  children,
  'aria-label': label,
}: {
  className?: string
  children: ReactNode
  'aria-label': string
}) {
  return (
    <div role="tablist" aria-label={label} className={className} onKeyDown={moveAmongTabs} tabIndex={-1}>
      {children}
    </div>
  )
}

function moveAmongTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const now = tabs.findIndex((tab) => tab === document.activeElement)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const back = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
  const goals: Record<string, number> = { [forward]: now + 1, [back]: now - 1, Home: 0, End: -1 }
  const goal = goals[event.key]
  if (goal === undefined || now === -1) return
  event.preventDefault()
  const next = tabs.at(goal % tabs.length)
  next?.focus()
  next?.click()
}

export function Tab({
  value,
  leftSection,
  className,
  children,
}: {
  value: string
  leftSection?: ReactNode
  className?: string
  children: ReactNode
}) {
  const { id, value: open, show } = useTabs()
  const active = open === value
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab-${value}`}
      aria-controls={active ? `${id}-panel-${value}` : undefined}
      aria-selected={active}
      data-active={active || undefined}
      tabIndex={active ? 0 : -1}
      className={className}
      onClick={() => show(value)}
    >
      {leftSection ? <span data-position="left">{leftSection}</span> : null}
      <span>{children}</span>
    </button>
  )
}

/** Rendered while its tab is open. */
export function TabPanel({
  value,
  className,
  tabIndex,
  children,
}: {
  value: string
  className?: string
  tabIndex?: number
  children: ReactNode
}) {
  const { id, value: open } = useTabs()
  if (open !== value) return null
  return (
    <div
      role="tabpanel"
      id={`${id}-panel-${value}`}
      aria-labelledby={`${id}-tab-${value}`}
      tabIndex={tabIndex}
      className={className}
    >
      {children}
    </div>
  )
}
