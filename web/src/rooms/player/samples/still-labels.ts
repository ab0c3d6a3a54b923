import { labelsOfTrack, type LabelTrack, type PlacedLabel } from '../engine/labels/labels.ts'

/** Selects the labels of a narrated film for its poster. Pure. */

const step = 0.1

/** Returns the labels that have faded in at a second. */
const standing = (place: (second: number) => PlacedLabel[], second: number) =>
  place(second).filter(({ alpha }) => alpha > 0.99)

/**
 * Returns the second that a poster shows: the file's own, else the middle of the longest range with the most labels at
 * once. Null for a track without labels.
 */
export function posterMoment(track: LabelTrack, texts: Record<string, string>): number | null {
  if (track.posterAt !== null) return track.posterAt
  const place = labelsOfTrack(track, texts)
  const end = Math.max(0, ...track.labels.flatMap(({ runs }) => runs.map((run) => run.at(-1)?.[0] ?? 0)))
  let best = { count: 0, from: 0, to: 0 }
  let current = { count: 0, from: 0, to: 0 }
  for (let i = 0; i * step <= end; i += 1) {
    const at = i * step
    const { length: count } = standing(place, at)
    current = count === current.count ? { ...current, to: at } : { count, from: at, to: at }
    const longer = current.count === best.count && current.to - current.from > best.to - best.from
    if (current.count > best.count || longer) best = current
  }
  return best.count === 0 ? null : (best.from + best.to) / 2
}

/** Returns the labels at the poster's second, at most `most`, ordered by greatest distance from each other. */
export function posterLabels(track: LabelTrack, texts: Record<string, string>, most: number): PlacedLabel[] {
  const moment = posterMoment(track, texts)
  const left = moment === null ? [] : standing(labelsOfTrack(track, texts), moment)
  const distance = (a: PlacedLabel, b: PlacedLabel) => Math.hypot(a.box.x - b.box.x, (a.box.y - b.box.y) * 0.5625)
  const length = ({ box, point }: PlacedLabel) => Math.hypot(box.x - point.x, (box.y - point.y) * 0.5625)
  const chosen: PlacedLabel[] = []
  while (left.length > 0 && chosen.length < most) {
    // The first label has the shortest line, which covers least of the picture.
    const worth = (label: PlacedLabel) =>
      chosen.length === 0 ? -length(label) : Math.min(...chosen.map((other) => distance(label, other)))
    const next = left.reduce((a, b) => (worth(b) > worth(a) ? b : a))
    left.splice(left.indexOf(next), 1)
    chosen.push(next)
  }
  return chosen
}
