import { useDraggable, useDroppable } from '@dnd-kit/core'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { VideoType } from '@cutaway/contract/fields.ts'
import { IconCheck, IconMovie, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../core/i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Pagination } from '../../ui/table/Pagination.tsx'
import { ActionIcon, Button } from '../../ui/form/Button.tsx'
import { TextInput } from '../../ui/form/Field.tsx'
import { pageCount } from '../../ui/table/paging.ts'
import { SegmentedControl } from '../../ui/form/SegmentedControl.tsx'
import { FilmRow } from '../catalogue/FilmRow.tsx'
import { useShownType } from '../catalogue/VideoTypeSwitch.tsx'
import classes from './Arrange.module.css'
import { availableZone, filmDragId } from './drag.ts'
import { firstSize } from './list-size.ts'
import { useFilmName } from './useFilmName.ts'

type Kind = VideoType | 'all'

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** Lists the available films, with a filter. A row is added by its button, or by dragging it to the favourites. */
export function AvailableFilms({
  films,
  isChosen,
  removing,
  onAdd,
}: {
  films: readonly FilmTile[]
  isChosen: (partId: string) => boolean
  /** A favourite is being dragged: dropping it here removes it. */
  removing: boolean
  onAdd: (film: FilmTile) => Promise<unknown>
}) {
  const t = useTexts()
  const { choose } = useShownType()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<Kind>('all')
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(firstSize)
  const { setNodeRef, isOver } = useDroppable({ id: availableZone, disabled: !removing })

  const found = films.filter(
    (film) =>
      (kind === 'all' || film.video_type === kind) &&
      plain(`${film.part_name} ${film.subtitle}`).includes(plain(text.trim())),
  )
  const shown = Math.min(page, pageCount(found.length, size))
  const filter = (next: { text?: string; kind?: Kind }) => {
    setText(next.text ?? text)
    setKind(next.kind ?? kind)
    setPage(1)
  }
  return (
    <section ref={setNodeRef} className={classes.box} data-over={isOver || undefined} aria-labelledby="films-to-choose">
      <header className={classes.head}>
        <h2 id="films-to-choose">{t('films')}</h2>
        <output className={classes.count}>{t('films_count', { count: found.length })}</output>
        {removing ? <span className={classes.dropHint}>{t('favourites_drop_removes')}</span> : null}
      </header>
      <div className={classes.filter}>
        <TextInput
          type="search"
          aria-label={t('find_film')}
          placeholder={t('find_film')}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
          value={text}
          onChange={(event) => filter({ text: event.currentTarget.value })}
        />
        {choose ? (
          <SegmentedControl
            fill
            label={t('film_type')}
            value={kind}
            onChange={(next) => filter({ kind: next })}
            segments={[
              { value: 'all', label: t('all_kinds') },
              { value: 'narrated', label: t('narrated') },
              { value: 'interactive', label: t('interactive') },
            ]}
          />
        ) : null}
      </div>
      {found.length === 0 ? (
        <EmptyState
          icon={IconMovie}
          title={t('no_film_matches')}
          text={t('no_film_matches_text')}
          action={<Button onClick={() => filter({ text: '', kind: 'all' })}>{t('show_all_films')}</Button>}
        />
      ) : (
        <ul className={classes.rows}>
          {found.slice((shown - 1) * size, shown * size).map((film) => (
            <AvailableRow key={film.part_id} film={film} chosen={isChosen(film.part_id)} onAdd={onAdd} />
          ))}
        </ul>
      )}
      <Pagination
        page={shown}
        size={size}
        total={found.length}
        onPage={setPage}
        onSize={(next) => {
          setSize(next)
          setPage(1)
        }}
      />
    </section>
  )
}

function AvailableRow({
  film,
  chosen,
  onAdd,
}: {
  film: FilmTile
  chosen: boolean
  onAdd: (film: FilmTile) => Promise<unknown>
}) {
  const t = useTexts()
  const nameOf = useFilmName()
  const [busy, setBusy] = useState(false)
  // Only the pointer drags the row; the button beside it has the same effect for keyboard users.
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: filmDragId(film.part_id), data: { film } })
  const add = async () => {
    setBusy(true)
    await onAdd(film)
    setBusy(false)
  }
  return (
    <li className={classes.row} data-lifted={isDragging || undefined}>
      <div ref={setNodeRef} className={classes.grab} {...listeners}>
        <FilmRow film={film} />
      </div>
      <ActionIcon
        variant={chosen ? 'subtle' : 'default'}
        className={classes.act}
        aria-label={t(chosen ? 'favourite_in_list_named' : 'favourite_add_named', { name: nameOf(film) })}
        loading={busy}
        onClick={() => void add()}
      >
        {chosen ? <IconCheck size={17} stroke={1.75} /> : <IconPlus size={17} stroke={1.75} />}
      </ActionIcon>
    </li>
  )
}
