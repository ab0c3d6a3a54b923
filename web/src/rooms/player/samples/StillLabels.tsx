import { getSampleAnimation } from '@cutaway/contract/rooms/player/player.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../core/api.ts'
import { useLanguage } from '../../../core/i18n/i18n.ts'
import { type PlacedLabel, readLabelTrack } from '../engine/labels/labels.ts'
import classes from './HeroFilm.module.css'
import { posterLabels } from './still-labels.ts'

const mostLabels = 4

/** Shows the label texts over the still of a film. The picture does not wait for them. */
export default function StillLabels({ partId }: { partId: string }) {
  const labels = useStillLabels(partId)
  return (
    <>
      <svg className={classes.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {labels.map(({ id, box, point }) => {
          const ends = { x1: box.x * 100, y1: box.y * 100, x2: point.x * 100, y2: point.y * 100 }
          return (
            <g key={id}>
              <line {...ends} className={classes.halo} />
              <line {...ends} className={classes.line} />
            </g>
          )
        })}
      </svg>
      {labels.map(({ id, box, point, text }) => (
        <span key={id} className={classes.label}>
          <i
            className={classes.dot}
            style={{ insetInlineStart: percent(point.x), insetBlockStart: percent(point.y) }}
          />
          {/* Shifted by a share of its own width, so that a label at an edge stays inside the picture. */}
          <span
            className={classes.text}
            style={{
              insetInlineStart: percent(box.x),
              insetBlockStart: percent(box.y),
              transform: `translate(${percent(-box.x)}, -50%)`,
            }}
          >
            <bdi>{text}</bdi>
          </span>
        </span>
      ))}
    </>
  )
}

const percent = (share: number) => `${share * 100}%`

/** Returns the labels of the poster. Empty while they load or if they fail to load, because they are optional. */
function useStillLabels(partId: string): PlacedLabel[] {
  const { language_id } = useLanguage()
  const film = useQuery({
    queryKey: ['sample', partId, language_id],
    queryFn: ({ signal }) =>
      call(getSampleAnimation, { params: { part_id: partId, lang: String(language_id) }, signal }),
    staleTime: Infinity,
  })
  const url = film.data?.labelsUrl
  const track = useQuery({
    queryKey: ['label track', url],
    queryFn: async ({ signal }) => {
      const response = await fetch(url ?? '', { signal })
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      return readLabelTrack(await response.json())
    },
    enabled: Boolean(url),
    staleTime: Infinity,
  })
  return track.data ? posterLabels(track.data, film.data?.labelTexts ?? {}, mostLabels) : []
}
