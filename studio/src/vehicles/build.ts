import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStudioPage } from '../render/browser.ts'
import { workFolder } from '../source.ts'
import { projectHotspots } from './hotspots.ts'
import { mediaPath, readVehicle, readVehicleHashes, sourcesOf, vehicleMedia, vehiclesFolder } from './source.ts'
import type { VehicleHashes } from './vehicle.format.ts'
import { models, type VehicleId } from './vehicles.ts'
import { picture, shots, type Shot } from './view/turntable.ts'

/** Makes the pictures and hotspots of a vehicle. An interrupted build goes on with the pictures that are missing. */

/** Width of the net of the bodies, in metres: fine enough that no highlight shows its cells. */
const cell = 0.02

export async function buildVehicle(id: VehicleId, { log }: { log: (line: string) => void }): Promise<void> {
  const sources = sourcesOf(id)
  mkdirSync(mediaPath(id, ''), { recursive: true })
  const old = readVehicleHashes(id)
  const present = vehicleMedia(id)
  const fresh =
    old?.sources.pictures === sources.pictures &&
    shots.every(({ name }) => present[`${name}.webp`] && present[`${name}.webp`] === old.media[`${name}.webp`])
  if (fresh) log(`${id}: the pictures have not changed`)
  else await renderPictures(id, sources.pictures, log)
  const spots = projectHotspots(readVehicle(id).hotspots, models[id])
  const lines = spots.images.map((image) => `    ${JSON.stringify(image)}`).join(',\n')
  const layouts = Object.entries(spots.layouts).map(([name, list]) => `    "${name}": ${JSON.stringify(list)}`)
  writeFileSync(
    mediaPath(id, 'hotspots.json'),
    `{\n  "format": 1,\n  "images": [\n${lines}\n  ],\n  "layouts": {\n${layouts.join(',\n')}\n  }\n}\n`,
  )
  const hashes: VehicleHashes = { format: 1, sources, media: vehicleMedia(id) }
  writeFileSync(mediaPath(id, 'hashes.json'), JSON.stringify(hashes, null, 2) + '\n')
  log(`${id}: ready`)
}

async function renderPictures(id: VehicleId, fingerprint: string, log: (line: string) => void): Promise<void> {
  const state = join(workFolder, 'vehicles', `${id}-${fingerprint}`)
  mkdirSync(state, { recursive: true })
  const kept = (shot: Shot) => join(state, `${shot.name}.webp`)
  const missing = shots.filter((shot) => !existsSync(kept(shot)))
  if (missing.length > 0) {
    const studio = await openVehicle(id, { finer: 2, cell })
    try {
      for (const [index, shot] of missing.entries()) {
        const bytes = await studio.shoot(shot, 'image/webp', models[id].quality)
        // Written beside and renamed: a killed build leaves no half picture behind.
        writeFileSync(`${kept(shot)}.part`, bytes)
        renameSync(`${kept(shot)}.part`, kept(shot))
        log(`${id}: ${shots.length - missing.length + index + 1} of ${shots.length} pictures`)
      }
    } finally {
      await studio.close()
    }
  }
  for (const shot of shots) copyFileSync(kept(shot), join(vehiclesFolder, id, 'media', `${shot.name}.webp`))
}

export interface OpenVehicle {
  shoot(shot: Shot, type: 'image/webp' | 'image/png', quality: number): Promise<Buffer>
  close(): Promise<void>
}

/** A vehicle on the turntable of a browser of its own. `finer`: drawn so many times larger each way, and averaged. */
export async function openVehicle(
  id: VehicleId,
  { finer, cell: net, width = picture.width }: { finer: number; cell: number; width?: number },
): Promise<OpenVehicle> {
  const studio = await openStudioPage('/vehicles.html')
  const height = Math.round((width * picture.height) / picture.width)
  await studio.page.evaluate(([name, order, size]) => window.turntable.open(name, order, size), [
    id,
    { width, height, finer },
    net,
  ] as const)
  return {
    shoot: (shot, type, share) =>
      studio.picture((address) =>
        studio.page.evaluate(([one, kind, level, to]) => window.turntable.shoot(one, kind, level, to), [
          shot,
          type,
          share,
          address,
        ] as const),
      ),
    close: () => studio.close(),
  }
}
