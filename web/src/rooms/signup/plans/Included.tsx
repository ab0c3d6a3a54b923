import { getSampleAnimations } from '@cutaway/contract/rooms/player/player.ts'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { duration } from '../../../core/i18n/format.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import classes from './Included.module.css'

const parts = ['films', 'sending', 'reports', 'screens'] as const

/** Under the order of a sign-up: what every plan includes, and the still of a film that visitors may see. */
export function Included() {
  const t = useTexts()
  const { language_id } = useLanguage()
  // The home page under the sheet asks for the same films.
  const { data: films = [] } = useQuery({
    queryKey: ['samples', language_id],
    queryFn: ({ signal }) => call(getSampleAnimations, { params: { lang: String(language_id) }, signal }),
    staleTime: Infinity,
  })
  const film = films.find(({ video_type, poster_url }) => video_type === 'narrated' && poster_url !== null)
  return (
    <section className={classes.included} aria-label={t('plan_includes')}>
      <ul className={classes.parts}>
        {parts.map((part) => (
          <li key={part}>
            <IconCheck size={17} stroke={1.75} aria-hidden />
            {t(`plan_includes_${part}`)}
          </li>
        ))}
      </ul>
      {film?.poster_url ? (
        <figure className={classes.figure}>
          <span className={classes.film} dir="ltr">
            <img src={film.poster_url} alt="" width={372} height={209} loading="lazy" decoding="async" />
            <span className={classes.length}>{duration(film.duration)}</span>
          </span>
          <figcaption>{t('plan_film', { name: film.part_name })}</figcaption>
        </figure>
      ) : null}
    </section>
  )
}
