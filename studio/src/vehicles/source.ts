import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { libraryFolder } from '../source.ts'
import { readYaml } from '../yaml.ts'
import { VehicleFile, VehicleHashes } from './vehicle.format.ts'
import { models, type VehicleId } from './vehicles.ts'
import { shots } from './view/turntable.ts'

/** The files of a vehicle in the library, and what its media are made from. */

export const vehiclesFolder = join(libraryFolder, 'vehicles')

export const vehiclePath = (id: string, name: string, root = vehiclesFolder): string => join(root, id, name)
export const mediaPath = (id: string, name: string, root = vehiclesFolder): string => join(root, id, 'media', name)

export const readVehicle = (id: string, root = vehiclesFolder): VehicleFile =>
  readYaml(vehiclePath(id, 'vehicle.yaml', root), VehicleFile)

/** Every picture of a vehicle. */
export const pictureNames: readonly string[] = shots.map(({ name }) => `${name}.webp`)

export function readVehicleHashes(id: string, root = vehiclesFolder): VehicleHashes | null {
  const path = mediaPath(id, 'hashes.json', root)
  if (!existsSync(path)) return null
  const parsed = VehicleHashes.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  return parsed.success ? parsed.data : null
}

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** The code that draws a vehicle; of the cars' designs only its own. */
function codeOf(id: VehicleId): string[] {
  const here = import.meta.dirname
  const own = id === 'motorcycle' ? ['motorcycle/*.ts'] : ['car/*.ts']
  const designs = Object.keys(models).map((name) => `${name}.ts`)
  return globSync(['shape/*.ts', 'view/*.ts', ...own, '../kit/{shapes,stage}.ts'], { cwd: here })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => !designs.some((name) => name !== `${id}.ts` && file === `car/${name}`))
    .toSorted()
    .map((file) => `${file} ${sha256(readFileSync(join(here, file)))}`)
}

export function sourcesOf(id: VehicleId, root = vehiclesFolder): VehicleHashes['sources'] {
  const { framing, footprint, quality } = models[id]
  const pictures = sha256(JSON.stringify([codeOf(id), framing, footprint, quality]))
  const { hotspots } = readVehicle(id, root)
  const projecting = sha256(readFileSync(join(import.meta.dirname, 'hotspots.ts')))
  return {
    pictures: pictures.slice(0, 32),
    hotspots: sha256(JSON.stringify([pictures, projecting, hotspots])).slice(0, 32),
  }
}

/** SHA-256 of every file in media/ but hashes.json. */
export function vehicleMedia(id: string, root = vehiclesFolder): Record<string, string> {
  const folder = join(root, id, 'media')
  if (!existsSync(folder)) return {}
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== 'hashes.json')
      .toSorted()
      .map((name) => [name, sha256(readFileSync(join(folder, name)))]),
  )
}
