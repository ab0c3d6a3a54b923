import { IconMovie } from '@tabler/icons-react'
import classes from './Poster.module.css'

/** The small picture of a film; a sign where there is none. */
export function Poster({ film }: { film: { poster_url: string | null } | undefined }) {
  return (
    <span className={classes.poster}>
      {film?.poster_url ? (
        <img src={film.poster_url} alt="" width={72} height={40} loading="lazy" decoding="async" />
      ) : (
        <IconMovie size={20} stroke={1.75} aria-hidden />
      )}
    </span>
  )
}
