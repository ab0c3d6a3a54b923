import { describe, expect, it } from 'vitest'
import { BeltLine } from '../kit/belt.ts'
import { temperatures } from './cooling-circuit/coolant.ts'
import {
  beltLine,
  beltMarks,
  beltTravel,
  crankAngle,
  crankPulley,
  engine,
  hoseWall,
  needleAngle,
  passages,
  piston,
  pumpHeight,
  pumpPulley,
  pumpTurn,
  tank,
  tankSurface,
  thermostat,
  thermostatAt,
  working,
} from './cooling-circuit/layout.ts'
import { fan, radiator } from './cooling-circuit/radiator.ts'
import { dropHeight, leakAt } from './cooling-circuit/trouble.ts'

const turn = 2 * Math.PI
const angles = Array.from({ length: 72 }, (_, i) => (i / 72) * turn)

describe('the engine of the cooling circuit', () => {
  it('keeps its connecting rods as long as they are', () => {
    for (const angle of angles) {
      const { pin } = piston(angle)
      const [y, z] = [Math.cos(angle) * engine.throw, Math.sin(angle) * engine.throw]
      expect(Math.hypot(pin - y, z)).toBeCloseTo(engine.rod, 9)
    }
  })

  it('lets no piston touch the head or leave its bore', () => {
    for (const angle of angles) {
      const { pin } = piston(angle)
      expect(pin + engine.crown).toBeLessThan(engine.deck)
      expect(pin - engine.skirt).toBeGreaterThan(engine.base)
    }
  })

  it('brings one of its three pistons to the top every 120 degrees', () => {
    for (const cylinder of [0, 1, 2])
      expect(piston(crankAngle(cylinder, (-cylinder * turn) / 3)).pin).toBeCloseTo(engine.rod + engine.throw, 9)
  })

  it('leaves water between neighbouring liners', () => {
    const [first, second] = engine.cylinders
    expect(second - first - 2 * engine.liner).toBeCloseTo(0.16, 9)
  })
})

describe('the belt of the pump', () => {
  it('touches both pulleys on their radius and runs straight between them', () => {
    const [up, down] = beltLine.strands
    for (const { from, to } of [up!, down!])
      for (const [x, y] of [from, to]) {
        const onCrank = Math.hypot(x, y) - crankPulley
        const onPump = Math.hypot(x, y - pumpHeight) - pumpPulley
        expect(Math.min(Math.abs(onCrank), Math.abs(onPump))).toBeLessThan(1e-9)
      }
    expect(beltLine.wraps.reduce((sum, wrap) => sum + wrap, 0)).toBeCloseTo(turn, 9)
  })

  it('is as long as two half circles and two strands', () => {
    expect(beltLine.length).toBeCloseTo(turn * crankPulley + 2 * pumpHeight, 9)
  })

  it('runs as fast as the rims of both pulleys', () => {
    expect(beltTravel(1)).toBeCloseTo(crankPulley, 9)
    expect(pumpTurn(1) * pumpPulley).toBeCloseTo(crankPulley, 9)
  })

  it('shows the same marks after one turn of the crank', () => {
    const marks = beltTravel(turn) / (beltLine.length / beltMarks)
    expect(marks).toBeCloseTo(Math.round(marks), 9)
  })

  it('leaves a large pulley later than a small one', () => {
    const line = new BeltLine([
      { at: [0, 0], radius: 2 },
      { at: [10, 0], radius: 1 },
    ])
    expect(line.wraps[0]).toBeGreaterThan(Math.PI)
    expect(line.wraps[1]).toBeLessThan(Math.PI)
  })
})

describe('the thermostat', () => {
  it('lies on its seat when shut and leaves the bypass open', () => {
    const { plate, disc } = thermostatAt(0)
    expect(plate).toBe(thermostat.seat)
    expect(disc - thermostat.bypassSeat).toBeCloseTo(thermostat.lift, 9)
  })

  it('opens towards the engine and shuts the bypass at full lift', () => {
    const { plate, disc } = thermostatAt(1)
    expect(plate).toBeLessThan(thermostat.seat)
    expect(disc).toBeCloseTo(thermostat.bypassSeat, 9)
  })
})

describe('the coolant', () => {
  it('leaves the radiator cold while the thermostat is shut', () => {
    const t = temperatures({ heat: working, open: 0, reach: 0, cooled: 0 })
    expect([...t.topHose, ...t.radiator, ...t.bottomHose]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('loses its heat on the way down the radiator, more of it with the fan', () => {
    const still = temperatures({ heat: working, open: 1, reach: 1, cooled: 0 })
    const blown = temperatures({ heat: working, open: 1, reach: 1, cooled: 1 })
    expect(still.radiator[0]).toBeCloseTo(working, 9)
    expect(still.radiator[1]).toBeLessThan(still.radiator[0] / 2)
    expect(blown.radiator[1]).toBeLessThan(still.radiator[1])
  })

  it('comes to the top hose before it comes to the bottom hose', () => {
    const t = temperatures({ heat: working, open: 1, reach: 0.35, cooled: 0 })
    expect(t.topHose[0]).toBeCloseTo(working, 9)
    expect(t.bottomHose[1]).toBe(0)
  })

  it('stands between MIN and MAX when all is well, and under MIN when the tank runs low', () => {
    expect(tankSurface(0.75)).toBeGreaterThan(tank.min)
    expect(tankSurface(0.75)).toBeLessThan(tank.max)
    expect(tankSurface(1)).toBeCloseTo(tank.max, 9)
    expect(tankSurface(0)).toBeLessThan(tank.min)
  })

  it('falls from the hose to the floor in one beat', () => {
    expect(dropHeight(0)).toBeCloseTo(leakAt.y, 9)
    expect(dropHeight(1)).toBeCloseTo(leakAt.floor, 9)
  })
})

describe('the hoses', () => {
  it('keep clear of the pulleys and of the fan', () => {
    const { path, bore } = passages.bottomHose
    const outer = bore + 0.04 + hoseWall
    for (const { x, y } of path.getSpacedPoints(120)) {
      // The pulleys reach 0.17 before and behind the plane of the belt.
      const besidePulleys = x < -2.75 - 0.17 - outer
      const abovePump = y - outer > pumpHeight + pumpPulley + 0.06
      expect(besidePulleys || abovePump).toBe(true)
    }
    expect(fan.z + fan.radius).toBeLessThan(-outer)
    expect(fan.y + fan.radius).toBeLessThan(radiator.high)
  })
})

describe('the gauge', () => {
  it('stands upright at working temperature and turns clockwise with the heat', () => {
    expect(needleAngle(working)).toBeCloseTo(Math.PI / 2, 9)
    expect(needleAngle(0)).toBeGreaterThan(needleAngle(working))
    expect(needleAngle(1)).toBeLessThan(needleAngle(working))
  })
})
