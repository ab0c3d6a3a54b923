import type { Group } from 'three'
import { buildCar } from './car/car.ts'
import type { CarDesign } from './car/design.ts'
import { hatch } from './car/hatch.ts'
import { saloon } from './car/saloon.ts'
import { suv } from './car/suv.ts'
import { buildMotorcycle } from './motorcycle/motorcycle.ts'
import type { Framing } from './view/turntable.ts'

/** The vehicles that stand on the turntable. */

export interface VehicleModel {
  framing: Framing
  /** Length and width of the contact shadow, in metres. */
  footprint: [length: number, width: number]
  /** Of the WebP files, 0 to 1: a picture is 10 to 16 KB, all of a vehicle together under 0.8 MB. */
  quality: number
  /** `cell`: width of the net of its bodies, see shape/field.ts. */
  build(cell: number): Group
}

const car = (design: CarDesign, framing: Framing): VehicleModel => ({
  framing,
  footprint: [design.ends.nose - design.ends.tail - 0.25, 1.62],
  quality: 0.8,
  build: (cell) => buildCar(design, cell),
})

export const models = {
  hatch: car(hatch, { aim: 0.64, distance: 10.8 }),
  saloon: car(saloon, { aim: 0.6, distance: 11.4 }),
  suv: car(suv, { aim: 0.74, distance: 11.4 }),
  motorcycle: {
    framing: { aim: 0.6, distance: 5.9 },
    footprint: [1.7, 0.2],
    // Spokes, fins and coils take more room than panels.
    quality: 0.7,
    build: buildMotorcycle,
  },
} as const satisfies Record<string, VehicleModel>

export type VehicleId = keyof typeof models
export const vehicleIds = Object.keys(models) as VehicleId[]
