import { getSampleAnimations } from '@cutaway/contract/rooms/player/player.ts'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Link, matchPath, useLocation } from 'react-router'
import { call } from '../../../core/api.ts'
import { useLanguage, useTexts, withTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSite } from '../../../core/session.ts'
import { lazyPart } from '../../../core/lazy-part.ts'
import { frontPages } from '../../../pages/front.ts'
import { paths } from '../../../paths.ts'
import { toSample } from './sample-path.ts'
import { SystemIllustration } from '../../../ui/illustrations/SystemIllustration.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { HeroFilm } from './HeroFilm.tsx'
import { homeVariant } from './home-variants.ts'
import classes from './PublicHomePage.module.css'
import { Samples } from './Samples.tsx'
import { durationWords, requestAt } from '../../sites/contact/sign-up-links.ts'
import { useSignUpLinks } from '../../sites/contact/useSignUpLinks.ts'

const EducationEntry = lazyPart(() => withTexts(['signup', 'sites'], import('../../signup/school/EducationEntry.tsx')))

const points = ['find', 'send', 'follow']

/** Returns whether a dialog with its own URL, such as the login, is open over the page. */
const isCovered = (pathname: string) =>
  frontPages.some(({ over, path }) => over !== undefined && matchPath(path, pathname) !== null)

/** Renders the visitors' home page in the site's colours: the product, the sign-up, and sample films. */
export default function PublicHomePage() {
  const t = useTexts()
  const { pathname } = useLocation()
  const site = useSite()
  const { language_id } = useLanguage()
  const variant = homeVariant(pathname, site.features)
  usePage(t('nav_home'))
  const samples = useQuery({
    queryKey: ['samples', language_id],
    queryFn: ({ signal }) => call(getSampleAnimations, { params: { lang: String(language_id) }, signal }),
    staleTime: Infinity,
  })
  const films = samples.data ?? []
  const hero = films.find(({ video_type, poster_url }) => video_type === 'narrated' && poster_url !== null) ?? films[0]
  const [asking, setAsking] = useState(variant.opens !== undefined && requestAt(pathname, site).allowed)
  return (
    <>
      <section className={classes.hero} data-stage>
        <div className={classes.words}>
          <h1 className={classes.headline}>{t(variant.headline)}</h1>
          <p className={classes.lead}>{t(variant.lead)}</p>
          <Actions sample={hero?.part_id} />
        </div>
        <div className={classes.film}>
          {hero?.poster_url ? (
            <HeroFilm
              partId={hero.part_id}
              posterUrl={hero.poster_url}
              name={hero.part_name}
              labelled={!isCovered(pathname)}
            />
          ) : samples.isPending ? null : (
            <span className={classes.drawing}>
              <SystemIllustration name="suspension" width={320} />
            </span>
          )}
        </div>
      </section>
      <div className={classes.points}>
        {points.map((point) => (
          <section key={point}>
            <h2>{t(`public_home_${point}`)}</h2>
            <p>{t(`public_home_${point}_text`)}</p>
          </section>
        ))}
      </div>
      <Samples films={films} loading={samples.isPending} />
      {asking ? (
        <Suspense fallback={null}>
          <EducationEntry onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Renders the site's primary action, a sample beside it, and the secondary sign-up link below. */
function Actions({ sample }: { sample: string | undefined }) {
  const t = useTexts()
  const site = useSite()
  const { language_code } = useLanguage()
  const { trial, signUp } = useSignUpLinks()
  const first = trial
    ? { to: trial, label: site.free_trial_label || t('start_free_trial') }
    : signUp
      ? { to: signUp, label: t('subscribe') }
      : { to: paths.login, label: t('log_in') }
  return (
    <>
      <div className={classes.actions}>
        <Button component={Link} to={first.to} size="lg" variant="filled" preventScrollReset>
          {first.label}
        </Button>
        {sample ? (
          <Button
            component={Link}
            to={toSample(sample)}
            size="lg"
            className={classes.onStage}
            leftSection={<IconPlayerPlay size={19} stroke={1.75} aria-hidden />}
            preventScrollReset
          >
            {t('watch_a_sample')}
          </Button>
        ) : null}
      </div>
      {trial ? (
        <p className={classes.hint}>
          {t('public_home_trial_hint', { duration: durationWords(language_code, site.free_trail_time) })}{' '}
          {signUp ? (
            <Link to={signUp} preventScrollReset>
              {t('or_subscribe')}
            </Link>
          ) : null}
        </p>
      ) : null}
    </>
  )
}
