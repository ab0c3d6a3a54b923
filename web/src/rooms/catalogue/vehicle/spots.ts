import type { FilmTile } from '@cutaway/contract/rooms/catalogue/tiles.ts'
import type { VehicleHotspot, VehicleImage, VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { nearestOf } from './turn.ts'

/** Pure readings of the spots on the pictures. */

/** What is shown: the turntable, or one of the stills by the name that web_site.vehicle_layout_view has for it. */
export const views = ['turn', 'front_view', 'other', 'top_view'] as const
export type View = (typeof views)[number]

/** The image of the turntable that looks most like a still: the turn goes on from there. */
export const imageLike: Record<Exclude<View, 'turn'>, number> = { front_view: 1, other: 7, top_view: 12 }
/** Where the turntable stands at first: aslant from ahead, where most can be seen. */
export const firstImage = imageLike.other

export interface Size {
  width: number
  height: number
}

/**
 * The spots that have room: each can be met by a pointer that needs `target` pixels. Of two that come too near in a small
 * picture the later, less important one is left out, but never one of `first`; the list beside the picture has them all.
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

/** The picture that stands. */
export const pictureOf = (data: VehicleView, { view, image }: Standing): VehicleImage | undefined =>
  view === 'turn' ? data.images[image - 1] : data.layouts?.[view]

/** Where a film's spot is seen, with the least turning; null when no picture has it. */
export function standingThatShows(data: VehicleView, partId: string, now: Standing): Standing | null {
  if (shows(pictureOf(data, now), partId)) return now
  const from = now.view === 'turn' ? now.image : imageLike[now.view]
  const images = data.images.flatMap((image, index) => (shows(image, partId) ? [index + 1] : []))
  const image = nearestOf(images, from, data.images.length)
  if (image !== null) return { view: 'turn', image }
  const still = views.find((view) => view !== 'turn' && shows(data.layouts?.[view], partId))
  return still ? { ...now, view: still } : null
}

/** The number of each film, on its spots and in the list. */
export const numbersOf = (films: readonly FilmTile[]): ReadonlyMap<string, number> =>
  new Map(films.map(({ part_id }, index) => [part_id, index + 1]))
