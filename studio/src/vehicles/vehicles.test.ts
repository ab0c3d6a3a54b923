import { Box3, Mesh, Vector3 } from 'three'
import { describe, expect, test } from 'vitest'
import { hatch } from './car/hatch.ts'
import { saloon } from './car/saloon.ts'
import { shellOf } from './car/shell.ts'
import { suv } from './car/suv.ts'
import { enter } from './shape/field.ts'
import { vehicleIds, models } from './vehicles.ts'

/** The models stand as real vehicles do: on the ground, wheels in their arches, both sides alike. */

/** Coarse, for speed: a tenth of a metre shows where things stand. */
const coarse = 0.1

describe.each(vehicleIds)('%s', (id) => {
  const root = models[id].build(coarse)
  root.updateMatrixWorld(true)
  const wheels = root.getObjectsByProperty('name', 'wheel')

  test('stands on its wheels, and nothing lies below the ground', () => {
    expect(wheels).toHaveLength(id === 'motorcycle' ? 2 : 4)
    for (const wheel of wheels) {
      const { min } = new Box3().setFromObject(wheel)
      expect(Math.abs(min.y)).toBeLessThan(0.002)
    }
    expect(new Box3().setFromObject(root).min.y).toBeGreaterThan(-0.002)
  })

  test('has the same wheels left and right', () => {
    if (id === 'motorcycle') {
      for (const wheel of wheels) expect(wheel.position.z).toBe(0)
      return
    }
    const places = wheels.map(({ position }) => position)
    for (const { x, z } of places) expect(places.some((other) => other.x === x && other.z === -z)).toBe(true)
  })

  test('has triangles whose corners are all real numbers', () => {
    root.traverse((object) => {
      if (!(object instanceof Mesh)) return
      const places = object.geometry.getAttribute('position').array
      expect(places.every(Number.isFinite), object.material.type).toBe(true)
    })
  })
})

describe.each([
  ['hatch', hatch],
  ['saloon', saloon],
  ['suv', suv],
] as const)('the body of the %s', (_name, design) => {
  const field = shellOf(design)
  const { wheels, arch } = design

  test('covers its wheels: they lie inside the arches and do not stand out', () => {
    expect(arch.radius).toBeGreaterThan(wheels.radius + 0.02)
    for (const axle of [wheels.front, wheels.rear]) {
      const above = enter(field, [axle, wheels.radius + arch.radius + 0.01, 1.5], [0, 0, -1])
      expect(above).not.toBeNull()
      const outside = wheels.track + wheels.width / 2
      expect(above![2]).toBeGreaterThan(outside - 0.035)
    }
  })

  test('is closed in the middle from nose to tail, and the same on both sides', () => {
    for (let x = design.ends.tail + 0.1; x < design.ends.nose - 0.1; x += 0.05) expect(field(x, 0.5, 0)).toBeLessThan(0)
    const right = enter(field, [0, 0.8, 1.5], [0, 0, -1])
    const left = enter(field, [0, 0.8, -1.5], [0, 0, 1])
    expect(new Vector3(...right!).setZ(0)).toEqual(new Vector3(...left!).setZ(0))
    expect(right![2]).toBeCloseTo(-left![2], 6)
  })
})
