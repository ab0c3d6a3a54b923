import classes from './FilmPicture.module.css'
import { cutOutAt } from './engine/sources/sprite.ts'
import { useCutOuts } from './engine/sources/useCutOuts.ts'

/** The small picture of a second of a film, as large as its place. Empty until it has loaded. */
export default function FilmPicture({
  thumbnails,
  second,
}: {
  /** Address of the WebVTT file of the film's small pictures. */
  thumbnails: string | null
  second: number
}) {
  const cutOut = cutOutAt(useCutOuts(thumbnails), second)
  if (!cutOut) return null
  const { url, x, y, width, height } = cutOut
  return (
    <svg
      className={classes.picture}
      viewBox={`${x} ${y} ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
    >
      <image href={url} />
    </svg>
  )
}
