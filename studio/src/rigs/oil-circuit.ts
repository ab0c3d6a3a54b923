import { Color } from 'three'
import { Assembly } from '../kit/assembly.ts'
import { arrow } from '../kit/effects.ts'
import { arrowColours, materials } from '../kit/materials.ts'
import { defineRig, share, turning, type Channel } from '../kit/rig.ts'
import { anchorNames, type AnchorName } from './oil-circuit/anchors.ts'
import { buildDetail } from './oil-circuit/detail.ts'
import { buildEngine } from './oil-circuit/engine.ts'
import { buildFeed } from './oil-circuit/feed.ts'
import { buildLamp } from './oil-circuit/lamp.ts'
import { pickup } from './oil-circuit/layout.ts'
import { buildMoving } from './oil-circuit/moving.ts'
import { buildOil, oilColours } from './oil-circuit/oil.ts'

/** A count that only grows; the picture repeats with every whole number. */
const counting = (says: string): Channel => ({ says, unit: 'share', range: null, rest: 0 })

/** The oil circuit of an engine with two cylinders and three main bearings, seen from its side in a stepped section. */
export const rig = defineRig({
  name: 'oil-circuit',
  says: 'Oil circuit: sump, pickup, gerotor pump, relief valve, filter, main gallery, bearings, camshaft, return, lamp',
  channels: {
    crank: turning('Angle of the crankshaft; the camshaft turns at half its speed'),
    cut: share('The near half of block, head, cover, sump and filter fades away', 1),
    fill: share('How far the oil has filled the circuit, in the order of its way', 1),
    flow: counting('Stripes that have passed in the runs: 1 moves the pattern on by one'),
    pressure: share('How clearly the stripes are seen', 1),
    returning: counting('Drops on their way back: 1 brings each to the place of the one before'),
    drip: share('Drops are seen'),
    age: share('The oil is dark and the paper of the filter black'),
    level: share('Oil in the sump: 1 is full, 0 is below the pickup', 1),
    lamp: share('The oil warning lamp is lit'),
    relief: share('The relief valve is open'),
    detail: share('A main bearing, cut across and enlarged, grows out of the engine'),
    lift: share('The oil lifts the journal in the enlarged bearing', 1),
    suction: share('Arrow at the pickup'),
  },
  anchors: anchorNames,
  floor: -4.2,
  build() {
    const m = materials()
    const assembly = new Assembly<AnchorName>()
    assembly.root.position.y = -1.6
    buildEngine(assembly, m)
    const moving = buildMoving(assembly, m)
    const feed = buildFeed(assembly, m)
    const oil = buildOil(assembly)
    const detail = buildDetail(assembly, m)
    const lamp = buildLamp(assembly, m)
    const suction = arrow(arrowColours.reaction, assembly.root, 0.4)
    suction.mesh.rotation.z = Math.PI / 2
    suction.mesh.position.set(pickup.x, pickup.mouth - 0.26, 0.2)
    const clean = feed.filter.paper.color.clone()
    const clogged = new Color(0x2b231a)
    return {
      root: assembly.root,
      anchors: assembly.anchors,
      update(state) {
        moving(state.crank)
        feed.set(state.crank, state.relief)
        oil.set({ ...state, strength: state.pressure })
        feed.filter.paper.color.lerpColors(clean, clogged, state.age)
        feed.filter.oil.color.lerpColors(oilColours.fresh, oilColours.old, state.age)
        feed.filter.oil.emissive.copy(feed.filter.oil.color)
        detail.set(state.detail, state.crank, state.lift, state.flow, state.pressure)
        lamp(state.lamp)
        suction.show(state.suction)
        assembly.open(state.cut)
      },
    }
  },
})
