import { describe, expect, it } from 'vitest'
import { Box3, Vector3, type Mesh, type Object3D } from 'three'
import { rig } from './disc-brake.ts'
import { indicatorTip, padPlaces, pedalMotion, sizes } from './disc-brake/motion.ts'
import { scoreAt } from './disc-brake/rotor.ts'

const steps = Array.from({ length: 41 }, (_, i) => i / 40)
const rest = Object.fromEntries(
  Object.entries(rig.channels).map(([name, { rest: value }]) => [name, value]),
) as Parameters<ReturnType<typeof rig.build>['update']>[0]

describe('the floating caliper', () => {
  it('lets the disc run free between the pads when it is released', () => {
    const { innerFace, outerFace } = padPlaces({ press: 0, wear: 0.3 })
    expect(-sizes.disc - innerFace).toBeCloseTo(sizes.clearance)
    expect(outerFace - sizes.disc).toBeCloseTo(sizes.clearance)
  })

  it('brings both linings to the faces of the disc, and never into it', () => {
    for (const wear of steps)
      for (const press of steps) {
        const { innerFace, outerFace } = padPlaces({ press, wear })
        expect(innerFace).toBeLessThanOrEqual(-sizes.disc)
        expect(outerFace).toBeGreaterThanOrEqual(sizes.disc)
        if (press === 1) expect([innerFace, outerFace]).toEqual([-sizes.disc, sizes.disc])
      }
  })

  it('presses the inner pad before the caliper slides', () => {
    const atRest = padPlaces({ press: 0, wear: 0 })
    const begun = padPlaces({ press: 0.42, wear: 0 })
    const full = padPlaces({ press: 1, wear: 0 })
    expect(begun.innerFace).toBe(-sizes.disc)
    expect(begun.caliper).toBeCloseTo(atRest.caliper)
    expect(full.caliper).toBeLessThan(begun.caliper)
  })

  it('holds pad, piston and finger against each other', () => {
    for (const wear of steps) {
      const { innerFace, outerFace, lining, piston, caliper } = padPlaces({ press: 0.7, wear })
      expect(piston + sizes.backingPlate + lining).toBeCloseTo(innerFace)
      expect(caliper + sizes.finger - sizes.backingPlate - lining).toBeCloseTo(outerFace)
    }
  })

  it('takes up the wear: the caliper moves by one lining, the piston by two as seen from it', () => {
    const fresh = padPlaces({ press: 0, wear: 0 })
    const worn = padPlaces({ press: 0, wear: 1 })
    expect(fresh.caliper - worn.caliper).toBeCloseTo(sizes.newLining)
    expect(worn.fluid - fresh.fluid).toBeCloseTo(2 * sizes.newLining)
  })

  it('keeps the piston in its seal with the lining gone', () => {
    const { piston, caliper } = padPlaces({ press: 1, wear: 1 })
    expect(piston - sizes.pistonLength - caliper).toBeLessThan(sizes.seal[0])
  })

  it('always leaves room for fluid behind the piston', () => {
    for (const press of steps) expect(padPlaces({ press, wear: 0 }).fluid).toBeGreaterThan(0.05)
  })
})

describe('wear', () => {
  it('is a straight line from 12 mm: half is 6 mm, 0.8333 is 2 mm', () => {
    for (const [wear, lining] of [
      [0, 0.12],
      [0.5, 0.06],
      [0.8333, 0.02],
      [1, 0],
    ] as const)
      expect(padPlaces({ press: 0, wear }).lining).toBeCloseTo(lining, 4)
  })

  it('brings the wear indicator to the disc at 2 mm and not before', () => {
    expect(indicatorTip(padPlaces({ press: 1, wear: 0.75 }))).toBeLessThan(-sizes.disc)
    expect(indicatorTip(padPlaces({ press: 1, wear: 10 / 12 }))).toBeCloseTo(-sizes.disc)
  })

  it('scores the disc only where the pads run', () => {
    expect(scoreAt(1.2)).toBeGreaterThan(0)
    expect([scoreAt(0.96), scoreAt(1.49)]).toEqual([0, 0])
  })
})

describe('the pedal', () => {
  it('turns about its pivot as far as the push rod goes', () => {
    for (const pedal of steps) {
      const { travel, angle } = pedalMotion(pedal)
      expect(Math.sin(-angle) * sizes.pedalLever).toBeCloseTo(travel)
    }
  })
})

describe('the model', () => {
  const model = rig.build()
  const at = (anchor: string) => {
    model.root.updateMatrixWorld(true)
    return model.anchors[anchor]!.getWorldPosition(new Vector3())
  }

  it('has a spot for every anchor', () => {
    for (const anchor of rig.anchors) expect(model.anchors[anchor], anchor).toBeDefined()
  })

  it('bends the wear indicator back: its tip never enters the disc', () => {
    for (const wear of steps) {
      model.update({ ...rest, wear, press: 1 })
      const clip = model.anchors['indicator']!.parent as Mesh
      model.root.updateMatrixWorld(true)
      clip.geometry.computeBoundingBox()
      const box = clip.geometry.boundingBox!.clone().applyMatrix4(clip.matrixWorld)
      expect(box.max.z, `wear ${wear}`).toBeLessThanOrEqual(-sizes.disc + 1e-4)
    }
  })

  it('opens the way for the pads when the caliper is swung up', () => {
    model.update({ ...rest, swing: 1 })
    // The bridge of the caliper stands beside the pads, whose ears reach 76 mm to the side.
    expect(at('caliper').x).toBeLessThan(-0.8)
  })

  it('shows the same sparks one period later', () => {
    const places = (phase: number) => {
      model.update({ ...rest, sparks: 1, sing: 1, phase })
      model.root.updateMatrixWorld(true)
      const all: number[] = []
      model.root.traverse((piece: Object3D) => all.push(...piece.matrixWorld.elements.map((x) => Math.round(x * 1e6))))
      return all
    }
    expect(places(3.25)).toEqual(places(0.25))
  })

  it('moves the outer pad with the caliper', () => {
    model.update({ ...rest, wear: 0 })
    const fresh = [at('caliper').z, at('outer_plate').z]
    model.update({ ...rest, wear: 0.8 })
    expect(at('caliper').z - fresh[0]!).toBeCloseTo(at('outer_plate').z - fresh[1]!)
    expect(at('caliper').z).toBeLessThan(fresh[0]!)
  })

  it('looks the same whatever came before', () => {
    const picture = () => {
      model.root.updateMatrixWorld(true)
      const boxes: number[] = []
      model.root.traverse((piece: Object3D) => boxes.push(...piece.matrix.elements))
      const box = new Box3().setFromObject(model.root)
      return [...boxes, ...box.min.toArray(), ...box.max.toArray()]
    }
    model.update({ ...rest, press: 1, wear: 0.5, pedal: 1, cut: 1 })
    const first = picture()
    model.update({ ...rest, heat: 1, wear: 1, score: 1 })
    model.update({ ...rest, press: 1, wear: 0.5, pedal: 1, cut: 1 })
    expect(picture()).toEqual(first)
  })
})
