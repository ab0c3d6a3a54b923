import { FocusTrap, Portal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import classes from './Dialog.module.css'

/** How many dialogs are open: the page under them does not scroll, and Escape is for the last one. */
const open: symbol[] = []

/**
 * A question above the page. The title says the act; the footer holds reason or context at the start, then Cancel, then
 * the verb. On a phone it is a sheet that fills the screen. It keeps the focus inside and gives it back.
 *
 * Sizes: sm 420 (login), md 760 (form), lg 980 (form with a preview beside it). Draw it only while it is open.
 */
export function Dialog({
  title,
  size = 'md',
  children,
  footer,
  onClose,
  closable = true,
  kind = 'dialog',
  flush,
}: {
  title: string
  size?: 'sm' | 'md' | 'lg'
  children: ReactNode
  footer?: ReactNode
  onClose: () => void
  /** False where the person must answer: no cross, no Escape. */
  closable?: boolean
  /** `drawer` stands at the end of the page, 480 wide, for details behind a number: the page stays readable. */
  kind?: 'dialog' | 'drawer' | 'alertdialog'
  /** The content reaches the edges and scrolls its own parts; it may end with a DialogFooter. */
  flush?: boolean
}) {
  const t = useTexts()
  const id = useId()
  const me = useRef(Symbol('dialog'))
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const self = me.current
    const root = document.getElementById('root')
    const before = document.activeElement
    open.push(self)
    const page = document.documentElement
    // The place of a scroll bar is kept, so that nothing jumps when the page stops scrolling.
    if (innerWidth > page.clientWidth) page.style.setProperty('scrollbar-gutter', 'stable')
    page.style.overflow = 'hidden'
    if (root) root.inert = true
    const onKey = (event: KeyboardEvent) => {
      const forUs = event.key === 'Escape' && !event.defaultPrevented && open.at(-1) === self
      // An open menu or list lies above the dialog: Escape is for it.
      if (
        !forUs ||
        !closable ||
        document.querySelector(':popover-open, [data-mantine-shared-portal-node] [role="listbox"]')
      )
        return
      close.current()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      open.splice(open.indexOf(self), 1)
      if (open.length === 0) {
        page.style.removeProperty('overflow')
        page.style.removeProperty('scrollbar-gutter')
        if (root) root.inert = false
      }
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [closable])

  return (
    <Portal>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the cross and Escape do the same */}
      <div
        className={kind === 'drawer' ? classes.drawerVeil : classes.veil}
        onMouseDown={(event) => {
          if (closable && event.target === event.currentTarget) onClose()
        }}
      >
        <FocusTrap active>
          <section
            className={classes.box}
            data-kind={kind}
            data-size={size}
            role={kind === 'alertdialog' ? 'alertdialog' : 'dialog'}
            aria-modal
            aria-labelledby={id}
            tabIndex={-1}
          >
            <header className={classes.header}>
              <h2 id={id} className={classes.title}>
                {title}
              </h2>
              {closable ? (
                <button type="button" className={classes.close} aria-label={t('close')} onClick={onClose}>
                  <IconX size={20} stroke={1.75} aria-hidden />
                </button>
              ) : null}
            </header>
            {flush ? <div className={classes.flush}>{children}</div> : <Body>{children}</Body>}
            {footer ? <DialogFooter>{footer}</DialogFooter> : null}
          </section>
        </FocusTrap>
      </div>
    </Portal>
  )
}

/** What is longer than the window is scrolled by the keyboard too: it then is a stop for Tab. */
function Body({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => setScrolls(element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [children])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it
    <div ref={box} className={classes.body} tabIndex={scrolls ? 0 : undefined}>
      {children}
    </div>
  )
}

/** Where what is done with a dialog stands. A dialog has one of its own for its `footer`. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <footer className={classes.footer}>{children}</footer>
}

/** Fills the start of a footer: the buttons then stand at its end. */
export function FooterNote({ children }: { children?: ReactNode }) {
  return <span className={classes.note}>{children}</span>
}
