import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { duration } from '../../../core/i18n/format.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import classes from './SampleStill.module.css'

interface Sample {
  part_name: string
  video_type: string
  duration: number
  poster_url: string | null
}

/**
 * The still of the first narrated film that visitors may see, with its length. The home page under the sign-up has read
 * these films; where there is no home page there is no still.
 */
export function SampleStill({
  className,
  caption,
}: {
  className?: string | undefined
  caption?: (name: string) => ReactNode
}) {
  const { language_id } = useLanguage()
  const { data: films = [] } = useQuery<Sample[]>({ queryKey: ['samples', language_id], queryFn: skipToken })
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
