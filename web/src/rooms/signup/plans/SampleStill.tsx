import { getSampleAnimations } from '@cutaway/contract/rooms/player/player.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../core/api.ts'
import { duration } from '../../../core/i18n/format.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import classes from './SampleStill.module.css'

/** The still of the first narrated film that visitors may see, with its length; nothing where there is none. */
export function SampleStill({
  className,
  caption,
}: {
  className?: string | undefined
  caption?: (name: string) => ReactNode
}) {
  const { language_id } = useLanguage()
  // The home page under the sheet asks for the same films.
  const { data: films = [] } = useQuery({
    queryKey: ['samples', language_id],
    queryFn: ({ signal }) => call(getSampleAnimations, { params: { lang: String(language_id) }, signal }),
    staleTime: Infinity,
  })
  const film = films.find(({ video_type, poster_url }) => video_type === 'narrated' && poster_url !== null)
  if (!film?.poster_url) return null
  return (
    <figure className={classes.figure}>
      <span className={[classes.film, className].join(' ')}>
        <img src={film.poster_url} alt="" width={372} height={209} loading="lazy" decoding="async" />
        <bdi className={classes.length}>{duration(film.duration)}</bdi>
      </span>
      {caption ? <figcaption>{caption(film.part_name)}</figcaption> : null}
    </figure>
  )
}
