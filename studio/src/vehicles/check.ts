import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { partIds, partsFolder } from '../source.ts'
import { faultsOf, lineOf, readYaml, type SourceFault } from '../yaml.ts'
import { projectHotspots } from './hotspots.ts'
import {
  mediaPath,
  pictureNames,
  readVehicleHashes,
  sourcesOf,
  vehicleMedia,
  vehiclePath,
  vehiclesFolder,
} from './source.ts'
import { HotspotsFile, VehicleFile } from './vehicle.format.ts'
import { models, vehicleIds, type VehicleId } from './vehicles.ts'

/** Everything that can be known of a vehicle without rendering it. */

/** Bytes of all pictures of a vehicle: they are loaded before the view can turn. */
const heaviest = 800_000

const isKnown = (id: string): id is VehicleId => (vehicleIds as string[]).includes(id)

/** The faults of a vehicle: file within its folder, line, and what to do about it. */
export function checkVehicle(id: string, root = vehiclesFolder): SourceFault[] {
  if (!isKnown(id))
    return [{ file: 'vehicle.yaml', line: 1, says: `there is no model ${id}; models: ${vehicleIds.join(', ')}` }]
  const path = vehiclePath(id, 'vehicle.yaml', root)
  if (!existsSync(path)) return [{ file: 'vehicle.yaml', line: 1, says: 'is missing' }]
  const { faults, data } = faultsOf(path, VehicleFile)
  if (!data) return faults
  const refuse = (keys: readonly (string | number)[], says: string) =>
    faults.push({ file: 'vehicle.yaml', line: lineOf(path, keys), says })
  if (data.id !== id) refuse(['id'], `is ${data.id}, but its folder is ${id}`)
  const parts = partIds()
  for (const [index, { part }] of data.hotspots.entries()) {
    const keys = ['hotspots', index, 'part']
    if (!parts.includes(part)) refuse(keys, `there is no part ${part}`)
    else if (!kindsOf(part).includes(data.kind)) refuse(keys, `the part ${part} is not for a ${data.kind}`)
  }
  return [...faults, ...checkMedia(id, data, root)]
}

/** A part may be in the making; what vehicles it is for stands in it from the start. */
const kindsOf = (part: string): string[] =>
  readYaml(join(partsFolder, part, 'part.yaml'), z.looseObject({ vehicle_kinds: z.array(z.string()) })).vehicle_kinds

function checkMedia(id: VehicleId, { hotspots }: VehicleFile, root: string): SourceFault[] {
  const faults: SourceFault[] = []
  const add = (file: string, says: string) => faults.push({ file, line: 1, says })
  const hashes = readVehicleHashes(id, root)
  if (!hashes) {
    add('hashes.json', 'is missing or broken: build the vehicle')
    return faults
  }
  const sources = sourcesOf(id, root)
  if (hashes.sources.pictures !== sources.pictures) add('hashes.json', 'the model has changed: build the vehicle')
  else if (hashes.sources.hotspots !== sources.hotspots)
    add('hashes.json', 'the hotspots have changed: build the vehicle')
  const present = vehicleMedia(id, root)
  for (const name of [...pictureNames, 'hotspots.json'])
    if (!present[name]) add(name, 'is missing: build the vehicle')
    else if (present[name] !== hashes.media[name]) add(name, 'was changed after it was built')
  for (const name of Object.keys(present))
    if (!pictureNames.includes(name) && name !== 'hotspots.json') add(name, 'belongs to no picture')
  const bytes = pictureNames
    .filter((name) => present[name])
    .reduce((sum, name) => sum + statSync(mediaPath(id, name, root)).size, 0)
  if (bytes > heaviest) add('hashes.json', `the pictures are ${bytes} bytes, more than ${heaviest}`)
  if (present['hotspots.json']) checkSpots(id, hotspots, root, add)
  return faults
}

function checkSpots(
  id: VehicleId,
  hotspots: VehicleFile['hotspots'],
  root: string,
  add: (file: string, says: string) => void,
): void {
  const parsed = HotspotsFile.safeParse(JSON.parse(readFileSync(mediaPath(id, 'hotspots.json', root), 'utf8')))
  if (!parsed.success) {
    add('hotspots.json', 'breaks its format: build the vehicle')
    return
  }
  if (JSON.stringify(parsed.data) !== JSON.stringify(projectHotspots(hotspots, models[id])))
    add('hotspots.json', 'is not what the model and vehicle.yaml give: build the vehicle')
}
