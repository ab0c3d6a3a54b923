import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { lazy, Suspense, useState } from 'react'
import { useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { useMay, useSession } from '../../../core/session.ts'
import { Button } from '../../../ui/form/Button.tsx'

const FilmOnScreenDialog = lazy(() => withTexts(['signage', 'branding'], import('./FilmOnScreenDialog.tsx')))

/** Plays the film of a page on a screen in the waiting room. */
export function PlayOnScreenButton({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  const may = useMay('manage_looped_animations')
  const isTouchScreen = useSession()?.TouchScreenMode != null
  const [open, setOpen] = useState(false)
  const { video_type, partId } = details.video
  if (!may || isTouchScreen || video_type !== 'narrated') return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('film_on_screen')}
      </Button>
      {open ? (
        <Suspense fallback={null}>
          <FilmOnScreenDialog partId={partId} title={details.part_name} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
