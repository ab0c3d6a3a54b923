import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconHandFinger, IconMovieOff, IconVolume } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link, matchPath, Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { CallFailed } from '../../../core/api.ts'
import { reportError } from '../../../core/errors.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSession, useSite } from '../../../core/session.ts'
import { paths, toViewAnimation } from '../../../paths.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { Logo } from '../../../ui/illustrations/Logo.tsx'
import { FilmRow } from '../../catalogue/FilmRow.tsx'
import { servingTag } from '../engine/captions/languages.ts'
import { FilmProvider } from '../engine/FilmProvider.tsx'
import { FilmView } from '../engine/FilmView.tsx'
import { equivalentOf, filmOf, hasFilm } from '../film.ts'
import { PageFailed } from '../film/PageStates.tsx'
import { StepRail } from '../film/StepRail.tsx'
import { Description } from '../text/Description.tsx'
import { useDetailsQuery } from '../useDetails.ts'
import { ViewTracking } from '../ViewTracking.tsx'
import { type PageOptions, pageOptions, type PageState } from './page-options.ts'
import classes from './ThirdParty.module.css'

/** Shows one film to the visitors of another program, with as much around it as that program asked for. */
export default function ViewAnimationPage() {
  const { part_id: partId = '' } = useParams()
  const { pathname, state } = useLocation() as { pathname: string; state: PageState | null }
  const session = useSession()
  if (!session) return <Navigate replace to={paths.publicHome} />
  const asked = pageOptions()
  const bare = matchPath(paths.viewAnimationPage, pathname) ? { show_menu: false, show_left_sidebar: false } : {}
  return <Page key={partId} partId={partId} options={{ ...asked, ...bare }} interactive={state?.interactive === true} />
}

interface Shown {
  partId: string
  options: PageOptions
  /** Opens the interactive film of the part, if it has one. */
  interactive: boolean
}

function Page({ partId, options, interactive }: Shown) {
  const t = useTexts()
  const { language_id } = useLanguage()
  const detailsIn = useDetailsQuery(partId)
  const { data, error, refetch, isFetching } = useQuery({
    ...detailsIn(language_id),
    placeholderData: keepPreviousData,
  })
  usePage(data?.part_name ?? (error ? t('Part no found') : undefined))
  const other = interactive && data?.video.video_type === 'narrated' ? equivalentOf(data) : undefined
  if (other) return <Navigate replace to={toViewAnimation(other)} />
  if (data && hasFilm(data)) return <Film details={data} options={options} />
  if (data || (error instanceof CallFailed && (error.key === 'Part no found' || error.http === 400)))
    return <EmptyState heading="h1" icon={IconMovieOff} title={t('Part no found')} text={t('part_not_found')} />
  if (error) return <PageFailed error={error} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <output className={classes.opening} aria-label={t('loading')}>
      <span />
    </output>
  )
}

function Film({ details, options }: { details: AnimationDetails; options: PageOptions }) {
  const t = useTexts()
  const { language_id, language_code } = useLanguage()
  const client = useQueryClient()
  const detailsIn = useDetailsQuery(details.video.partId)
  const [picked, setPicked] = useState<string | null>(null)
  const film = filmOf(details)
  const languages = [...film.narrations, ...film.captions]
  const tags = languages.map(({ tag }) => tag)
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const { video_only: only } = options
  const plainIn = useCallback(
    async (tag: string) => {
      const id = languages.find((one) => one.tag === tag)?.language_id
      if (id === undefined) return null
      const { video } = await client.fetchQuery(detailsIn(id))
      return video.language_id === id ? video.videoUrl : null
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the player asks through its latest rendering
    [client],
  )
  const sidebar = options.show_left_sidebar && !only && details.related.length > 0
  return (
    <div className={classes.page} data-only={only || undefined}>
      {only ? (
        <h1 className={classes.hidden}>{details.part_name}</h1>
      ) : (
        <Head details={details} menu={options.show_menu} />
      )}
      <div className={classes.body} data-sidebar={sidebar || undefined}>
        {sidebar ? <Related details={details} /> : null}
        <FilmProvider
          film={film}
          tongue={picked ?? servingTag(language_code, tags) ?? film.spoken}
          onTongue={setPicked}
          autoplay={options.auto_play && !still}
          silent={options.mute}
          plainIn={plainIn}
          report={(what) => reportError(what, 'film')}
          simple
        >
          <ViewTracking details={details} languageId={language_id} />
          <section className={classes.stage} data-stage data-kind={film.kind} aria-label={t('film_stage')}>
            <FilmView />
            {film.kind === 'interactive' ? <StepRail /> : null}
          </section>
        </FilmProvider>
      </div>
      {options.show_description && !only ? (
        <section className={classes.description} data-stage aria-labelledby="about-film">
          <h2 id="about-film">{t('film_description')}</h2>
          <Description details={details} />
        </section>
      ) : null}
    </div>
  )
}

/** The title; with the menu also whose page it is, and the switch to the other kind of film. */
function Head({ details, menu }: { details: AnimationDetails; menu: boolean }) {
  const t = useTexts()
  const site = useSite()
  const navigate = useNavigate()
  const other = equivalentOf(details)
  return (
    <header className={classes.head}>
      {menu ? (
        <span className={classes.shop}>
          <Logo mark={site.mark} logo={site.logo} size={28} />
          <span>{site.name}</span>
        </span>
      ) : null}
      <h1 className={classes.title}>{details.part_name}</h1>
      {menu && other ? (
        <SegmentedControl
          label={t('film_type')}
          value={details.video.video_type}
          onChange={() => void navigate(toViewAnimation(other), { replace: true })}
          segments={[
            { value: 'narrated', label: t('narrated'), icon: <IconVolume size={16} stroke={1.75} aria-hidden /> },
            {
              value: 'interactive',
              label: t('interactive'),
              icon: <IconHandFinger size={16} stroke={1.75} aria-hidden />,
            },
          ]}
        />
      ) : null}
    </header>
  )
}

function Related({ details }: { details: AnimationDetails }) {
  const t = useTexts()
  return (
    <nav className={classes.sidebar} aria-labelledby="related-films">
      <h2 id="related-films">{t('film_related')}</h2>
      <ul>
        {details.related.map((film) => (
          <li key={film.part_id}>
            <Link className={classes.row} to={toViewAnimation(film.part_id)} replace>
              <FilmRow film={film} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
