import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { VehicleHotspot, VehicleImage, VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
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

/**
 * Returns the spots that fit: each has a hit area of `target` pixels. Of two spots that are too close in a small
 * picture, omits the later, less important one, but never one of `first`. The list beside the picture contains all
 * spots.
 */
export function spotsWithRoom(
  spots: readonly VehicleHotspot[],
  { width, height }: Size,
  target: number,
  first: string | null = null,
): VehicleHotspot[] {
  const kept: VehicleHotspot[] = []
  const isFirst = ({ part_id }: VehicleHotspot) => Number(part_id === first)
  for (const spot of spots.toSorted((a, b) => isFirst(b) - isFirst(a))) {
    const near = (other: VehicleHotspot) =>
      Math.abs(other.x - spot.x) * width < target && Math.abs(other.y - spot.y) * height < target
    if (!kept.some(near)) kept.push(spot)
  }
  return spots.filter((spot) => kept.includes(spot))
}

const shows = (image: VehicleImage | undefined, partId: string) =>
  image?.hotspots.some(({ part_id }) => part_id === partId) ?? false

export interface Standing {
  view: View
  image: number
}

/** Returns the current picture. */
export const pictureOf = (data: VehicleView, { view, image }: Standing): VehicleImage | undefined =>
  view === 'turn' ? data.images[image - 1] : data.layouts?.[view]

/** Returns the view that shows a film's spot with the least turning; null if no picture shows it. */
export function standingThatShows(data: VehicleView, partId: string, now: Standing): Standing | null {
  if (shows(pictureOf(data, now), partId)) return now
  const from = now.view === 'turn' ? now.image : imageLike[now.view]
  const images = data.images.flatMap((image, index) => (shows(image, partId) ? [index + 1] : []))
  const image = nearestOf(images, from, data.images.length)
  if (image !== null) return { view: 'turn', image }
  const still = views.find((view) => view !== 'turn' && shows(data.layouts?.[view], partId))
  return still ? { ...now, view: still } : null
}

/** Returns the number of each film, used on its spots and in the list. */
export const numbersOf = (films: readonly FilmTile[]): ReadonlyMap<string, number> =>
  new Map(films.map(({ part_id }, index) => [part_id, index + 1]))
