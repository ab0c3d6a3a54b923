import { describe, expect, it } from 'vitest'
import { barAt, contactPatch, floorAt, lossAt, sizes, topAt } from './tyre/profile.ts'

const across = Array.from({ length: 33 }, (_, i) => sizes.halfTread * (i / 16 - 1))
const fresh = { wear: 0, centre: 0, edges: 0, side: 0 }

describe('the tread', () => {
  it('has eight millimetres when new', () => {
    for (const x of across) expect(topAt(x, fresh) - floorAt(x)).toBeCloseTo(0.08)
  })

  it('lies level with the wear bars at 1.6 mm', () => {
    for (const x of sizes.grooves) expect(topAt(x, { ...fresh, wear: 6.4 })).toBeCloseTo(barAt(x))
  })

  it('never wears below the floor of its grooves', () => {
    for (const x of across)
      expect(topAt(x, { wear: 6.4, centre: 5.5, edges: 5.5, side: 5.5 })).toBeGreaterThanOrEqual(floorAt(x) - 1e-9)
  })

  it('wears in the middle, at both edges or at the inner side, as the cause has it', () => {
    const loss = (x: number, cause: object) => lossAt(x, { ...fresh, ...cause })
    expect(loss(0, { centre: 4 })).toBeGreaterThan(loss(0.8, { centre: 4 }))
    expect(loss(-0.8, { edges: 4 })).toBeCloseTo(loss(0.8, { edges: 4 }))
    expect(loss(0, { edges: 4 })).toBe(0)
    expect(loss(-0.8, { side: 5 })).toBeGreaterThan(loss(0.8, { side: 5 }))
  })
})

describe('the contact patch', () => {
  it('covers the width at the right pressure', () =>
    expect(contactPatch(0, 0)).toEqual([
      [-0.82, -0],
      [0, 0.82],
    ]))

  it('is narrow in the middle with too much air, and two strips with too little', () => {
    expect(contactPatch(1, 0)[1][1]).toBeLessThan(0.5)
    expect(contactPatch(-1, 0)[1][0]).toBeGreaterThan(0.4)
  })

  it('moves to the inner side when the wheel leans', () => {
    const [inner, outer] = contactPatch(0, 1)
    expect(inner[1] - inner[0]).toBeGreaterThan(5 * (outer[1] - outer[0]))
  })
})
