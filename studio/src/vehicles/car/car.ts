import { Group } from 'three'
import { surface } from '../shape/field.ts'
import { bodyOf } from './body.ts'
import type { CarDesign } from './design.ts'
import { insideOf } from './inside.ts'
import { lampsOf } from './lamps.ts'
import { extentOf, shellOf } from './shell.ts'
import { trimOf } from './trim.ts'
import { carWheel } from './wheel.ts'

/** A whole car. `cell` is the width of the body's net in metres: fine for pictures, coarse for rays. */
export function buildCar(design: CarDesign, cell: number): Group {
  const root = new Group()
  const field = shellOf(design)
  const skin = surface(field, extentOf(design), cell)
  root.add(bodyOf(design, field, skin), lampsOf(design, field, skin), insideOf(design), trimOf(design, field))
  const { front, rear, radius, track } = design.wheels
  const wheel = carWheel(design.wheels)
  for (const x of [front, rear])
    for (const side of [1, -1]) {
      const one = wheel.clone()
      one.name = 'wheel'
      one.position.set(x, radius, side * track)
      if (side < 0) one.rotation.y = Math.PI
      root.add(one)
    }
  return root
}
