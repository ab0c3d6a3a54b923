import type { VehicleImage, VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { nearestOf } from './turn.ts'

/** Pure functions on the spots of the pictures. */

/** The current view: the turntable, or one of the stills by its name in web_site.vehicle_layout_view. */
export const views = ['turn', 'front_view', 'other', 'top_view'] as const
export type View = (typeof views)[number]

/** The image of the turntable that is most similar to each still: turning continues from there. */
export const imageLike: Record<Exclude<View, 'turn'>, number> = { front_view: 1, other: 7, top_view: 12 }
/** The initial image of the turntable: diagonally from the front, where most spots are visible. */
export const firstImage = imageLike.other

export interface Size {
  width: number
  height: number
}

/** A place on a picture: the point of its first hotspot there. */
export interface PlacePoint {
  place: string
  x: number
  y: number
}

/** Returns the places that a picture shows, in the order of `places`, each once. */
export function placesOn(image: VehicleImage | undefined, places: VehicleView['places']): PlacePoint[] {
  return places.flatMap(({ place }) => {
    const spot = image?.hotspots.find((other) => other.place === place)
    return spot ? [{ place, x: spot.x, y: spot.y }] : []
  })
}

/**
 * Returns the places that fit: each has a hit area of `target` pixels. Of two that are too close in a small picture, omits
 * the later, less important one, but never `first`. The list beside the picture contains all places.
 */
export function placesWithRoom(
  points: readonly PlacePoint[],
  { width, height }: Size,
  target: number,
  first: string | null = null,
): PlacePoint[] {
  const kept: PlacePoint[] = []
  const isFirst = ({ place }: PlacePoint) => Number(place === first)
  for (const point of points.toSorted((a, b) => isFirst(b) - isFirst(a))) {
    const near = (other: PlacePoint) =>
      Math.abs(other.x - point.x) * width < target && Math.abs(other.y - point.y) * height < target
    if (!kept.some(near)) kept.push(point)
  }
  return points.filter((point) => kept.includes(point))
}

/** A point and the size of its label, in pixels. */
export interface Labelled {
  x: number
  y: number
  width: number
}

/** The least space between two labels of a row, in pixels. */
const gap = 10

/**
 * Returns the middles of labels in a row above or below a vehicle: each as near to its point as the others permit, in the
 * order of their points, so that no two lines cross. All stay within `space` pixels.
 */
export function labelsInRow(labels: readonly Labelled[], space: number): number[] {
  const order = labels.map((_, index) => index).toSorted((a, b) => labels[a]!.x - labels[b]!.x)
  const middles = labels.map(({ x }) => x)
  let from = 0
  for (const index of order) {
    const half = labels[index]!.width / 2
    middles[index] = Math.max(middles[index]!, from + half)
    from = middles[index] + half + gap
  }
  let to = space
  for (const index of order.toReversed()) {
    const half = labels[index]!.width / 2
    middles[index] = Math.max(half, Math.min(middles[index]!, to - half))
    to = middles[index] - half - gap
  }
  return middles
}

/** Where a label stands: the middle of it, and its row, counted from the edge of the picture. */
export interface LabelPlace {
  x: number
  row: number
}

interface Line {
  from: { x: number; y: number }
  to: { x: number; y: number }
}

const isLeftTurn = (a: Line['from'], b: Line['from'], c: Line['from']) =>
  (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
const crosses = (one: Line, other: Line) =>
  isLeftTurn(one.from, other.from, other.to) !== isLeftTurn(one.to, other.from, other.to) &&
  isLeftTurn(one.from, one.to, other.from) !== isLeftTurn(one.from, one.to, other.to)

/**
 * Places labels above or below a vehicle in one row, or in two where one is too short for them; of all ways to divide
 * them the one with the fewest crossings of lines with labels and with each other, then with the shortest lines.
 * `rows` holds the y of each row's middle, from the edge of the picture to the vehicle.
 */
export function labelsInRows(
  labels: readonly Labelled[],
  space: number,
  rows: readonly [number, number],
  height: number,
): LabelPlace[] {
  const wide = labels.reduce((sum, { width }) => sum + width, gap * (labels.length - 1))
  if (wide <= space) return labelsInRow(labels, space).map((x) => ({ x, row: 0 }))
  let best: LabelPlace[] = []
  let least = Infinity
  for (let division = 0; division < 2 ** labels.length; division++) {
    const rowOf = labels.map((_, index) => (division >> index) & 1)
    const places: LabelPlace[] = labels.map(({ x }, index) => ({ x, row: rowOf[index]! }))
    let cost = 0
    for (const row of [0, 1]) {
      const inRow = labels.flatMap((_, index) => (rowOf[index] === row ? [index] : []))
      const widths = inRow.reduce((sum, index) => sum + labels[index]!.width + gap, -gap)
      cost += Math.max(0, widths - space) * 100
      labelsInRow(
        inRow.map((index) => labels[index]!),
        space,
      ).forEach((x, at) => (places[inRow[at]!]!.x = x))
    }
    cost += costOf(labels, places, rows, height)
    if (cost < least) [best, least] = [places, cost]
  }
  return best
}

/** Returns what a way to place labels costs: the length of the lines in pixels, and much more for each crossing. */
function costOf(
  labels: readonly Labelled[],
  places: readonly LabelPlace[],
  rows: readonly [number, number],
  height: number,
): number {
  const lines = labels.map((label, index): Line => ({
    from: label,
    to: { x: places[index]!.x, y: rows[places[index]!.row]! },
  }))
  let cost = 0
  lines.forEach((line, index) => {
    cost += Math.hypot(line.to.x - line.from.x, line.to.y - line.from.y)
    labels.forEach(({ width }, other) => {
      if (other === index) return
      const { x, row } = places[other]!
      const across = { from: { x: x - width / 2 - 2, y: rows[row]! }, to: { x: x + width / 2 + 2, y: rows[row]! } }
      const covers = Math.abs(line.from.x - x) < width / 2 + 8 && Math.abs(line.from.y - rows[row]!) < height / 2 + 8
      if (covers || (places[index]!.row < row && crosses(line, across))) cost += 500
      if (other > index && crosses(line, lines[other]!)) cost += 500
    })
  })
  return cost
}

const shows = (image: VehicleImage | undefined, place: string) =>
  image?.hotspots.some((spot) => spot.place === place) ?? false

export interface Standing {
  view: View
  image: number
}

/** Returns the current picture. */
export const pictureOf = (data: VehicleView, { view, image }: Standing): VehicleImage | undefined =>
  view === 'turn' ? data.images[image - 1] : data.layouts?.[view]

/** Returns the view that shows a place with the least turning; null if no picture shows it. */
export function standingThatShows(data: VehicleView, place: string, now: Standing): Standing | null {
  if (shows(pictureOf(data, now), place)) return now
  const from = now.view === 'turn' ? now.image : imageLike[now.view]
  const images = data.images.flatMap((image, index) => (shows(image, place) ? [index + 1] : []))
  const image = nearestOf(images, from, data.images.length)
  if (image !== null) return { view: 'turn', image }
  const still = views.find((view) => view !== 'turn' && shows(data.layouts?.[view], place))
  return still ? { ...now, view: still } : null
}
