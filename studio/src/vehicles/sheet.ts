import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { openStudioPage } from '../render/browser.ts'
import { openVehicle } from './build.ts'
import { projectHotspots } from './hotspots.ts'
import { mediaPath, readVehicle, vehiclePath } from './source.ts'
import { models, type VehicleId } from './vehicles.ts'
import { imageShots, layouts, layoutShots, picture } from './view/turntable.ts'

/** A contact sheet of a vehicle: twelve images around it and the three layouts, with their hotspots. */

const columns = 3
const width = 480
const cell = 0.025

/** `rendered` shows the pictures of the library instead of drawing them anew. */
export async function vehicleSheet(id: VehicleId, file: string, { rendered }: { rendered: boolean }): Promise<void> {
  const spots = existsSync(vehiclePath(id, 'vehicle.yaml'))
    ? projectHotspots(readVehicle(id).hotspots, models[id])
    : null
  const chosen = [
    ...Array.from({ length: 12 }, (_, i) => Math.round((i * imageShots.length) / 12)).map((index) => ({
      shot: imageShots[index]!,
      spots: spots?.images[index] ?? [],
    })),
    ...layouts.map((layout) => ({ shot: layoutShots[layout], spots: spots?.layouts[layout] ?? [] })),
  ]
  const pictures: string[] = []
  if (rendered)
    for (const { shot } of chosen) pictures.push(dataUrl('webp', readFileSync(mediaPath(id, `${shot.name}.webp`))))
  else {
    const vehicle = await openVehicle(id, { finer: 1, cell, width })
    for (const { shot } of chosen) pictures.push(dataUrl('png', await vehicle.shoot(shot, 'image/png', 1)))
    await vehicle.close()
  }

  const studio = await openStudioPage('/vehicles.html')
  const height = Math.round((width * picture.height) / picture.width)
  const tiles = chosen.map(({ shot, spots: list }, index) => ({
    picture: pictures[index]!,
    name: shot.name,
    spots: list,
  }))
  const png = await studio.picture((address) =>
    studio.page.evaluate(([all, size, to]) => window.turntable.sheet(all, size, to), [
      tiles,
      { columns, width, height },
      address,
    ] as const),
  )
  await studio.close()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, png)
}

const dataUrl = (type: string, bytes: Buffer): string => `data:image/${type};base64,${bytes.toString('base64')}`
