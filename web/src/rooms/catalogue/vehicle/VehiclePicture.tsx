import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { VehicleHotspot, VehicleImage } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { IconRefresh } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { Spots } from './Spots.tsx'
import { numbersOf } from './spots.ts'
import { useDrag } from './useDrag.ts'
import type { Pictures } from './usePictures.ts'
import type { Turn } from './useTurn.ts'
import classes from './VehiclePicture.module.css'

/** The picture of the vehicle with its spots, to be turned by dragging; and what is said while it is not there. */
export function VehiclePicture({
  films,
  turn,
  count,
  pictures,
  shown,
  spots,
  frame,
  width,
  label,
  lit,
}: {
  films: readonly FilmTile[]
  turn: Turn
  /** Images of a full turn. */
  count: number
  pictures: Pictures
  /** The picture that has come; null while none has. */
  shown: VehicleImage | null
  spots: readonly VehicleHotspot[]
  /** Measures the picture. */
  frame: Ref<HTMLDivElement>
  /** Of the picture in pixels. */
  width: number
  /** What the picture shows, in words. */
  label: string
  /** Part that is pointed at elsewhere. */
  lit: string | null
}) {
  const { dragging, handlers } = useDrag(turn, width, count)

  return (
    <div className={classes.window} data-dragging={dragging || undefined} {...handlers}>
      <div className={classes.frame} ref={frame}>
        {shown ? (
          <>
            <img className={classes.image} src={shown.image_url} alt={label} decoding="sync" draggable={false} />
            <Spots spots={spots} films={films} numbers={numbersOf(films)} lit={lit} />
          </>
        ) : null}
      </div>
      <Notice pictures={pictures} empty={shown === null} />
    </div>
  )
}

/** Waiting, a slow line, pictures that failed: over the picture where there is one, else in its place. */
function Notice({ pictures: { failed, slow, retry }, empty }: { pictures: Pictures; empty: boolean }) {
  const t = useTexts()
  const count = failed.size
  if (count > 0 && empty)
    return (
      <div className={classes.instead}>
        <ErrorState heading="h2" title={t('vehicle_picture_failed')} text={t('vehicle_list_works')} onRetry={retry} />
      </div>
    )
  if (count > 0)
    return (
      <div className={classes.notice} role="status">
        <span>{t('vehicle_pictures_failed', { count })}</span>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden />}
          onClick={retry}
        >
          {t('try_again')}
        </Button>
      </div>
    )
  if (!empty && !slow) return null
  return (
    <output className={empty ? `${classes.instead} ${classes.late}` : classes.notice}>
      <span className={classes.words}>{t(slow ? 'vehicle_pictures_slow' : 'vehicle_pictures_loading')}</span>
    </output>
  )
}
