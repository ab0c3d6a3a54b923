import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { DialogFooter } from '../../../ui/overlay/Dialog.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import type { DraftOf } from './draft.ts'
import type { SentTo } from './Sent.tsx'
import classes from './Share.module.css'

/** The props common to all tabs. */
export interface FormProps {
  about: DraftOf
  onSent: (to: SentTo) => void
  onClose: () => void
}

/** Renders the form with the preview beside it; on a phone one of the two. */
export function Panes({
  children,
  footer,
  views,
}: {
  children: ReactNode
  footer: ReactNode
  /** The views of the preview; the first is the initial one. */
  views: readonly { value: string; label: string; content: ReactNode }[]
}) {
  const t = useTexts()
  const [side, setSide] = useState<'write' | 'preview'>('write')
  const [view, setView] = useState(views[0]?.value ?? '')
  return (
    <>
      <div className={classes.sides}>
        <SegmentedControl
          fill
          label={t('share_sides')}
          value={side}
          onChange={setSide}
          segments={[
            { value: 'write', label: t('share_write') },
            { value: 'preview', label: t('share_preview') },
          ]}
        />
      </div>
      <div className={classes.panes} data-side={side}>
        <div className={classes.form}>{children}</div>
        <section className={classes.preview} aria-label={t('share_preview')}>
          <div className={classes.previewHead}>
            <span className={classes.eyebrow}>{t('share_customer_sees')}</span>
            {views.length > 1 ? (
              <SegmentedControl label={t('share_preview')} value={view} onChange={setView} segments={views} />
            ) : null}
          </div>
          {views.find(({ value }) => value === view)?.content}
        </section>
      </div>
      <DialogFooter>{footer}</DialogFooter>
    </>
  )
}
