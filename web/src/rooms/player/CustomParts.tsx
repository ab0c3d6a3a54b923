import type { CustomAnimation } from '@cutaway/contract/rooms/catalogue.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../core/i18n.ts'
import { useFeature } from '../../core/session.ts'
import { useCustomAnimations } from '../catalogue/home/useHome.ts'
import classes from './RelatedFilms.module.css'

const CustomVideoDialog = lazy(() => import('../catalogue/home/CustomVideoDialog.tsx'))

/** Videos of the business's own. Only some sites open them from here; on the others they are named, and nothing more. */
export default function CustomParts() {
  const t = useTexts()
  const clickable = useFeature('custom_parts_clickable')
  const [open, setOpen] = useState<CustomAnimation | null>(null)
  // Beside a film they are an extra: the page is whole without them, also when they do not load.
  const { data: parts = [] } = useCustomAnimations()
  if (parts.length === 0) return null
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
