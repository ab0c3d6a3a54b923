import { Mesh, type Object3D } from 'three'
import { mix, ramp } from '../../kit/motion.ts'
import { planarPath, type Bend } from '../../kit/planar-path.ts'
import { ribbon, ThermalFlow, type RibbonOptions } from '../../kit/thermal-flow.ts'
import { passages, pumpHeight, thermostat, working } from './layout.ts'
import { heater, radiator } from './radiator.ts'

/** The coolant in the section: which way it takes, how hot it is on each piece of the way. */

export interface CoolantState {
  /** Chevrons that have passed, and how clearly they are seen. */
  phase: number
  stream: number
  /** 0 cold, 0.8 at working temperature, 1 too hot. */
  heat: number
  /** How far the thermostat is open. */
  open: number
  /** How far hot coolant has come on the way through the radiator and back, 0 to 1. */
  reach: number
  /** How well the radiator works, 0 to 1: better with the fan running. */
  cooled: number
}

export interface Temperatures {
  topHose: [from: number, to: number]
  radiator: [top: number, bottom: number]
  bottomHose: [from: number, to: number]
  pumpInlet: number
  heaterReturn: number
}

/** Heats along the circuit. What the hot coolant has not reached stays as cold as the air. */
export function temperatures({ heat, open, reach, cooled }: Omit<CoolantState, 'phase' | 'stream'>): Temperatures {
  const overheating = ramp(heat, working, 1)
  const left = mix(mix(0.3, 0.1, cooled), 0.8, overheating)
  const here = (from: number, to: number) => heat * ramp(reach, from, to)
  const top = here(0.3, 0.55)
  const bottom = left * here(0.5, 0.85)
  const back = left * here(0.65, 1)
  const heaterReturn = heat * 0.8
  return {
    topHose: [here(0, 0.25), here(0.15, 0.4)],
    radiator: [top, bottom],
    bottomHose: [bottom, back],
    heaterReturn,
    pumpInlet: mix(heat * 0.9, mix(back, heaterReturn, 0.3), open * ramp(reach, 0.5, 1)),
  }
}

/** Flows that are drawn alike: same heat at the ends, same strength. */
export function buildCoolant(parent: Object3D) {
  const flows = {
    /** Hot coolant that always moves. */
    jacket: new ThermalFlow(),
    head: new ThermalFlow(),
    /** Rooms without a direction. */
    chamber: new ThermalFlow(),
    pumpRoom: new ThermalFlow(),
    bypass: new ThermalFlow(),
    outlet: new ThermalFlow(),
    toRadiator: new ThermalFlow(),
    radiator: new ThermalFlow(),
    radiatorTop: new ThermalFlow(),
    radiatorBottom: new ThermalFlow(),
    fromRadiator: new ThermalFlow(),
    inlet: new ThermalFlow(),
    heaterSupply: new ThermalFlow(),
    heater: new ThermalFlow(),
    heaterReturn: new ThermalFlow(),
    feed: new ThermalFlow(),
  }
  const lay = (
    flow: ThermalFlow,
    points: readonly Bend[] | { path: ReturnType<typeof planarPath> },
    options: RibbonOptions,
  ) => {
    const path = 'path' in points ? points.path : planarPath(points)
    const mesh = new Mesh(ribbon(path, options), flow)
    parent.add(mesh)
  }

  // Pump: the room of the impeller, the outlet into the front of the jacket.
  lay(
    flows.pumpRoom,
    [
      [-1.98, pumpHeight + 0.45],
      [-1.98, pumpHeight - 0.45],
    ],
    { half: 0.2, z: 0.0015 },
  )
  lay(flows.inlet, passages.inlet, { half: passages.inlet.bore, z: 0.003 })
  const front = -1.48
  lay(
    flows.jacket,
    [
      [-1.785, 0.8],
      [-1.6, 0.82, 0.08],
      [front, 0.96, 0.1],
      [front, 2.4],
    ],
    {
      half: (way) => mix(0.08, 0.06, ramp(way, 0.1, 0.3)) - 0.015 * ramp(way, 0.78, 0.84),
    },
  )
  // Jacket between the cylinders and behind the last one, up through the gasket into the head.
  for (const [x, half] of [
    [-0.5, 0.08],
    [0.5, 0.08],
    [1.48, 0.06],
  ] as const)
    lay(
      flows.jacket,
      [
        [x, 0.95],
        [x, 2.4],
      ],
      { half: (way) => half * mix(1, 0.6, ramp(way, 0.73, 0.78)) * ramp(way, -0.06, 0.03) },
    )
  const { x, seat, bypassSeat } = thermostat
  lay(
    flows.head,
    [
      [1.55, 2.56],
      [-1.4, 2.56, 0.2],
      [-1.62, 2.74, 0.15],
      [-1.795, 2.74],
    ],
    { half: (way) => mix(0.2, 0.11, ramp(way, 0.84, 0.93)), z: 0.003 },
  )

  // Thermostat: the room below the plate, its two ways out.
  lay(
    flows.chamber,
    [
      [x, bypassSeat - 0.02],
      [x, seat + 0.005],
    ],
    { half: 0.33, z: 0.0015 },
  )
  lay(flows.bypass, passages.bypass, { half: passages.bypass.bore, z: 0.0035 })
  lay(
    flows.outlet,
    [
      [x, seat],
      [x, 3.46, 0.25],
      [-2.6, 3.46],
    ],
    { half: (way) => mix(0.19, 0.16, ramp(way, 0.2, 0.5)), z: 0.003 },
  )

  lay(flows.toRadiator, passages.topHose, { half: passages.topHose.bore })
  const { x: core, low, high, tank } = radiator
  const inside = tank.depth / 2 - 0.05
  lay(
    flows.radiatorTop,
    [
      [core, high + tank.height - 0.06],
      [core, high],
    ],
    { half: inside, z: 0.0015 },
  )
  lay(
    flows.radiatorTop,
    [
      [core + inside, 3.3],
      [core, 3.3, 0.2],
      [core, high],
    ],
    { half: 0.085, z: 0.003 },
  )
  lay(
    flows.radiator,
    [
      [core, high],
      [core, low],
    ],
    { half: 0.125, z: 0.003 },
  )
  lay(
    flows.radiatorBottom,
    [
      [core, low],
      [core, low - tank.height + 0.06],
    ],
    { half: inside, z: 0.0015 },
  )
  lay(
    flows.radiatorBottom,
    [
      [core, low],
      [core, -0.6, 0.2],
      [core + inside, -0.6],
    ],
    { half: 0.085, z: 0.003 },
  )
  lay(flows.fromRadiator, passages.bottomHose, { half: passages.bottomHose.bore })
  // The necks of the tanks, between the tank's room and the hose.
  lay(
    flows.radiatorTop,
    [
      [core + 0.28, 3.3],
      [core + inside - 0.02, 3.3],
    ],
    { half: 0.15, z: 0.004, chevrons: 0.3 },
  )
  lay(
    flows.radiatorBottom,
    [
      [core + inside - 0.02, -0.6],
      [core + 0.28, -0.6],
    ],
    { half: 0.15, z: 0.004, chevrons: 0.3 },
  )

  lay(flows.heaterSupply, passages.heaterSupply, { half: passages.heaterSupply.bore, z: 0.004 })
  lay(flows.heaterReturn, passages.heaterReturn, { half: passages.heaterReturn.bore })
  lay(flows.feed, passages.feed, { half: passages.feed.bore, z: 0.001 })
  const box = heater.tank.depth / 2 - 0.04
  lay(
    flows.heaterSupply,
    [
      [heater.x, heater.low - heater.tank.height + 0.05],
      [heater.x, heater.low],
    ],
    { half: box, z: 0.0015, chevrons: 0.9 },
  )
  lay(
    flows.heater,
    [
      [heater.x, heater.low],
      [heater.x, heater.high],
    ],
    { half: 0.095, z: 0.003 },
  )
  lay(
    flows.heaterReturn,
    [
      [heater.x, heater.high],
      [heater.x, heater.high + heater.tank.height - 0.05],
    ],
    { half: box, z: 0.0015, chevrons: 0.9 },
  )

  return {
    flows,
    set(state: CoolantState): void {
      const t = temperatures(state)
      const { phase, stream, heat, open } = state
      const show = (flow: ThermalFlow, strength: number, from: number, to: number) => {
        flow.set(phase, strength * stream)
        flow.warm(from, to)
      }
      const blockTop = mix(t.pumpInlet, heat, 0.85)
      show(flows.inlet, 1, t.pumpInlet, t.pumpInlet)
      show(flows.pumpRoom, 0, t.pumpInlet, t.pumpInlet)
      show(flows.jacket, 1, t.pumpInlet, blockTop)
      show(flows.head, 1, blockTop, heat)
      show(flows.chamber, 0, heat, heat)
      show(flows.bypass, 1 - open, heat, heat * 0.95)
      show(flows.outlet, open, heat * ramp(open, 0, 0.4), t.topHose[0])
      show(flows.toRadiator, open, ...t.topHose)
      show(flows.radiatorTop, open, t.topHose[1], t.radiator[0])
      show(flows.radiator, open, ...t.radiator)
      show(flows.radiatorBottom, open, t.radiator[1], t.radiator[1])
      show(flows.fromRadiator, open, ...t.bottomHose)
      show(flows.heaterSupply, 1, heat, heat)
      show(flows.heater, 1, heat, t.heaterReturn)
      show(flows.heaterReturn, 1, t.heaterReturn, t.heaterReturn)
      show(flows.feed, 0, t.heaterReturn, t.heaterReturn)
    },
  }
}
