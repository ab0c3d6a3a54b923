import type { VideoType } from '@cutaway/contract/fields.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import { useState } from 'react'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { useShownType } from '../../catalogue/VideoTypeSwitch.tsx'
import classes from './RelatedFilms.module.css'
import { RelatedRow } from './RelatedRow.tsx'

/** Shows all related films, narrated and interactive in separate lists. The selected type is stored. */
export default function RelatedDialog({
  related,
  type: first,
  onClose,
}: {
  related: readonly FilmTile[]
  type: VideoType
  onClose: () => void
}) {
  const t = useTexts()
  const { choose } = useShownType()
  const [shown, setShown] = useState(choose ? first : 'narrated')
  const films = related.filter(({ video_type }) => video_type === shown)
  const change = (type: VideoType) => {
    choose?.(type)
    setShown(type)
  }
  return (
    <Dialog title={t('film_related')} size="sm" onClose={onClose}>
      {choose && (
        <SegmentedControl
          fill
          label={t('film_type')}
          value={shown}
          onChange={change}
          segments={[
            { value: 'narrated', label: t('narrated') },
            { value: 'interactive', label: t('interactive') },
          ]}
        />
      )}
      {films.length === 0 && <EmptyState title={t('related_none')} text={t('no_records_found')} />}
      <ul className={classes.plain} aria-label={t(shown)}>
        {films.map((film) => (
          <li key={film.part_id}>
            <RelatedRow
              film={film}
              onFollow={() => {
                choose?.(film.video_type)
                onClose()
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
