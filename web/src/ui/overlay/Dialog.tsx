import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTexts } from '../../core/i18n/i18n.ts'
import { holdOpen, isClosedHere } from './open-dialogs.ts'
import classes from './Dialog.module.css'

/**
 * A question above the page, on the browser's own modal `<dialog>`: the page under it is inert, the focus stays inside and
 * goes back to where it was, Escape is for what lies on top. The title says the act; the footer holds reason or context at
 * the start, then Cancel, then the verb. On a phone it is a sheet that fills the screen.
 *
 * Sizes: sm 420 (login), md 760 (form), lg 1040 (form with a preview beside it). Draw it only while it is open. The control
 * with `data-autofocus` has the focus first, else the first one.
 */
export function Dialog({
  title,
  subtitle,
  size = 'md',
  tabs,
  head,
  children,
  footer,
  onClose,
  closable = true,
  kind = 'dialog',
  flush,
}: {
  title: string
  /** What the title is about, below it. */
  subtitle?: string | undefined
  size?: 'sm' | 'md' | 'lg'
  /** DialogTabs, below the title. */
  tabs?: ReactNode
  /** Replaces the title and the cross; the title then names the dialog for screen readers. */
  head?: ReactNode
  children: ReactNode
  footer?: ReactNode
  onClose: () => void
  /** False where the person must answer: no cross, no Escape. */
  closable?: boolean
  /**
   * `drawer` stands at the end of the page, 480 wide, for details behind a number: the page stays readable. `sheet` fills
   * the screen, for a task of several steps.
   */
  kind?: 'dialog' | 'drawer' | 'alertdialog' | 'sheet'
  /** The content reaches the edges and scrolls its own parts; it may end with a DialogFooter. */
  flush?: boolean
}) {
  const t = useTexts()
  const id = useId()
  const element = useRef<HTMLDialogElement>(null)
  const [, draw] = useState(0)

  useLayoutEffect(() => {
    const dialog = element.current
    return dialog ? holdOpen(dialog) : undefined
  }, [])
  // A browser may close it without asking after a second Escape, so the owner decides.
  useLayoutEffect(() => {
    if (element.current?.open === false) element.current.showModal()
  })

  return createPortal(
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the cross and Escape do the same
    <dialog
      ref={element}
      className={classes.box}
      data-kind={kind}
      data-size={size}
      role={kind === 'alertdialog' ? 'alertdialog' : undefined}
      {...(head ? { 'aria-label': title } : { 'aria-labelledby': id })}
      onCancel={(event) => {
        // Ignores the cancel event of a file chooser, which bubbles from inside.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (closable) onClose()
      }}
      onClose={(event) => {
        if (event.target !== event.currentTarget || isClosedHere(event.currentTarget)) return
        if (closable) onClose()
        draw((times) => times + 1)
      }}
      onMouseDown={(event) => {
        // The second press of a double click meant a button that stood here until the first made the dialog smaller.
        if (event.detail > 1) return
        if (closable && event.target === event.currentTarget && isBeside(event.currentTarget, event)) onClose()
      }}
    >
      {head ?? (
        <header className={classes.header}>
          <div className={classes.titles}>
            <h2 id={id} className={classes.title}>
              {title}
            </h2>
            {subtitle ? <p className={classes.subtitle}>{subtitle}</p> : null}
          </div>
          {closable ? (
            <button type="button" className={classes.close} aria-label={t('close')} onClick={onClose}>
              <IconX size={20} stroke={1.75} aria-hidden />
            </button>
          ) : null}
        </header>
      )}
      {tabs}
      {flush ? <div className={classes.flush}>{children}</div> : <Body>{children}</Body>}
      {footer ? <DialogFooter>{footer}</DialogFooter> : null}
    </dialog>,
    document.body,
  )
}

/** Returns whether the pointer is on the backdrop, whose events target the dialog. */
function isBeside(dialog: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** A tab stop if the content overflows, so that the keyboard can scroll it. */
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
