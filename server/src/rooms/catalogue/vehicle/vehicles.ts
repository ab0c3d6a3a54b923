import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { z } from 'zod'
import { mediaOf } from '../library/media-version.ts'

/**
 * The vehicles of the 360° view under library/vehicles/: pictures of each from all sides, and on every picture the
 * positions of the hotspots that link to films. Read once; a file that breaks the format of library/README.md aborts
 * the start with a message that names the file and the field.
 */

/** Pictures of a full turn. */
export const turntableImages = 46

const Names = z
  .record(z.string().regex(/^[a-z]{2}-[A-Z]{2}$/), z.string().trim().min(1))
  .refine((names) => 'en-US' in names, 'no text for en-US')

const Vector = z.tuple([z.number(), z.number(), z.number()])
const PartId = z.string().length(6)

const VehicleFile = z.strictObject({
  format: z.literal(1),
  id: z.string().regex(/^[a-z]+$/),
  kind: z.enum(['car', 'motorcycle']),
  name: Names,
  hotspots: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[a-z][a-z_]*$/),
        part: PartId,
        position: Vector,
        normal: Vector,
      }),
    )
    .min(1)
    .refine((hotspots) => new Set(hotspots.map(({ id }) => id)).size === hotspots.length, 'an id is used twice'),
})

const PlacesFile = z.strictObject({
  format: z.literal(1),
  places: z.array(
    z.strictObject({
      id: z.string().regex(/^[a-z][a-z_]*$/),
      hotspots: z.array(z.string().regex(/^[a-z][a-z_]*$/)).min(1),
      name: Names,
    }),
  ),
})

const Share = z.number().min(0).max(1)
const Spots = z.array(z.strictObject({ id: z.string(), part: PartId, x: Share, y: Share }))

const HotspotsFile = z.strictObject({
  format: z.literal(1),
  images: z.array(Spots).length(turntableImages),
  layouts: z.strictObject({ front: Spots, other: Spots, top: Spots }),
})

/** A hotspot on one picture: x and y are fractions of its width and height. */
export type VehicleSpot = z.output<typeof Spots>[number]
export type LayoutName = keyof z.output<typeof HotspotsFile>['layouts']

export interface VehiclePicture {
  /** Path of the file. */
  file: string
  spots: readonly VehicleSpot[]
}

/** Hotspots that share a label: 'Front brake'. */
export interface VehiclePlace {
  id: string
  /** By language tag. */
  name: Readonly<Record<string, string>>
  /** Ids of its hotspots. */
  hotspots: readonly string[]
  /** Ids of the narrated films that its hotspots link to, each once. */
  parts: readonly string[]
}

export interface Vehicle {
  id: string
  kind: 'car' | 'motorcycle'
  /** By language tag. */
  name: Readonly<Record<string, string>>
  /** Changes with the pictures, so that their URLs can be cached immutably. */
  version: string
  /** Ids of the narrated films that its hotspots link to, each once, the most important first. */
  parts: readonly string[]
  /** The places with hotspots, the most important first. */
  places: readonly VehiclePlace[]
  /** The pictures of a full turn, starting with the front view. */
  images: readonly VehiclePicture[]
  layouts: Readonly<Record<LayoutName, VehiclePicture>>
}

/** Loads the vehicles of a library folder by id; returns none if the library has no such folder. */
export function loadVehicles(directory: string): readonly Vehicle[] {
  const folder = join(directory, 'vehicles')
  if (!existsSync(folder)) return []
  const { places } = read(join(folder, 'places.yaml'), PlacesFile, load)
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
    .map((id) => loadVehicle(join(folder, id), id, places))
}

type Places = z.output<typeof PlacesFile>['places']

function loadVehicle(folder: string, id: string, places: Places): Vehicle {
  const path = join(folder, 'vehicle.yaml')
  const file = read(path, VehicleFile, load)
  if (file.id !== id) throw new Error(`library: ${path}: id is ${file.id}, but its folder is ${id}`)
  const spotsPath = join(folder, 'media/hotspots.json')
  const { images, layouts } = read(spotsPath, HotspotsFile, (text) => JSON.parse(text) as unknown)
  for (const spot of [...images.flat(), ...Object.values(layouts).flat()])
    if (!file.hotspots.some((hotspot) => hotspot.id === spot.id && hotspot.part === spot.part))
      throw new Error(`library: ${spotsPath}: ${spot.id} for ${spot.part} is not in vehicle.yaml`)
  const pictureOf = (name: string, spots: readonly VehicleSpot[]): VehiclePicture => {
    const picture = join(folder, 'media', `${name}.webp`)
    if (!existsSync(picture)) throw new Error(`library: ${picture} is missing`)
    return { file: picture, spots }
  }
  const placed = new Set(places.flatMap(({ hotspots }) => hotspots))
  const lost = file.hotspots.find((hotspot) => !placed.has(withoutSide(hotspot.id)))
  if (lost) throw new Error(`library: ${path}: ${lost.id} is in no place of places.yaml`)
  return {
    id,
    kind: file.kind,
    name: file.name,
    version: mediaOf(join(folder, 'media')).version,
    parts: [...new Set(file.hotspots.map(({ part }) => part))],
    places: places.flatMap(({ id: place, name, hotspots }) => {
      const own = file.hotspots.filter((hotspot) => hotspots.includes(withoutSide(hotspot.id)))
      const parts = [...new Set(own.map(({ part }) => part))]
      return own.length > 0 ? [{ id: place, name, hotspots: own.map((hotspot) => hotspot.id), parts }] : []
    }),
    images: images.map((spots, index) => pictureOf(String(index + 1).padStart(2, '0'), spots)),
    layouts: {
      front: pictureOf('layout-1', layouts.front),
      other: pictureOf('layout-2', layouts.other),
      top: pictureOf('layout-3', layouts.top),
    },
  }
}

/** 'front_brake_left' -> 'front_brake'. */
const withoutSide = (hotspot: string): string => hotspot.replace(/_(left|right)$/, '')

function read<S extends z.ZodType>(path: string, schema: S, parseText: (text: string) => unknown): z.output<S> {
  let contents: unknown
  try {
    contents = parseText(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new Error(`library: ${path} cannot be read`, { cause: error })
  }
  const parsed = schema.safeParse(contents)
  if (!parsed.success) throw new Error(`library: ${path} breaks its format:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}
