import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconFileText } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useMay } from '../../../core/session.ts'
import { lazyPart } from '../../../core/lazy-part.ts'
import classes from './Pdf.module.css'

const PdfDialog = lazyPart(() => import('./PdfDialog.tsx'))

/** Opens the PDF of the part, if it has one and the user has the right. */
export function PdfButton({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const may = useMay('allow_pdf')
  const [open, setOpen] = useState(false)
  if (!may || details.partsPdf === null) return null
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-haspopup="dialog"
        title={t('pdf_open')}
        onClick={() => setOpen(true)}
      >
        <IconFileText size={18} stroke={1.75} aria-hidden />
        <span className={classes.word}>{t('pdf')}</span>
      </button>
      {open ? (
        <Suspense fallback={null}>
          <PdfDialog details={details} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
