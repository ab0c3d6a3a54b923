import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, Suspense, use, useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { CallFailed } from '../../core/api.ts'
import { reportError } from '../../core/errors.ts'
import { duration } from '../../core/i18n/format.ts'
import { useLanguage, useTexts } from '../../core/i18n/i18n.ts'
import { usePage } from '../../core/page.ts'
import { lazyPart } from '../../core/lazy-part.ts'
import { paths, toAnimation, toSystem } from '../../paths.ts'
import { useShownType } from '../catalogue/VideoTypeSwitch.tsx'
import classes from './AnimationPage.module.css'
import { dropEarlyFilm, holdEarlyFilm } from './engine/sources/early.ts'
import { FilmProvider } from './engine/FilmProvider.tsx'
import { usePlayer } from './engine/sources/player.ts'
import { servingTag } from './engine/captions/languages.ts'
import { rememberedFilmLanguage, rememberFilmLanguage } from './film-language.ts'
import { FilmBelow } from './film-actions.ts'
import { filmOf, hasFilm } from './film.ts'
import { FilmHead } from './film/FilmHead.tsx'
import { FilmStage, StageFrame } from './film/FilmStage.tsx'
import { PageFailed, StageSkeleton, StageWaiting, VideosNotAvailable } from './film/PageStates.tsx'
import { kindOfId, whatToShow } from './page-state.ts'
import { RelatedFilms } from './related/RelatedFilms.tsx'
import { useDetailsQuery } from './useDetails.ts'
import { useIsForCustomers, useSharedScreen } from './useSharedScreen.ts'
import { ViewTracking } from './ViewTracking.tsx'

const WarningLights = lazyPart(() => import('./lights/WarningLights.tsx'))
const PartNotFound = lazyPart(() => import('./film/PartNotFound.tsx'))
const NoNarration = lazyPart(() => import('./film/NoNarration.tsx'))
const VideoNotAvailable = lazyPart(() => import('./film/VideoNotAvailable.tsx'))

/** Shows a film with its transcript or steps, its description, and related films. */
export default function AnimationPage() {
  const { part_id: partId = '' } = useParams()
  return <PartPage key={partId} partId={partId} />
}

function PartPage({ partId }: { partId: string }) {
  const detailsIn = useDetailsQuery(partId)
  const { language_id } = useLanguage()
  const details = useQuery({ ...detailsIn(language_id), placeholderData: keepPreviousData })
  const { data, error } = details
  // The narration language often differs from the page language, so both requests are sent in parallel.
  const shared = useSharedScreen()
  const [wanted] = useState(() => (shared ? null : rememberedFilmLanguage(language_id)))
  useQuery({ ...detailsIn(wanted ?? language_id), enabled: wanted !== null, notifyOnChangeProps: [] })
  usePartTitle(data, error)

  useEffect(holdEarlyFilm, [])
  const failed = error !== null && data === undefined
  useEffect(() => {
    if (failed) dropEarlyFilm()
  }, [failed])

  if (data) return <Part details={data} />
  if (!failed) return <StageSkeleton kind={kindOfId(partId)} />
  // Rejects a URL that is not a valid part before any request.
  if (error instanceof CallFailed && (error.key === 'Part no found' || error.http === 400))
    return (
      <Suspense fallback={null}>
        <PartNotFound />
      </Suspense>
    )
  return <PageFailed error={error} onRetry={() => void details.refetch()} busy={details.isFetching} />
}

/** Sets the title and breadcrumbs of the page. */
function usePartTitle(details: AnimationDetails | undefined, error: unknown): void {
  const t = useTexts()
  const { system, video, interactiveButtons } = details ?? {}
  const length =
    video?.video_type === 'interactive'
      ? t('steps_count', { count: interactiveButtons?.length ?? 0 })
      : duration(video?.duration ?? 0)
  const title = details?.part_name ?? (error ? t('Part no found') : undefined)
  usePage(title, {
    crumbs: system
      ? [
          { label: t('nav_home'), to: paths.home },
          { label: system.system_name, to: toSystem(system.system_id) },
          { label: title ?? '' },
        ]
      : [],
    phone:
      system && video
        ? {
            back: toSystem(system.system_id),
            subtitle: details?.message
              ? system.system_name
              : `${system.system_name} · ${t(video.video_type)} · ${length}`,
          }
        : null,
  })
}

function Part({ details }: { details: AnimationDetails }) {
  const { language_id } = useLanguage()
  const { choose } = useShownType()
  const shared = useSharedScreen()
  const [remembered] = useState(() => (shared ? null : voiceIn(details, rememberedFilmLanguage(language_id))))
  const [picked, setPicked] = useState<number | null>(null)
  const chosen = picked ?? remembered
  const setChosen = (id: number) => {
    setPicked(id)
    // A language with captions only is not stored, because the next film may have the narration.
    if (!shared && voiceIn(details, id) !== null) rememberFilmLanguage({ page: language_id, film: id })
  }
  const shows = whatToShow(details, { language_id, chosen, narratedOnly: choose === null })
  const exists = hasFilm(details)
  const below = use(FilmBelow)
  const [film, setFilm] = useState<Seeks | null>(null)

  useEffect(() => {
    if (shows.kind === 'film') return
    dropEarlyFilm()
    if (!exists && shows.kind !== 'lights') reportError('No Video URL Found', 'film')
  }, [shows.kind, exists])

  if (shows.kind === 'go-to') return <Navigate replace to={toAnimation(shows.partId)} />
  if (shows.kind === 'not-found')
    return (
      <Suspense fallback={null}>
        <PartNotFound />
      </Suspense>
    )
  return (
    <>
      {shows.kind === 'film' && <FilmOfPart details={details} chosen={chosen} onChoose={setChosen} ref={setFilm} />}
      {shows.kind === 'lights' && (
        <Suspense fallback={<StageWaiting kind="narrated" />}>
          <WarningLights details={details} />
        </Suspense>
      )}
      {shows.kind === 'no-narration' && (
        <StageFrame kind="narrated" alone>
          <Suspense fallback={null}>
            <NoNarration details={details} onChoose={setChosen} />
          </Suspense>
        </StageFrame>
      )}
      {shows.kind === 'no-languages' && (
        <StageFrame kind="narrated" alone>
          <VideosNotAvailable />
        </StageFrame>
      )}
      <div className={classes.page}>
        <FilmHead details={details} />
        <RelatedFilms details={details} />
        {shows.kind === 'film' && below(details, (second) => film?.seek(second))}
      </div>
    </>
  )
}

/** Returns the language if the film has a narration in it. */
const voiceIn = ({ narratedLanguages }: AnimationDetails, id: number | null): number | null =>
  narratedLanguages.some(({ language_id }) => language_id === id) ? id : null

interface FilmOfPartProps {
  details: AnimationDetails
  /** The language in which the film is watched, if it differs from the page's. */
  chosen: number | null
  onChoose: (languageId: number) => void
  /** Receives the way to a second of the film. */
  ref: Ref<Seeks>
}

/** Renders the film. Its own texts (labels, captions, transcript) are in the language in which it is watched. */
function FilmOfPart({ details, chosen, onChoose, ref }: FilmOfPartProps) {
  const { language_id, language_code } = useLanguage()
  const client = useQueryClient()
  const detailsIn = useDetailsQuery(details.video.partId)
  // The language was chosen before the player existed: the film starts in it.
  const [wanted] = useState(chosen)
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const nextLink = useRef<HTMLAnchorElement>(null)
  const forCustomers = useIsForCustomers()
  const [finding, setFinding] = useState(false)
  const findLanguages = useCallback(() => setFinding(true), [])
  const watched = useQuery({
    ...detailsIn(chosen ?? language_id),
    placeholderData: keepPreviousData,
    enabled: chosen !== null && chosen !== language_id,
  })
  const waiting = wanted !== null && wanted !== language_id && watched.isPending
  const inLanguage = (chosen !== null && chosen !== language_id && watched.data) || details
  const film = filmOf(inLanguage)
  const languages = [...film.narrations, ...film.captions]
  const tongue = languages.find((other) => other.language_id === (chosen ?? language_id))?.tag
  const idOf = (tag: string) => languages.find((other) => other.tag === tag)?.language_id

  const plainIn = useCallback(
    async (tag: string) => {
      const id = idOf(tag)
      if (id === undefined) return null
      const { video } = await client.fetchQuery(detailsIn(id))
      return video.language_id === id ? video.videoUrl : null
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the player asks through its latest rendering
    [client],
  )

  if (waiting) return <StageWaiting kind="narrated" />
  return (
    <FilmProvider
      film={film}
      tongue={
        tongue ??
        servingTag(
          language_code,
          languages.map(({ tag }) => tag),
        ) ??
        film.spoken
      }
      onTongue={(tag) => onChoose(idOf(tag) ?? language_id)}
      autoplay={!still}
      plainIn={plainIn}
      report={(what) => reportError(what, 'film')}
      findLanguages={findLanguages}
      onNext={() => nextLink.current?.click()}
      forCustomers={!forCustomers}
      simple={forCustomers}
    >
      <SeekHandle ref={ref} />
      <ViewTracking details={inLanguage} languageId={chosen ?? language_id} />
      <FilmStage details={inLanguage} nextLink={nextLink} />
      {finding && (
        <Suspense fallback={null}>
          <VideoNotAvailable details={inLanguage} onChoose={onChoose} onClose={() => setFinding(false)} />
        </Suspense>
      )}
    </FilmProvider>
  )
}

interface Seeks {
  seek: (second: number) => void
}

/** Gives the page around a film the way to a second of it. */
function SeekHandle({ ref }: { ref: Ref<Seeks> }) {
  const player = usePlayer()
  useImperativeHandle(ref, () => ({ seek: (second) => void player.seek(second) }), [player])
  return null
}
