/**
 * Where the labels of a film stand. Narrated films have a track of pieces that move, interactive ones a list per step
 * on a canvas of their own. Both end as fractions of the picture, and nothing here knows of reading direction. Pure.
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
  /** Number on the film where there is no room for words. */
  number: number
  text: string
  /** Middle of the label's box. */
  box: Point
  /** The spot on the piece. */
  point: Point
  alpha: number
}

/** What a badge says: a verdict of an inspection, or no verdict but a stage of what happens. */
export type Rating = 'good' | 'check_soon' | 'replace_now' | 'stage'

type Entry = readonly [second: number, x: number, y: number, alpha: number]

interface TrackLabel {
  id: string
  box: Point
  runs: readonly (readonly Entry[])[]
}

export interface LabelTrack extends Size {
  title: { from: number; to: number } | null
  /** Second of the film that its poster shows, where the film says so. */
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

/** A label track as the file holds it, or null. What of it cannot be read is left out: a film plays without labels. */
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

/** A run at a second: straight lines between its entries, nothing outside. */
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
 * Numbers for the films that are too narrow for words. They count in the order of appearance and begin anew when no
 * label is on the film, so that a scene counts from 1 and a number never changes while it is seen.
 */
export function numberLabels(
  track: LabelTrack,
): { id: string; from: number; to: number; number: number; scene: number }[] {
  const runs = track.labels
    .flatMap(({ id, runs: own }) => own.map((run) => ({ id, from: run[0]?.[0] ?? 0, to: run.at(-1)?.[0] ?? 0 })))
    .toSorted((a, b) => a.from - b.from)
  let [until, scene] = [-1, -1]
  let inScene: string[] = []
  return runs.map((run) => {
    if (run.from > until) {
      scene += 1
      inScene = []
    }
    until = Math.max(until, run.to)
    if (!inScene.includes(run.id)) inScene.push(run.id)
    return { ...run, scene, number: inScene.indexOf(run.id) + 1 }
  })
}

/** Makes the function that says which labels stand on a narrated film at a second. `texts` by label id. */
export function labelsOfTrack(track: LabelTrack, texts: Record<string, string>) {
  const numbers = numberLabels(track)
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

/** The size of the canvas on which the labels of interactive steps are placed. */
const canvas: Size = { width: 770, height: 594 }
/** A film of exactly this size is of the old format: its canvas is the picture itself. */
const oldFormat: Size = { width: 776, height: 596 }

/** A spot of the canvas as fractions of the picture, which lies in it like `object-fit: contain`. */
export function fromCanvas(film: Size, { x, y }: Point): Point {
  const isOld = film.width === oldFormat.width && film.height === oldFormat.height
  const around = isOld ? oldFormat : canvas
  const picture = containedIn(around, film)
  return { x: (x - picture.x) / picture.width, y: (y - picture.y) / picture.height }
}

/** The place of a picture of some shape in a box, as `object-fit: contain` puts it. In the box's pixels. */
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
  /** Second from which it is shown, because the camera still moves before; null: at once. */
  from: number | null
}

/** Half a picture: a second from a file and one from a decoder are never quite equal. */
const tolerance = 0.03

/** Makes the function that says which labels of an interactive step stand on the film at a second. */
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

/** Moves the middle of a label's box so that the whole box stays on the picture. In pixels. */
export function keptInside(middle: number, length: number, space: number, margin = 6): number {
  const half = length / 2 + margin
  return space < 2 * half ? space / 2 : Math.min(space - half, Math.max(half, middle))
}
