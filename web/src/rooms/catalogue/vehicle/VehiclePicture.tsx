import type { VehicleImage, VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { IconRefresh } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { PlaceLabels } from './PlaceLabels.tsx'
import type { PlacePoint } from './spots.ts'
import { useDrag } from './useDrag.ts'
import type { Pictures } from './usePictures.ts'
import type { Turn } from './useTurn.ts'
import classes from './VehiclePicture.module.css'

/** Renders the picture of the vehicle with its places, turned by dragging; and its loading and error states. */
export function VehiclePicture({
  places,
  turn,
  count,
  pictures,
  shown,
  points,
  frame,
  width,
  height,
  label,
  chosen,
  pointed,
  onChoose,
}: {
  places: VehicleView['places']
  turn: Turn
  /** Number of images in a full turn. */
  count: number
  pictures: Pictures
  /** The loaded picture; null before the first. */
  shown: VehicleImage | null
  points: readonly PlacePoint[]
  /** Measures the picture. */
  frame: Ref<HTMLDivElement>
  /** Size of the picture in pixels. */
  width: number
  height: number
  /** Text alternative of the picture. */
  label: string
  /** The place whose films the list shows. */
  chosen: string | null
  /** The place that is pointed at in the list. */
  pointed: string | null
  onChoose: (place: string) => void
}) {
  const { dragging, handlers } = useDrag(turn, width, count)

  return (
    <div className={classes.window} data-window data-dragging={dragging || undefined} {...handlers}>
      <div className={classes.frame} ref={frame}>
        {shown ? (
          <>
            <img className={classes.image} src={shown.image_url} alt={label} decoding="sync" draggable={false} />
            <PlaceLabels
              points={points}
              places={places}
              picture={{ width, height }}
              chosen={chosen}
              pointed={pointed}
              onChoose={onChoose}
            />
          </>
        ) : null}
      </div>
      <Notice pictures={pictures} empty={shown === null} />
    </div>
  )
}

/** Shows loading, a slow connection or failed pictures: over the picture if there is one, else in its place. */
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
