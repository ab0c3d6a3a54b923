import { IconCheck, IconMovie, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { toast } from '../../../core/toast.ts'
import { Dialog, FooterNote } from '../../../ui/overlay/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import { FilmRow } from '../../catalogue/FilmRow.tsx'
import { useSearch } from '../../catalogue/search/useSearch.ts'
import classes from './Films.module.css'
import type { ShareFilm } from '../share.ts'
import { useFilms } from './useShare.ts'

/** Searches the narrated films of the catalogue. If `most` is 1, a press selects; otherwise it adds or removes. */
export function FilmPicker({
  chosen,
  most,
  onChange,
  onClose,
}: {
  chosen: readonly ShareFilm[]
  most: number
  onChange: (films: readonly ShareFilm[]) => void
  onClose: () => void
}) {
  const t = useTexts()
  const { language_id } = useLanguage()
  const [text, setText] = useState('')
  const films = useFilms(language_id)
  const search = useSearch(text, 'narrated')
  const all = films.data
  const found =
    text.trim() === '' ? all && [...all.values()] : search.films?.flatMap(({ part_id }) => all?.get(part_id) ?? [])
  const error = films.error ?? search.error
  const isChosen = (film: ShareFilm) => chosen.some(({ part_id }) => part_id === film.part_id)

  const press = (film: ShareFilm) => {
    if (most === 1) return onChange([film])
    if (isChosen(film)) return onChange(chosen.filter(({ part_id }) => part_id !== film.part_id))
    if (chosen.length >= most) return void toast('select_at_most_20_animations', { kind: 'warning' })
    return onChange([...chosen, film])
  }
  return (
    <Dialog
      title={t(most === 1 ? 'share_choose_film' : 'share_add_film')}
      onClose={onClose}
      flush
      footer={
        <>
          <FooterNote>{most === 1 ? null : t('share_films_of', { count: chosen.length, most })}</FooterNote>
          <Button variant={most === 1 ? 'default' : 'filled'} onClick={onClose}>
            {t(most === 1 ? 'cancel' : 'share_done')}
          </Button>
        </>
      }
    >
      <div className={classes.search}>
        <TextInput
          type="search"
          data-autofocus
          aria-label={t('find_film')}
          placeholder={t('search_placeholder_short')}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
          value={text}
          maxLength={200}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <output className="visually-hidden" aria-live="polite">
          {found && text.trim() ? t('films_count', { count: found.length }) : ''}
        </output>
      </div>
      <div className={classes.found}>
        {error ? (
          <ErrorState
            title={t('search_failed')}
            error={error}
            busy={films.isFetching || search.busy}
            onRetry={() => {
              if (films.error) void films.refetch()
              else search.retry()
            }}
          />
        ) : !found ? (
          <SkeletonRows rows={6} />
        ) : found.length === 0 ? (
          <EmptyState icon={IconMovie} title={t('no_film_matches')} text={t('no_film_matches_text')} />
        ) : (
          <ul className={classes.choices}>
            {found.map((film) => (
              <li key={film.part_id}>
                <button
                  type="button"
                  className={classes.choice}
                  aria-pressed={isChosen(film)}
                  onClick={() => press(film)}
                >
                  <FilmRow film={film} />
                  <span className={classes.sign}>
                    {isChosen(film) ? (
                      <IconCheck size={18} stroke={2} aria-hidden />
                    ) : (
                      <IconPlus size={18} stroke={1.75} aria-hidden />
                    )}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
