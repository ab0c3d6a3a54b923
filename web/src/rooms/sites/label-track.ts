/** The labels of a narrated film (library/README.md, labels.json), as far as a still picture needs them. Pure. */

type Point = readonly [x: number, y: number]
/** Time, place of the spot, opacity. */
type Entry = readonly [t: number, x: number, y: number, alpha: number]

export interface LabelTrack {
  width: number
  height: number
  labels: readonly { id: string; box: Point; runs: readonly (readonly Entry[])[] }[]
}

export interface StillLabel {
  id: string
  /** Middle of the label's box and the spot on the piece, as shares of the picture. */
  box: Point
  point: Point
}

const step = 0.1

/** The spot of a run at a moment, or null before its first entry and after its last. */
function spotAt(run: readonly Entry[], at: number): { point: Point; alpha: number } | null {
  for (let i = 1; i < run.length; i += 1) {
    const [from, to] = [run[i - 1], run[i]]
    if (!from || !to || at < from[0] || at > to[0]) continue
    const share = to[0] === from[0] ? 0 : (at - from[0]) / (to[0] - from[0])
    const between = (a: number, b: number) => a + (b - a) * share
    return { point: [between(from[1], to[1]), between(from[2], to[2])], alpha: between(from[3], to[3]) }
  }
  return null
}

function standingAt(track: LabelTrack, at: number): StillLabel[] {
  const share = ([x, y]: Point): Point => [x / track.width, y / track.height]
  return track.labels.flatMap(({ id, box, runs }) => {
    const spot = runs.map((run) => spotAt(run, at)).find((found) => found !== null && found.alpha > 0.99)
    return spot ? [{ id, box: share(box), point: share(spot.point) }] : []
  })
}

/**
 * The moment that a poster shows: the middle of the longest stretch with the most labels at once. Null for a track
 * without labels.
 */
export function posterMoment(track: LabelTrack): number | null {
  const end = Math.max(0, ...track.labels.flatMap(({ runs }) => runs.map((run) => run.at(-1)?.[0] ?? 0)))
  let best = { count: 0, from: 0, to: 0 }
  let current = { count: 0, from: 0, to: 0 }
  for (let i = 0; i * step <= end; i += 1) {
    const at = i * step
    const { length: count } = standingAt(track, at)
    current = count === current.count ? { ...current, to: at } : { count, from: at, to: at }
    const longer = current.count === best.count && current.to - current.from > best.to - best.from
    if (current.count > best.count || longer) best = current
  }
  return best.count === 0 ? null : (best.from + best.to) / 2
}

/** The labels of the poster's moment, the ones that stand farthest from each other first, at most `most`. */
export function posterLabels(track: LabelTrack, most: number): StillLabel[] {
  const moment = posterMoment(track)
  const left = moment === null ? [] : standingAt(track, moment)
  const distance = (a: StillLabel, b: StillLabel) => Math.hypot(a.box[0] - b.box[0], (a.box[1] - b.box[1]) * 0.5625)
  const length = ({ box, point }: StillLabel) => Math.hypot(box[0] - point[0], (box[1] - point[1]) * 0.5625)
  const chosen: StillLabel[] = []
  while (left.length > 0 && chosen.length < most) {
    // The first has the shortest line: it disturbs the picture least.
    const worth = (label: StillLabel) =>
      chosen.length === 0 ? -length(label) : Math.min(...chosen.map((other) => distance(label, other)))
    const next = left.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    left.splice(left.indexOf(next), 1)
    chosen.push(next)
  }
  return chosen
}
