import type { VehicleImage, VehicleView } from '@cutaway/contract/rooms/catalogue/catalogue.ts'
import { basename } from 'node:path'
import { notFound } from '../../../core/http/errors.ts'
import { textFor, type Film, type Library } from '../library/library.ts'
import { isShownFor, tileOf } from '../tiles.ts'
import type { Vehicle, VehiclePicture } from './vehicles.ts'

/** The 360° view in its wire format: a vehicle of the brand, with only the hotspots whose film this brand shows. */

type Kind = Vehicle['kind']

/** Returns the vehicle with that id, else the first of the kind; undefined if the library has none of the kind. */
export function vehicleOf({ vehicles }: Library, kind: Kind, id: string | undefined): Vehicle | undefined {
  const ofKind = vehicles.filter((vehicle) => vehicle.kind === kind)
  return id === undefined ? ofKind[0] : (ofKind.find((vehicle) => vehicle.id === id) ?? notFound())
}

export function vehicleView(asked: {
  library: Library
  kind: Kind
  vehicle: Vehicle | undefined
  side: 'left' | 'right'
  /** Language tag. */
  tag: string
  now: Date
  /** Returns whether the caller may play a film; hotspots of other films are omitted. */
  plays: (film: Film) => boolean
}): VehicleView {
  const { library, kind, vehicle, side, tag, now, plays } = asked
  const films = (vehicle?.parts ?? [])
    // A part in production already has hotspots, but no film.
    .map((part) => library.film(part))
    .filter((film) => film !== undefined)
    .filter((film) => isShownFor(film, kind, side) && plays(film))
  const leads = new Set(films.map(({ partId }) => partId))
  const imageOf =
    (of: Vehicle) =>
    ({ file, spots }: VehiclePicture): VehicleImage => ({
      image_url: pictureUrl(of, file),
      hotspots: spots
        .filter(({ part }) => leads.has(part))
        .map(({ id, part, x, y }) => ({ hotspot_id: id, part_id: part, place: placeOf(of, id), x, y })),
    })
  return {
    vehicles: library.vehicles
      .filter((other) => other.kind === kind)
      .map(({ id, name }) => ({ vehicle: id, vehicle_name: textFor(new Map(Object.entries(name)), tag) })),
    vehicle: vehicle?.id ?? '',
    images: vehicle?.images.map(imageOf(vehicle)) ?? [],
    layouts: vehicle
      ? {
          front_view: imageOf(vehicle)(vehicle.layouts.front),
          other: imageOf(vehicle)(vehicle.layouts.other),
          top_view: imageOf(vehicle)(vehicle.layouts.top),
        }
      : null,
    films: films.map((film) => tileOf(film, tag, now)),
    places: (vehicle?.places ?? []).flatMap(({ id, name, parts }) => {
      const narrated = films.filter(({ partId }) => parts.includes(partId))
      const twins = narrated
        .map(({ of }) => (of.part.interactive ? library.film(of.part.interactive) : undefined))
        .filter((film) => film !== undefined)
        .filter((film) => isShownFor(film, kind, side) && plays(film))
      if (narrated.length === 0) return []
      return [
        {
          place: id,
          place_name: textFor(new Map(Object.entries(name)), tag),
          films: [...narrated, ...twins].map((film) => tileOf(film, tag, now)),
        },
      ]
    }),
  }
}

const placeOf = ({ places }: Vehicle, hotspot: string): string =>
  places.find(({ hotspots }) => hotspots.includes(hotspot))?.id ?? ''

const pictureUrl = ({ id, version }: Vehicle, file: string) => `/vehicles/${id}/${version}/${basename(file)}`
