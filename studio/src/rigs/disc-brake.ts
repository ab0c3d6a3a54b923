import { Assembly } from '../kit/assembly.ts'
import { arrow } from '../kit/effects.ts'
import { arrowColours, materials } from '../kit/materials.ts'
import { clamp } from '../kit/motion.ts'
import { defineRig, share, turning } from '../kit/rig.ts'
import { caliper } from './disc-brake/caliper.ts'
import { pistonAndSeal } from './disc-brake/cylinder.ts'
import { singing, sparks, tremble } from './disc-brake/distress.ts'
import { hydraulics } from './disc-brake/hydraulics.ts'
import { knuckle } from './disc-brake/knuckle.ts'
import { padPlaces, sizes } from './disc-brake/motion.ts'
import { anchors, type Anchor } from './disc-brake/names.ts'
import { pads } from './disc-brake/pads.ts'
import { rotor } from './disc-brake/rotor.ts'

/**
 * A floating-caliper disc brake with its pedal. 1 unit is 100 mm; the axle is z with outboard towards +z, the section lies
 * at x = 0 and is seen from +x. A fifth of a turn of the disc closes a loop.
 */
export const rig = defineRig({
  name: 'disc-brake',
  says: 'Vented disc, floating caliper with one piston, pads, master cylinder and pedal',
  channels: {
    spin: turning('turns the disc; 2 pi / 5 looks the same'),
    pedal: share('presses the pedal'),
    press: share('pressure at the caliper: inner pad first, then the caliper slides'),
    wear: share('lining gone, in a straight line: 0 is 12 mm, 0.5 is 6 mm, 0.8333 is 2 mm'),
    heat: share('glow of the disc'),
    cut: share('opens the section'),
    flow: { says: 'moves the fluid in the line, 1 is one stripe', unit: 'share', range: null, rest: 0 },
    stream: share('how clearly the flow is seen'),
    arrows: share('forces at the caliper'),
    foot: share('force at the pedal'),
    score: share('grooves in both faces of the disc'),
    sing: share('the wear indicator sings on the disc'),
    sparks: share('backing plates grind on the disc'),
    phase: { says: 'period of singing and sparks, 1 is a whole one', unit: 'share', range: null, rest: 0 },
    swing: share('swings the caliper up about its pin'),
    lift: share('takes the pads out upwards'),
  },
  anchors,
  floor: -1.75,
  build() {
    const m = materials()
    const a = new Assembly<Anchor>()
    const disc = rotor(a, m)
    const clamping = caliper(a, m)
    const lining = pads(a, m)
    const bore = pistonAndSeal(a, m, clamping.sliding)
    const line = hydraulics(a, m, clamping.sliding)
    knuckle(a, m, disc.turning)

    const sing = singing(a.anchors.indicator)
    const grind = sparks(a.root)
    const inward = arrow(arrowColours.force, a.root, 0.3)
    inward.mesh.rotation.y = -Math.PI / 2
    const outward = arrow(arrowColours.reaction, clamping.sliding, 0.36)
    outward.mesh.rotation.y = Math.PI / 2
    outward.mesh.position.set(0.02, 1.75, 0.2)
    const foot = arrow(arrowColours.force, a.root, 0.8)
    foot.mesh.rotation.y = -Math.PI / 2
    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        const places = padPlaces(s)
        disc.set({ spin: s.spin, heat: s.heat, open: s.cut, score: s.score })
        clamping.set({ caliper: places.caliper, open: s.cut, swing: s.swing })
        lining.set({ places, lift: s.lift, sing: tremble(s.phase, s.sing) })
        bore.set({ places, press: s.press, open: s.cut })
        line.set(s)
        a.open(s.cut)
        const forced = clamp(s.arrows) * clamp(s.press * 3)
        inward.show(forced)
        inward.mesh.position.set(0.02, sizes.cylinder, places.piston - 0.46)
        outward.show(clamp(s.arrows) * clamp((s.press - 0.4) * 5))
        sing(s.phase * 2, s.sing)
        grind(s.phase, s.sparks)
        foot.show(s.foot)
        foot.mesh.position.set(0.1, 1.25, -7.15 + 0.7 * clamp(s.pedal))
      },
    }
  },
})
