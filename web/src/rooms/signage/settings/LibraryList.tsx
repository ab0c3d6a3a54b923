import type { VideoType } from '@cutaway/contract/fields.ts'
import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { LoopItem } from '@cutaway/contract/rooms/signage/loops.ts'
import { IconCheck, IconMovie, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { ActionIcon } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { FilmRow } from '../../catalogue/FilmRow.tsx'
import classes from './Loop.module.css'
import { useLibraryFilms } from './useLoop.ts'

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()

/** The films that can be added, with a search. */
export function LibraryList({
  items,
  onAdd,
}: {
  items: readonly LoopItem[]
  onAdd: (film: FilmTile) => Promise<unknown>
}) {
  const t = useTexts()
  const { language_id } = useLanguage()
  const films = useLibraryFilms()
  const [text, setText] = useState('')
  const [kind, setKind] = useState<VideoType>('narrated')
  const [busy, setBusy] = useState<string | null>(null)
  const inList = new Set(items.flatMap((item) => (item.language === language_id ? item.part_id : [])))
  const hasBoth = films.data?.some(({ video_type }) => video_type === 'interactive') ?? false
  const add = async (film: FilmTile) => {
    setBusy(film.part_id)
    await onAdd(film)
    setBusy(null)
  }
  return (
    <section className={classes.box} aria-labelledby="loop-library">
      <header className={classes.head}>
        <h2 id="loop-library">{t('loop_library')}</h2>
        {hasBoth ? (
          <NativeSelect
            size="xs"
            className={classes.end ?? ''}
            aria-label={t('film_type')}
            data={[
              { value: 'narrated', label: t('narrated') },
              { value: 'interactive', label: t('interactive') },
            ]}
            value={kind}
            onChange={({ currentTarget: { value } }) => setKind(value as VideoType)}
          />
        ) : null}
      </header>
      <div className={classes.find}>
        <TextInput
          type="search"
          aria-label={t('find_film')}
          placeholder={t('find_film')}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </div>
      <QueryState query={films} failed={t('films_not_loaded')} heading="h3" waiting={<SkeletonRows rows={6} />}>
        {(all) => {
          const found = all.filter(
            (film) =>
              (film.video_type === kind || !hasBoth) &&
              plain(`${film.part_name} ${film.subtitle}`).includes(plain(text.trim())),
          )
          if (found.length === 0)
            return <EmptyState icon={IconMovie} title={t('no_film_matches')} text={t('no_film_matches_text')} />
          return (
            <ul className={classes.rows}>
              {found.map((film) => (
                <li key={film.part_id} className={classes.row}>
                  <FilmRow film={film} />
                  {inList.has(film.part_id) ? (
                    <span className={classes.inList}>
                      <IconCheck size={16} stroke={1.75} aria-hidden />
                      {t('loop_in_list')}
                    </span>
                  ) : (
                    <ActionIcon
                      variant="default"
                      aria-label={t('loop_add_named', { name: film.part_name })}
                      loading={busy === film.part_id}
                      onClick={() => void add(film)}
                    >
                      <IconPlus size={17} stroke={1.75} />
                    </ActionIcon>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </QueryState>
    </section>
  )
}
