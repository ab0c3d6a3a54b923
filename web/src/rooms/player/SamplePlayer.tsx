import { getSampleAnimation } from '@cutaway/contract/rooms/player/player.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { call } from '../../core/api.ts'
import { reportError } from '../../core/errors.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { FilmProvider } from './engine/FilmProvider.tsx'
import { FilmView } from './engine/FilmView.tsx'
import { servingTag } from './engine/captions/languages.ts'
import { filmOf } from './film.ts'
import { StepRail } from './film/StepRail.tsx'
import classes from './SamplePlayer.module.css'

/** Plays a public sample film in a dialog over the public home page. It autoplays, because a click opened it. */
export default function SamplePlayer({ partId }: { partId: string }) {
  const t = useTexts()
  const { language_id, language_code } = useLanguage()
  const [tongue, setTongue] = useState<string | null>(null)
  const film = useQuery({
    queryKey: ['sample', partId, language_id],
    queryFn: ({ signal }) =>
      call(getSampleAnimation, { params: { part_id: partId, lang: String(language_id) }, signal }),
    staleTime: Infinity,
    select: filmOf,
  })
  const plainIn = useCallback(
    async (tag: string) => {
      const { video } = await call(getSampleAnimation, { params: { part_id: partId, lang: tag } })
      return video.videoUrl
    },
    [partId],
  )
  if (film.error)
    return (
      <ErrorState
        title={t('film_not_playing')}
        error={film.error}
        onRetry={() => void film.refetch()}
        busy={film.isFetching}
      />
    )
  if (!film.data) return <div className={classes.waiting} />
  const { narrations, captions, spoken, kind } = film.data
  const tags = [...narrations, ...captions].map(({ tag }) => tag)
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <FilmProvider
      film={film.data}
      tongue={tongue ?? servingTag(language_code, tags) ?? spoken}
      onTongue={setTongue}
      autoplay={!still}
      plainIn={plainIn}
      report={(what) => reportError(what, 'film')}
    >
      <div className={classes.sample}>
        <FilmView />
        {kind === 'interactive' && <StepRail />}
      </div>
    </FilmProvider>
  )
}
