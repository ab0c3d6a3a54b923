import { duration } from '../../../core/i18n/format.ts'
import { languages, useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Films.module.css'
import type { ShareFilm } from '../share.ts'

/** Picture, name and length of a film, and the language in which the customer gets it. */
export function FilmLine({ film, languageId }: { film: ShareFilm; languageId?: number }) {
  const t = useTexts()
  const language = languages.find((one) => one.language_id === languageId)?.name
  const length = film.duration > 0 ? duration(film.duration) : null
  return (
    <>
      <span className={classes.thumb}>
        {film.poster_url ? (
          <img src={film.poster_url} alt="" width={72} height={40} loading="lazy" decoding="async" draggable={false} />
        ) : null}
      </span>
      <span className={classes.words}>
        <span className={classes.name}>{film.part_name}</span>
        <span className={classes.line}>{[t('narrated'), language, length].filter(Boolean).join(' · ')}</span>
      </span>
    </>
  )
}
