import type { CustomPart } from '@cutaway/contract/rooms/player.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../core/i18n.ts'
import classes from './RelatedFilms.module.css'

const CustomFilm = lazy(() => import('./CustomFilm.tsx'))

/** Films of the business's own. Only some sites open them from here; on the others they are named, and nothing more. */
export function CustomParts({ parts }: { parts: readonly CustomPart[] }) {
  const t = useTexts()
  const [open, setOpen] = useState<CustomPart | null>(null)
  if (parts.length === 0) return null
  return (
    <div className={classes.custom}>
      <h3>{t('film_custom_parts')}</h3>
      <ul>
        {parts.map((part) => (
          <li key={part.part_id}>
            {part.video_url === null ? (
              part.part_name
            ) : (
              <button type="button" aria-haspopup="dialog" onClick={() => setOpen(part)}>
                <IconPlayerPlay size={16} stroke={1.75} aria-hidden />
                {part.part_name}
              </button>
            )}
          </li>
        ))}
      </ul>
      {open && (
        <Suspense fallback={null}>
          <CustomFilm part={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}
