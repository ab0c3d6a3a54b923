import type { CustomPart } from '@cutaway/contract/rooms/player.ts'
import { useState } from 'react'
import { useTexts } from '../../core/i18n.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import classes from './RelatedFilms.module.css'

/** A film of the business's own, as it was made: it has neither labels nor captions of ours. */
export default function CustomFilm({ part, onClose }: { part: CustomPart; onClose: () => void }) {
  const t = useTexts()
  const [failed, setFailed] = useState(false)
  return (
    <Dialog title={part.part_name} onClose={onClose}>
      {failed ? (
        <ErrorState title={t('film_not_playing')} text={t('film_not_playing_hint')} onRetry={() => setFailed(false)} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written captions for it
        <video
          className={classes.customFilm}
          src={part.video_url ?? undefined}
          poster={part.poster_url ?? undefined}
          controls
          autoPlay={!matchMedia('(prefers-reduced-motion: reduce)').matches}
          playsInline
          onError={() => setFailed(true)}
        />
      )}
    </Dialog>
  )
}
