import { Assembly } from '../kit/assembly.ts'
import { arrow, turnArrow } from '../kit/effects.ts'
import { arrowColours, materials } from '../kit/materials.ts'
import { clamp } from '../kit/motion.ts'
import { defineRig, share, turning } from '../kit/rig.ts'
import { adjuster } from './drum-brake/adjuster.ts'
import { wheelCylinder } from './drum-brake/cylinder.ts'
import { anchorBlock, backingPlate, drum } from './drum-brake/drum.ts'
import { cylinderAndStrut, sizes } from './drum-brake/motion.ts'
import { anchors, type Anchor } from './drum-brake/names.ts'
import { shoes } from './drum-brake/shoes.ts'

/**
 * A simplex drum brake of a rear left wheel, seen from outboard (+z); 1 unit is 100 mm. The drum turns anticlockwise, so the
 * left shoe leads. A twenty-fourth of a turn closes a loop.
 */
export const rig = defineRig({
  name: 'drum-brake',
  says: 'Drum with fins, two shoes on an anchor, wheel cylinder in section, strut with star wheel',
  channels: {
    spin: turning('turns the drum, anticlockwise from outboard'),
    press: share('pressure: the linings touch at 0.5'),
    wear: share('leading lining 5 to 2 mm, trailing 5 to 3 mm'),
    heat: share('glow of the friction surface'),
    open: share('face of the drum fades'),
    flow: { says: 'moves the fluid in the line, 1 is one stripe', unit: 'share', range: null, rest: 0 },
    stream: share('how clearly the flow is seen'),
    notches: { says: 'turns the star wheel by teeth', unit: 'share', range: null, rest: 0 },
    pistons: share('arrows at the tips of the shoes'),
    direction: share('arrow along the turning drum'),
    grip: share('arrow of the leading shoe that is drawn into the drum'),
  },
  anchors,
  floor: -1.75,
  build() {
    const m = materials()
    const a = new Assembly<Anchor>()
    const bowl = drum(a, m)
    backingPlate(a, m)
    anchorBlock(a, m)
    const lined = shoes(a, m)
    const hydraulic = wheelCylinder(a, m)
    const strut = adjuster(a, m, lined.joints.leading)

    const tips = [-1, 1].map((side) => {
      const made = arrow(arrowColours.force, a.root, 0.26)
      made.mesh.rotation.z = side === -1 ? Math.PI : 0
      return { side, made }
    })
    const turned = turnArrow(arrowColours.turn, a.root, { radius: 1.42, from: 2.35, sweep: 1.6, width: 0.1 })
    turned.mesh.position.z = 0.06
    const wrap = arrow(arrowColours.reaction, lined.joints.leading, 0.46)
    const smaller = arrow(arrowColours.reaction, lined.joints.trailing, 0.24)
    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        const places = cylinderAndStrut(s)
        bowl.set(s)
        lined.set({ angles: places.angles, wear: s.wear })
        hydraulic.set({ places, press: s.press, flow: s.flow, stream: s.stream })
        strut({ places, notches: s.notches })
        a.open(s.open)
        const forced = clamp(s.pistons) * clamp(s.press * 4)
        for (const { side, made } of tips) {
          made.show(forced)
          const piston = side === -1 ? places.pistonLeft : places.pistonRight
          made.mesh.position.set(piston + side * 0.34, sizes.cylinder + 0.05, 0.3)
        }
        turned.show(s.direction)
        wrap.show(s.grip)
        wrap.mesh.position.set(-0.66 - 0.06 * clamp(s.grip), 0.05, 0.3)
        wrap.mesh.rotation.z = Math.PI
        smaller.show(s.grip)
        smaller.mesh.position.set(0.72 + 0.04 * clamp(s.grip), 0.05, 0.3)
      },
    }
  },
})
