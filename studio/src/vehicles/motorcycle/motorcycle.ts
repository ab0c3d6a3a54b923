import { Group } from 'three'
import { bodyworkOf } from './bodywork.ts'
import { chassisOf } from './chassis.ts'
import { engineOf } from './engine.ts'
import { frontOf } from './front.ts'
import { wheelsOf } from './wheels.ts'

/** A roadster without fairing, upright as the turntable holds it. `cell`: width of the net of tank and seat in metres. */
export function buildMotorcycle(cell: number): Group {
  const root = new Group()
  // Tank and seat are small and strongly bent: they need a finer net than a car.
  root.add(wheelsOf(), chassisOf(), engineOf(), frontOf(), bodyworkOf(Math.min(cell, 0.05) * 0.55))
  return root
}
