import type { GuideFilm as Film } from '@cutaway/contract/rooms/sites/guide.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import classes from './Guide.module.css'

/** The film of the portal. It has no sound; its captions say what is to be seen, in the language of the page. */
export function GuideFilm({ film, title }: { film: Film; title: string }) {
  const { language_id } = useLanguage()
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  return (
    <video
      key={`${film.video_url} ${language_id}`}
      className={classes.film}
      src={film.video_url}
      poster={film.poster_url}
      width={film.width}
      height={film.height}
      aria-label={title}
      controls
      muted
      playsInline
      autoPlay={!still}
      data-stage
    >
      {film.captions.map((track) => (
        <track
          key={track.language_id}
          kind="captions"
          src={track.url}
          srcLang={track.language_code}
          label={track.name}
          default={track.language_id === language_id}
        />
      ))}
    </video>
  )
}
