import { describe, expect, it } from 'vitest'
import {
  alternator,
  alternatorRatio,
  alternatorTurn,
  beltLine,
  beltMarks,
  beltThickness,
  beltTravel,
  brush,
  needleAngle,
  phaseCurrent,
  pinion,
  pinionAt,
  pinionTurn,
  pulleys,
  pumpTurn,
  ring,
  starterAt,
  starterDirection,
  tensionerTurn,
} from './charging/layout.ts'

const turn = 2 * Math.PI
/** How far a number is from the nearest whole one. */
const rest = (value: number): number => Math.abs(value - Math.round(value))

describe('the belt drive', () => {
  it('turns the alternator two and a half times as fast as the crankshaft', () => {
    expect(alternatorRatio).toBeCloseTo(2.5, 9)
    expect(alternatorTurn(turn, 0)).toBeCloseTo(2.5 * turn, 9)
  })

  it('runs at the speed of every rim; the tensioner on its back turns the other way', () => {
    const speed = beltTravel(1)
    expect(alternatorTurn(1, 0) * pulleys.alternator.radius).toBeCloseTo(speed, 9)
    expect(pumpTurn(1) * pulleys.pump.radius).toBeCloseTo(speed, 9)
    expect(tensionerTurn(1) * pulleys.tensioner.radius).toBeCloseTo(-speed, 9)
  })

  it('touches each pulley on its radius: crank, alternator and pump from outside, the tensioner with its back', () => {
    const list = Object.values(pulleys)
    for (let i = 0; i < 400; i++) {
      const { point, outward } = beltLine.at((i / 400) * beltLine.length)
      for (const pulley of list) {
        const [dx, dy] = [point[0] - pulley.at[0], point[1] - pulley.at[1]]
        const distance = Math.hypot(dx, dy)
        expect(distance).toBeGreaterThan(pulley.radius - 1e-6)
        // On the pulley the back of the belt points away from its middle, on the tensioner towards it.
        if (distance < pulley.radius + 1e-6) {
          const away = (dx * outward[0] + dy * outward[1]) / distance
          expect(away).toBeCloseTo('outside' in pulley ? -1 : 1, 2)
        }
      }
    }
  })

  it('wraps far enough around the pulleys that it drives', () => {
    const [crank, generator, pump, tensioner] = beltLine.wraps
    for (const wrap of [crank!, generator!, pump!]) expect(wrap).toBeGreaterThan((100 / 360) * turn)
    expect(tensioner).toBeGreaterThan(0)
  })

  it('looks the same after a tenth of a turn: marks, teeth and holes', () => {
    const step = turn / 10
    expect(rest(beltTravel(step) / (beltLine.length / beltMarks))).toBeLessThan(1e-6)
    expect(rest((pumpTurn(step) / turn) * 6)).toBeLessThan(1e-6)
    expect(rest((alternatorTurn(step, 0) / turn) * 12)).toBeLessThan(1e-6)
    expect(rest((tensionerTurn(step) / turn) * 4)).toBeLessThan(1e-6)
    expect(rest((step / turn) * ring.teeth)).toBeLessThan(1e-6)
    expect(rest(((pinionTurn(step) - pinionTurn(0)) / turn) * pinion.teeth)).toBeLessThan(1e-6)
  })

  it('leaves room between pulleys', () => {
    const list = Object.values(pulleys)
    for (const [i, one] of list.entries())
      for (const other of list.slice(i + 1)) {
        const distance = Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
        expect(distance).toBeGreaterThan(one.radius + other.radius + beltThickness)
      }
  })
})

describe('the starter', () => {
  it('stands so far from the crankshaft that the pitch circles touch', () => {
    expect(Math.hypot(starterAt.y, starterAt.z)).toBeCloseTo(ring.pitch + pinion.pitch, 9)
    // The same tooth size on both.
    expect(ring.pitch / ring.teeth).toBeCloseTo(pinion.pitch / pinion.teeth, 9)
  })

  it('has a tooth of the pinion in a gap of the ring gear at every angle', () => {
    for (let i = 0; i < 50; i++) {
      const crank = i * 0.173
      const onRing = (starterDirection - crank) / (turn / ring.teeth)
      const onPinion = (starterDirection + Math.PI - pinionTurn(crank)) / (turn / pinion.teeth)
      // Half a tooth apart, counted in opposite directions.
      expect(rest(onRing + onPinion - 0.5)).toBeLessThan(1e-6)
    }
  })

  it('turns its pinion eleven times for one turn of the flywheel, the other way', () => {
    expect((pinionTurn(turn) - pinionTurn(0)) / turn).toBeCloseTo(-ring.teeth / pinion.teeth, 9)
  })

  it('has its pinion clear of the ring gear until it slides in', () => {
    expect(pinionAt(0) + pinion.width).toBeLessThan(ring.x)
    expect(pinionAt(1) + pinion.width).toBeGreaterThan(ring.x + ring.width * 0.9)
  })
})

describe('the alternator', () => {
  it('keeps the claws out of the stator', () => {
    expect(alternator.clawOuter).toBeLessThan(alternator.statorInner)
  })

  it('gives one cycle of current for each pair of claws', () => {
    for (const phase of [0, 1, 2])
      expect(phaseCurrent(0.2 + turn / alternator.claws, phase)).toBeCloseTo(phaseCurrent(0.2, phase), 9)
    expect(phaseCurrent(0.2 + turn / alternator.claws / 2, 0)).toBeCloseTo(-phaseCurrent(0.2, 0), 9)
  })

  it('has three phases a third of a cycle apart, whose currents add up to nothing', () => {
    for (const rotor of [0, 0.1, 0.7, 2])
      expect([0, 1, 2].reduce((sum, phase) => sum + phaseCurrent(rotor, phase), 0)).toBeCloseTo(0, 9)
  })

  it('holds its brushes on the slip rings', () => {
    expect(brush.tip).toBe(alternator.slipRing)
  })

  it('stands still when the belt slips as fast as it runs', () => {
    expect(alternatorTurn(3, 3 * alternatorRatio)).toBeCloseTo(0, 9)
  })
})

describe('the voltmeter', () => {
  it('stands upright at 14 volts and leans left when the voltage is low', () => {
    expect(needleAngle(14)).toBeCloseTo(Math.PI / 2, 9)
    expect(needleAngle(12)).toBeGreaterThan(Math.PI / 2)
    expect(needleAngle(16)).toBeLessThan(Math.PI / 2)
  })
})
