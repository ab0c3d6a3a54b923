/**
 * Computes label positions. Narrated films have a track of moving pieces, interactive films a list per step on a
 * separate canvas. Both result in fractions of the picture, independent of the reading direction. Pure.
 */

export interface Point {
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

/** A label at one moment, in fractions of the picture. */
export interface PlacedLabel {
  id: string
  /** Number on the film if there is no space for text. */
  number: number
  text: string
  /** Centre of the label's box. */
  box: Point
  /** The point on the piece. */
  point: Point
  alpha: number
}

/** The meaning of a badge: an inspection rating, or a stage without a rating. */
export type Rating = 'good' | 'check_soon' | 'replace_now' | 'stage'

type Entry = readonly [second: number, x: number, y: number, alpha: number]

interface TrackLabel {
  id: string
  box: Point
  runs: readonly (readonly Entry[])[]
}

export interface LabelTrack extends Size {
  title: { from: number; to: number } | null
  /** Second of the film that its poster shows, if the file has it. */
  posterAt: number | null
  badges: readonly { id: string; rating: Rating; from: number; to: number; box: Point }[]
  labels: readonly TrackLabel[]
}

const isNumbers = (value: unknown, length: number): value is readonly number[] =>
  Array.isArray(value) && value.length === length && value.every((part) => Number.isFinite(part))
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isRating = (value: unknown): value is Rating =>
  value === 'good' || value === 'check_soon' || value === 'replace_now' || value === 'stage'
const isEntry = (value: unknown): value is Entry => isNumbers(value, 4)

function readLabel(value: unknown): TrackLabel[] {
  if (!isRecord(value) || typeof value.id !== 'string' || !isNumbers(value.box, 2)) return []
  const runs = list(value.runs)
    .map((run) => list(run).filter(isEntry))
    .filter((run) => run.length > 0)
  return [{ id: value.id, box: pointOf(value.box), runs }]
}

const pointOf = ([x = 0, y = 0]: readonly number[]): Point => ({ x, y })

/** Parses a label track, or returns null. Skips invalid entries, because a film also plays without labels. */
export function readLabelTrack(file: unknown): LabelTrack | null {
  if (!isRecord(file) || file.format !== 1) return null
  const { width, height, title, poster_at } = file
  if (!Number.isFinite(width) || !Number.isFinite(height)) return null
  const badges = list(file.badges).flatMap((badge): LabelTrack['badges'] => {
    if (!isRecord(badge)) return []
    const { id, rating, from, to, box } = badge
    if (typeof id !== 'string' || !isRating(rating) || !isNumbers(box, 2) || !isNumbers([from, to], 2)) return []
    return [{ id, rating, from: Number(from), to: Number(to), box: pointOf(box) }]
  })
  return {
    width: Number(width),
    height: Number(height),
    title:
      isRecord(title) && isNumbers([title.from, title.to], 2)
        ? { from: Number(title.from), to: Number(title.to) }
        : null,
    posterAt: typeof poster_at === 'number' && Number.isFinite(poster_at) ? poster_at : null,
    badges,
    labels: list(file.labels).flatMap(readLabel),
  }
}

/** Returns the position of a run at a second: linear between its entries, null outside. */
function along(run: readonly Entry[], second: number): { point: Point; alpha: number } | null {
  const first = run[0]
  const last = run.at(-1)
  if (!first || !last || second < first[0] || second > last[0]) return null
  const next = run.findIndex((entry) => entry[0] >= second)
  const b = run[next] ?? last
  const a = run[next - 1] ?? b
  const share = b[0] > a[0] ? (second - a[0]) / (b[0] - a[0]) : 1
  const between = (i: 1 | 2 | 3) => a[i] + (b[i] - a[i]) * share
  return { point: { x: between(1), y: between(2) }, alpha: between(3) }
}

/**
 * Numbers the labels of films that are too narrow for text. A label takes the lowest number that no visible label has, so
 * that the numbers on the picture begin at 1 and a visible number never changes. A scene ends when no label is visible.
 * `texts` limits the labels to those with a text; the others are not shown and take no number.
 */
export function numberLabels(
  track: LabelTrack,
  texts?: Record<string, string>,
): { id: string; from: number; to: number; number: number; scene: number }[] {
  const runs = track.labels
    .filter(({ id }) => !texts || texts[id])
    .flatMap(({ id, runs: own }) => own.map((run) => ({ id, from: run[0]?.[0] ?? 0, to: run.at(-1)?.[0] ?? 0 })))
    .toSorted((a, b) => a.from - b.from)
  let [until, scene] = [-1, -1]
  /** For each number, until when it is taken. */
  let taken: number[] = []
  return runs.map((run) => {
    if (run.from > until) {
      scene += 1
      taken = []
    }
    until = Math.max(until, run.to)
    const free = taken.findIndex((to) => to < run.from)
    const slot = free === -1 ? taken.length : free
    taken[slot] = run.to
    return { ...run, scene, number: slot + 1 }
  })
}

/** Returns a function from a second to the visible labels of a narrated film. `texts` is by label id. */
export function labelsOfTrack(track: LabelTrack, texts: Record<string, string>) {
  const numbers = numberLabels(track, texts)
  const fraction = ({ x, y }: Point): Point => ({ x: x / track.width, y: y / track.height })
  return (second: number): PlacedLabel[] =>
    track.labels.flatMap(({ id, box, runs }) => {
      const text = texts[id]
      const now = text && runs.map((run) => along(run, second)).find((placed) => placed !== null)
      if (!now || now.alpha <= 0) return []
      const number = numbers.find((run) => run.id === id && run.from <= second && second <= run.to)?.number ?? 0
      return [{ id, number, text, box: fraction(box), point: fraction(now.point), alpha: now.alpha }]
    })
}

/** Size of the canvas on which the labels of interactive steps are placed. */
const canvas: Size = { width: 770, height: 594 }
/** A film of exactly this size has the old format: its canvas is the picture itself. */
const oldFormat: Size = { width: 776, height: 596 }

/** Converts a canvas point to fractions of the picture, which is fitted like `object-fit: contain`. */
export function fromCanvas(film: Size, { x, y }: Point): Point {
  const isOld = film.width === oldFormat.width && film.height === oldFormat.height
  const around = isOld ? oldFormat : canvas
  const picture = containedIn(around, film)
  return { x: (x - picture.x) / picture.width, y: (y - picture.y) / picture.height }
}

/** Returns the rectangle of a picture in a box, fitted like `object-fit: contain`, in the box's pixels. */
export function containedIn(box: Size, picture: Size): Point & Size {
  if (picture.width <= 0 || picture.height <= 0) return { x: 0, y: 0, ...box }
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { x: (box.width - width) / 2, y: (box.height - height) / 2, width, height }
}

interface StepLabel {
  button_id: string
  text: string
  labelx: number
  labely: number
  pointx: number
  pointy: number
  /** Second from which the label is shown, because the camera moves before; null: at once. */
  from: number | null
}

/** Half a frame of tolerance: seconds from a file and from a decoder are never exactly equal. */
const tolerance = 0.03

/** Returns a function from a second to the visible labels of an interactive step. */
export function labelsOfStep(film: Size, labels: readonly StepLabel[], step: string | null) {
  const placed = labels
    .filter((label) => label.button_id === step)
    .map(({ text, labelx, labely, pointx, pointy, from }, i) => ({
      from: from ?? -Infinity,
      label: {
        id: `${step}-${i}`,
        number: i + 1,
        text,
        box: fromCanvas(film, { x: labelx, y: labely }),
        point: fromCanvas(film, { x: pointx, y: pointy }),
        alpha: 1,
      },
    }))
  return (second: number): PlacedLabel[] =>
    placed.filter(({ from }) => second + tolerance >= from).map(({ label }) => label)
}

/** Moves the centre of a label's box so that the whole box is on the picture. In pixels. */
export function keptInside(middle: number, length: number, space: number, margin = 6): number {
  const half = length / 2 + margin
  return space < 2 * half ? space / 2 : Math.min(space - half, Math.max(half, middle))
}
