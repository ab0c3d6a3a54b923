import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { countFilm, countPage, decide, useAsking } from '../../core/analytics.ts'
import { useTexts } from '../../core/i18n/i18n.ts'
import { useSession } from '../../core/session.ts'
import { Button } from '../../ui/form/Button.tsx'
import classes from './Consent.module.css'
import { countedPath } from '../counted-path.ts'

/**
 * Asks for consent on sites that count visits, and counts pages and films once it is given. A touch screen in a waiting
 * room is neither asked nor counted, because it cannot consent for the people who use it.
 */
export default function Consent() {
  const session = useSession()
  return session?.TouchScreenMode ? null : <Counting />
}

function Counting() {
  const t = useTexts()
  const { pathname } = useLocation()
  const asking = useAsking()
  const path = countedPath(pathname)

  useEffect(() => {
    if (!asking) countPage(path)
  }, [path, asking])

  useEffect(() => {
    const film = /^\/(?:animation|sample)\/([^/]+)$/.exec(pathname)?.[1]
    if (!film) return undefined
    const onPlay = () => {
      countFilm(decodeURIComponent(film))
      document.removeEventListener('playing', onPlay, true)
    }
    // Media events do not bubble, so listens in the capture phase.
    document.addEventListener('playing', onPlay, true)
    // A film that the server wrote into the page may have started before this listener was registered.
    if ([...document.querySelectorAll('video')].some((video) => !video.paused && video.currentTime > 0)) onPlay()
    return () => document.removeEventListener('playing', onPlay, true)
  }, [pathname])

  if (!asking) return null
  return (
    <section className={classes.banner} aria-labelledby="consent-title">
      <div className={classes.words}>
        <h2 id="consent-title" className={classes.title}>
          {t('consent_title')}
        </h2>
        <p>{t('consent_text')}</p>
      </div>
      <div className={classes.answers}>
        <Button onClick={() => decide('refused')}>{t('consent_refuse')}</Button>
        <Button onClick={() => decide('allowed')}>{t('consent_allow')}</Button>
      </div>
    </section>
  )
}
