import { Assembly } from '../kit/assembly.ts'
import { arrow, turnArrow } from '../kit/effects.ts'
import { arrowColours, materials } from '../kit/materials.ts'
import { clamp } from '../kit/motion.ts'
import { defineRig, share, turning } from '../kit/rig.ts'
import { anchorNames, type AnchorName } from './four-stroke/anchors.ts'
import { buildBlock } from './four-stroke/block.ts'
import { buildCrankTrain } from './four-stroke/crank-train.ts'
import { buildFront } from './four-stroke/front.ts'
import { buildGas } from './four-stroke/gas.ts'
import { buildHead } from './four-stroke/head.ts'
import { crownHeight, deck, sparkAt, withinCycle } from './four-stroke/kinematics.ts'
import { buildPlug } from './four-stroke/plug.ts'

/** One cylinder of a four-stroke petrol engine, opened in the plane of its cylinder's axis. */
export const rig = defineRig({
  name: 'four-stroke',
  says: 'One cylinder of a petrol engine with two camshafts in its head: piston, rod, crank, valves, plug, gas',
  channels: {
    crank: turning('Angle of the crankshaft: 0 is top dead centre at the start of the intake stroke, a cycle is 4 pi'),
    cut: share('The front half of block, head, cover and sump fades away', 1),
    gas: share('Gas is shown by colour and particles', 1),
    plug_wear: share('The electrodes of the plug are burnt away: at 1 their gap is too wide'),
    misfire: share('The spark fails and the charge stays unburnt'),
    weak_spark: share('A spark that dies, whatever the angle of the crank'),
    force: share('Arrow of the gas force on the piston'),
    turn: share('Arrow of the turning crankshaft'),
    warning: share('Arrow at the gap of the plug'),
  },
  anchors: anchorNames,
  floor: -3.1,
  build() {
    const m = materials()
    const assembly = new Assembly<AnchorName>()
    // The middle of the engine stands where the key light's shadow is sharp.
    assembly.root.position.y = -1.68
    buildBlock(assembly, m)
    const head = buildHead(assembly, m)
    const train = buildCrankTrain(assembly, m)
    buildFront(assembly, m, train.crank)
    const plug = buildPlug(assembly, m)
    const gas = buildGas(assembly)
    assembly.anchor('mixture', [-0.2, deck - 0.3, 0.02])
    const forces = [-0.4, 0.4].map((x) => {
      const made = arrow(arrowColours.force, assembly.root, 0.55)
      made.mesh.rotation.z = -Math.PI / 2
      made.mesh.position.set(x, 0, 0.12)
      return made
    })
    const turn = turnArrow(arrowColours.turn, assembly.root, { radius: 0.98, from: 2.5, sweep: -1.9, width: 0.11 })
    turn.mesh.position.z = 0.25
    const warning = arrow(arrowColours.warning, assembly.root, 0.14)
    warning.mesh.position.set(-0.19, deck + 0.055, 0.05)
    return {
      root: assembly.root,
      anchors: assembly.anchors,
      update(state) {
        train.update(state.crank)
        head.update(state.crank)
        const timed = clamp(1 - Math.abs(withinCycle(state.crank) - sparkAt - 0.06) / 0.2)
        plug(Math.max(timed * (1 - state.misfire), state.weak_spark), state.plug_wear)
        gas(state.crank, state.gas, 1 - state.misfire)
        for (const force of forces) {
          force.mesh.position.y = crownHeight(state.crank) + 0.06
          force.show(state.force)
        }
        turn.show(state.turn)
        warning.show(state.warning)
        assembly.open(state.cut)
      },
    }
  },
})
