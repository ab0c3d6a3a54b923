import { Assembly } from '../kit/assembly.ts'
import { arrow } from '../kit/effects.ts'
import { Fading } from '../kit/fading.ts'
import { fluidColours, materials } from '../kit/materials.ts'
import { defineRig, share, turning } from '../kit/rig.ts'
import { buildBody, buildFarHoses } from './cooling-circuit/body.ts'
import { buildCoolant } from './cooling-circuit/coolant.ts'
import { buildEngine } from './cooling-circuit/engine.ts'
import { buildGauge } from './cooling-circuit/gauge.ts'
import { buildHoses } from './cooling-circuit/hoses.ts'
import { pumpHeight, tank, thermostat } from './cooling-circuit/layout.ts'
import { buildPump } from './cooling-circuit/pump.ts'
import { buildExchanger, buildFan, fan, heater, radiator } from './cooling-circuit/radiator.ts'
import { buildTank } from './cooling-circuit/tank.ts'
import { buildThermostat } from './cooling-circuit/thermostat.ts'
import { buildTrouble, leakAt } from './cooling-circuit/trouble.ts'

/** Arrows of the air through the radiator: heights and places behind the section. */
const airArrows = [
  [0.55, -0.9],
  [1.4, -1.5],
  [2.25, -0.9],
] as const

export const rig = defineRig({
  name: 'cooling-circuit',
  says: 'Engine in section with water pump, thermostat, radiator, fan, expansion tank and heater',
  channels: {
    cut: share('opens the section: 0 whole, 1 cut along the cylinders'),
    crank: turning('angle of the crankshaft; the belt turns the pump at the same speed'),
    flow: turning('way of the coolant: 2 pi is one chevron'),
    stream: share('chevrons that show the flow: 0 when the pump stands', 1),
    beat: turning('drops, bubbles, steam and air arrows: 2 pi is one of them'),
    heat: share('temperature of the coolant: 0 cold, 0.8 working temperature, 1 too hot'),
    open: share('thermostat: 0 shut, 1 fully open'),
    reach: share('how far hot coolant has come through top hose, radiator and bottom hose'),
    fan: turning('angle of the fan'),
    air: share('arrows of the air through the radiator'),
    level: share('coolant in the expansion tank: 1 is the MAX mark', 0.75),
    leak: share('drops and puddle under the bottom hose'),
    boil: share('bubbles in the cylinder head'),
    steam: share('steam from the cap of the expansion tank'),
  },
  anchors: [
    'coolant_jacket',
    'water_pump',
    'thermostat',
    'bypass',
    'top_hose',
    'radiator',
    'bottom_hose',
    'fan',
    'expansion_tank',
    'level',
    'heater',
    'temperature_sensor',
    'leak',
  ],
  floor: -1.45,
  build() {
    const m = materials()
    const a = new Assembly<
      | 'coolant_jacket'
      | 'water_pump'
      | 'thermostat'
      | 'bypass'
      | 'top_hose'
      | 'radiator'
      | 'bottom_hose'
      | 'fan'
      | 'expansion_tank'
      | 'level'
      | 'heater'
      | 'temperature_sensor'
      | 'leak'
    >()
    const front = new Fading()
    const { flows, set: setCoolant } = buildCoolant(a.root)
    const engine = buildEngine(a, m, front)
    const pump = buildPump(a, m)
    const wax = buildThermostat(a, m)
    const black = m.plastic(0x1b1e22)
    buildExchanger(a, m, radiator, { flow: flows.radiator, down: true, shell: black, front })
    buildExchanger(a, m, heater, { flow: flows.heater, down: false, shell: m.aluminium, front })
    const cooler = buildFan(a, m)
    buildBody(a, m)
    buildFarHoses(a, m)
    buildHoses(a, m, front)
    const expansion = buildTank(a, m)
    const gauge = buildGauge(a, m)
    const trouble = buildTrouble(a.root)
    const cold = airArrows.map(([y, z]) => ({ ...arrow(fluidColours.air, a.root, 0.7), from: -7.1, y, z }))
    const warm = airArrows.map(([y, z]) => ({ ...arrow(0xf2b53a, a.root, 0.6), from: -4.15, y, z: z - 0.3 }))

    a.anchor('coolant_jacket', [0.5, 1.6, 0.01])
    a.anchor('water_pump', [-1.95, pumpHeight + 0.05, 0.3])
    a.anchor('thermostat', [0, -0.12, 0.09], wax.element)
    a.anchor('bypass', [thermostat.x, 2.35, 0.01])
    a.anchor('top_hose', [-3.7, 3.48, 0.01])
    a.anchor('radiator', [radiator.x + 0.16, 2.35, -0.55])
    a.anchor('bottom_hose', [-3.27, 1.1, 0.01])
    a.anchor('fan', [fan.x + 0.1, fan.y + 0.8, fan.z + 0.1])
    a.anchor('expansion_tank', [1.6, tank.max + 0.12, 0.15])
    a.anchor('level', [0, 0, 0], expansion.surface)
    a.anchor('heater', [heater.x + 0.14, 2.3, -0.6])
    a.anchor('temperature_sensor', [-1.57, 3.14, 0.07])
    a.anchor('leak', [leakAt.x, leakAt.y + 0.05, leakAt.z])

    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        a.open(s.cut)
        front.set(1 - s.cut)
        engine.set(s.crank)
        pump.set(s.crank)
        wax.set(s.open)
        cooler.set(s.fan)
        gauge.set(s.heat)
        const { heat, open, reach, stream } = s
        setCoolant({ phase: s.flow / (2 * Math.PI), stream, heat, open, reach, cooled: s.air })
        expansion.set(s.level, heat * 0.7)
        const beats = s.beat / (2 * Math.PI)
        trouble.set({ beat: beats, leak: s.leak, boiling: s.boil, steam: s.steam, heat: heat * 0.8 })
        const beat = beats - Math.floor(beats)
        for (const { mesh, show, from, y, z } of [...cold, ...warm]) {
          mesh.position.set(from + beat * 0.6, y, z)
          show(s.air * Math.min(1, 2.5 * Math.sin(beat * Math.PI)))
        }
      },
    }
  },
})
