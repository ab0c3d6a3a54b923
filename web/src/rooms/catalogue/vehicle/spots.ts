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
