import type { CustomAnimation } from '@cutaway/contract/rooms/catalogue/home.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useFeature } from '../../../core/session.ts'
import { lazyPart } from '../../../core/lazy-part.ts'
import classes from '../related/RelatedFilms.module.css'

const CustomVideoDialog = lazyPart(() => withTexts(['catalogue'], import('../../catalogue/home/CustomVideoDialog.tsx')))

/** Lists the business's own videos. They are links on some sites, and plain text on the others. */
export default function CustomParts({ parts }: { parts: readonly CustomAnimation[] }) {
  const t = useTexts()
  const clickable = useFeature('custom_parts_clickable')
  const [open, setOpen] = useState<CustomAnimation | null>(null)
  return (
    <div className={classes.custom}>
      <h3>{t('film_custom_parts')}</h3>
      <ul>
        {parts.map((part) => (
          <li key={part.part_id}>
            {clickable ? (
              <button type="button" aria-haspopup="dialog" onClick={() => setOpen(part)}>
                <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
                {part.video_name}
              </button>
            ) : (
              part.video_name
            )}
          </li>
        ))}
      </ul>
      {open && (
        <Suspense fallback={null}>
          <CustomVideoDialog video={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}
