import { Assembly } from '../kit/assembly.ts'
import { Fading } from '../kit/fading.ts'
import { materials } from '../kit/materials.ts'
import { defineRig, share, turning } from '../kit/rig.ts'
import { buildAlternator } from './charging/alternator.ts'
import { batteryAt, buildBattery } from './charging/battery.ts'
import { buildCables, buildEngine, buildInstruments } from './charging/context.ts'
import { buildDrive } from './charging/drive.ts'
import { alternator, alternatorTurn, beltPlane, pulleys, starterAt } from './charging/layout.ts'
import { buildStarter } from './charging/starter.ts'

const anchors = [
  'battery',
  'starter',
  'drive_belt',
  'alternator',
  'pulley',
  'rotor',
  'stator',
  'brushes',
  'rectifier',
  'regulator',
  'charging_cable',
] as const
type Anchor = (typeof anchors)[number]

export const rig = defineRig({
  name: 'charging',
  says: 'Battery in section, starter at the flywheel, belt drive, alternator in section, cables with current',
  channels: {
    cut: share('opens the alternator along its axis'),
    cells: share('opens the battery', 1),
    crank: turning('angle of the crankshaft; the alternator turns 2.5 times as fast; 36 degrees close a loop'),
    slip: turning('angle by which a worn belt leaves the alternator behind'),
    cracks: share('cracks across the belt'),
    marks: share('light marks on the belt', 1),
    squeal: share('red arrow at the slipping pulley'),
    engaged: share('pinion of the starter: 1 in the ring gear'),
    current: turning('way of the current: 2 pi is one pulse'),
    starting: share('current from the battery to the starter'),
    charging: share('current from the alternator to the battery'),
    charge: share('charge of the battery', 0.9),
    field: share('current in the rotor winding'),
    induced: share('alternating current in the stator'),
    lamp: share('battery light'),
    volts: share('voltmeter: 0 is 12 V, 1 is 16 V', 0.15),
  },
  anchors,
  floor: -1.78,
  build() {
    const m = materials()
    const a = new Assembly<Anchor>()
    const cover = new Fading()
    buildEngine(a, m)
    const drive = buildDrive(a, m)
    const generator = buildAlternator(a, m, drive.alternatorShaft, cover)
    const starter = buildStarter(a, m)
    const cables = buildCables(a, m)
    const instruments = buildInstruments(a, m)
    const cells = new Assembly<never>()
    a.root.add(cells.root)
    const battery = buildBattery(cells, m)
    const { x, y, z } = alternator
    a.anchor('battery', [batteryAt.x - 0.44, batteryAt.y + 0.1, batteryAt.z + 0.4])
    a.anchor('starter', [2.2, starterAt.y + 0.2, starterAt.z + 0.36])
    a.anchor('drive_belt', [beltPlane - 0.05, 0.77, 1.4])
    a.anchor('alternator', [x + 0.6, y + 0.3, z + 0.62])
    a.anchor('pulley', [beltPlane - 0.1, pulleys.alternator.at[1] - 0.12, pulleys.alternator.at[0] + 0.08])
    a.anchor('rotor', [x + 0.7, y + 0.1, z + 0.45])
    a.anchor('stator', [x + 0.36, y + 0.56, z - 0.02])
    a.anchor('brushes', [x + 1.34, y + 0.2, z + 0.07])
    a.anchor('rectifier', [x + 1.63, y - 0.4, z + 0.02])
    a.anchor('regulator', [x + 1.42, y + 0.54, z + 0.17])
    a.anchor('charging_cable', [1.3, 3.56, 0])

    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        a.open(s.cut)
        cover.set(1 - s.cut)
        drive.set(s)
        starter.set(s.crank, s.engaged)
        const phase = s.current / (2 * Math.PI)
        const rotor = alternatorTurn(s.crank, s.slip)
        generator.set({ rotor, field: s.field, induced: s.induced, phase })
        cables.set({ phase, starting: s.starting, charging: s.charging })
        instruments.set(12 + 4 * s.volts, s.lamp)
        battery.set(s.charge, s.cells)
      },
    }
  },
})
