import { getMostWatched } from '@cutaway/contract/rooms/player/tracking.ts'
import { playOnScreen, type Screen } from '@cutaway/contract/rooms/signage/screens.ts'
import { IconMovie, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, send } from '../../../core/api.ts'
import { useChange } from '../../../core/change.ts'
import { languages, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../../core/session.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { NativeSelect, TextInput } from '../../../ui/form/Field.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { FilmRow } from '../../catalogue/FilmRow.tsx'
import { useSearch } from '../../catalogue/search/useSearch.ts'
import classes from './Screens.module.css'

/** Chooses a film that plays on a screen for one customer: first those that the business watches most. */
export default function PlayDialog({ screen, onClose }: { screen: Screen; onClose: () => void }) {
  const t = useTexts()
  const { user, web_site } = useSignedIn()
  const brand = useBrandId()
  const spoken = useLanguage()
  const change = useChange('screens')
  const [text, setText] = useState('')
  const [language, setLanguage] = useState(spoken.language_id)
  const [busy, setBusy] = useState<string | null>(null)
  const search = useSearch(text, 'narrated')
  const most = useQuery({
    queryKey: ['most-watched', user.user_id, brand, spoken.language_id],
    queryFn: ({ signal }) =>
      call(getMostWatched, {
        params: {
          user_id: user.user_id,
          brand,
          driverside: web_site.driverside,
          lang: String(spoken.language_id),
        },
        signal,
      }),
  })
  const films = text.trim() === '' ? most.data : search.films?.filter(({ video_type }) => video_type === 'narrated')
  const error = text.trim() === '' ? most.error : search.error
  const play = async (part_id: string) => {
    setBusy(part_id)
    const isDone = await change(
      send(playOnScreen, { body: { screen_id: screen.screen_id, part_id, lang_id: language } }),
    )
    setBusy(null)
    if (isDone) onClose()
  }
  return (
    <Dialog title={t('screen_play_on', { name: screen.name })} onClose={onClose} flush>
      <div className={classes.search}>
        <TextInput
          type="search"
          data-autofocus
          aria-label={t('find_film')}
          placeholder={t('screen_find_film')}
          leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
          value={text}
          maxLength={200}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {languages.length > 1 ? (
          <NativeSelect
            aria-label={t('screen_film_language')}
            value={String(language)}
            data={languages.map(({ language_id, name }) => ({ value: String(language_id), label: name }))}
            onChange={({ currentTarget }) => setLanguage(Number(currentTarget.value))}
          />
        ) : null}
      </div>
      {error ? (
        <ErrorState
          title={t('screen_films_not_loaded')}
          error={error}
          onRetry={() => (text.trim() === '' ? void most.refetch() : search.retry())}
        />
      ) : null}
      {!films && !error ? <SkeletonRows rows={5} /> : null}
      {films?.length === 0 ? <EmptyState icon={IconMovie} title={t('screen_no_film')} /> : null}
      <ul className={classes.films}>
        {films?.map((film) => (
          <li key={film.part_id}>
            <FilmRow film={film} />
            <Button
              loading={busy === film.part_id}
              aria-label={t('named_action', { action: t('screen_play_here'), name: film.part_name })}
              onClick={() => void play(film.part_id)}
            >
              {t('screen_play_here')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
