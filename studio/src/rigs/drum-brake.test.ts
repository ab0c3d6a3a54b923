import { describe, expect, it } from 'vitest'
import { Vector3 } from 'three'
import { rig } from './drum-brake.ts'
import {
  contactAngle,
  cylinderAndStrut,
  liningSection,
  onShoe,
  outwards,
  shoeAngle,
  sizes,
} from './drum-brake/motion.ts'
import { sides, type Side } from './drum-brake/names.ts'

const both = Object.keys(sides) as Side[]
const steps = Array.from({ length: 21 }, (_, i) => i / 20)
const radius = ([x, y]: readonly [number, number]) => Math.hypot(x, y)

describe('a lining', () => {
  it('lies in the drum over its whole length when the brake is applied, whatever its wear', () => {
    for (const side of both)
      for (const wear of steps)
        for (const { face } of liningSection(side, wear)) {
          const pressed = onShoe(side, [...face], shoeAngle(side, { press: 1, wear }))
          expect(radius(pressed)).toBeCloseTo(sizes.drum)
        }
  })

  it('never enters the drum', () => {
    for (const side of both)
      for (const press of steps)
        for (const { face } of liningSection(side, 0.5))
          expect(radius(onShoe(side, [...face], shoeAngle(side, { press, wear: 0.5 })))).toBeLessThan(sizes.drum + 1e-6)
  })

  it('stands off by the gap in its middle when the brake is released', () => {
    for (const side of both) {
      const { face } = liningSection(side, 0)[20]!
      const free = onShoe(side, [...face], shoeAngle(side, { press: 0, wear: 0 }))
      expect(sizes.drum - radius(free)).toBeCloseTo(sizes.gap, 3)
    }
  })

  it('wears from 5 mm to 2 mm on the leading shoe and to 3 mm on the trailing one, thinnest in the middle', () => {
    const thickness = (side: Side, wear: number, place: number) =>
      radius(liningSection(side, wear)[place]!.face) - sizes.rimOuter
    expect(thickness('leading', 0, 20)).toBeCloseTo(0.05)
    expect(thickness('leading', 1, 20)).toBeCloseTo(0.02, 3)
    expect(thickness('trailing', 1, 20)).toBeCloseTo(0.03, 3)
    expect(thickness('leading', 1, 0)).toBeGreaterThan(thickness('leading', 1, 20))
  })
})

describe('the shoes', () => {
  it('turn about the anchor: the heel stays where it is', () => {
    for (const side of both) {
      const heel = [-sides[side] * sizes.pivot[0], sizes.pivot[1]] as const
      expect(onShoe(side, heel, 0.05)).toEqual([...heel])
    }
  })

  it('move twice as far at the tip as in the middle', () => {
    const angle = 0.02
    expect(outwards(angle, sizes.cylinder) / outwards(angle, 0)).toBeCloseTo(1.96, 1)
  })

  it('do not move further once the linings touch', () => {
    for (const side of both)
      expect(shoeAngle(side, { press: 0.5, wear: 0.3 })).toBe(shoeAngle(side, { press: 1, wear: 0.3 }))
  })

  it('rest further out when worn', () => {
    expect(contactAngle('leading', 1)).toBeGreaterThan(contactAngle('trailing', 1))
    expect(outwards(contactAngle('leading', 1), sizes.cylinder)).toBeCloseTo(0.059, 2)
  })
})

describe('the strut', () => {
  it('keeps its length during one application', () => {
    const lengths = steps.map((press) => cylinderAndStrut({ press, wear: 0.4 }).strutLength)
    for (const length of lengths) expect(length).toBeCloseTo(lengths[0]!)
  })

  it('sets the rest position: both webs lie on it when released', () => {
    expect(cylinderAndStrut({ press: 0, wear: 0.7 }).strutGap).toBeCloseTo(0)
  })

  it('leaves a gap at the leading shoe when applied', () => {
    expect(cylinderAndStrut({ press: 1, wear: 0 }).strutGap).toBeCloseTo(0.05, 2)
  })

  it('grows by its thread as the linings wear', () => {
    const length = (wear: number) => cylinderAndStrut({ press: 0, wear }).strutLength
    expect(length(1) - length(0)).toBeCloseTo(0.078, 2)
  })
})

describe('the wheel cylinder', () => {
  it('keeps both cups in the bore, and apart', () => {
    for (const wear of steps)
      for (const press of steps) {
        const { pistonLeft, pistonRight } = cylinderAndStrut({ press, wear })
        expect(pistonRight).toBeLessThan(sizes.halfCylinder - 0.06)
        expect(pistonLeft).toBeGreaterThan(-sizes.halfCylinder + 0.06)
        expect(pistonRight - pistonLeft).toBeGreaterThan(0.05)
      }
  })
})

describe('the model', () => {
  const model = rig.build()
  const rest = Object.fromEntries(
    Object.entries(rig.channels).map(([name, channel]) => [name, channel.rest]),
  ) as Parameters<typeof model.update>[0]
  const at = (anchor: string) => {
    model.root.updateMatrixWorld(true)
    return model.anchors[anchor]!.getWorldPosition(new Vector3())
  }

  it('has a spot for every anchor', () => {
    for (const anchor of rig.anchors) expect(model.anchors[anchor], anchor).toBeDefined()
  })

  it('turns the left shoe to the left and the right one to the right', () => {
    model.update({ ...rest, press: 0 })
    const free = { left: at('leading_shoe').x, right: at('trailing_shoe').x }
    model.update({ ...rest, press: 1 })
    expect(at('leading_shoe').x).toBeLessThan(free.left)
    expect(at('trailing_shoe').x).toBeGreaterThan(free.right)
  })
})
