import { arrow } from '../kit/effects.ts'
import { Assembly } from '../kit/assembly.ts'
import { arrowColours, materials } from '../kit/materials.ts'
import { clamp } from '../kit/motion.ts'
import { defineRig, share, signedShare, turning } from '../kit/rig.ts'
import { carWheel } from '../kit/wheel.ts'
import { damperAnchors, type DamperAnchor } from './damper/anchors.ts'
import { cornerPieces } from './damper/corner.ts'
import { corner, points, travelAt, tyreRadius, tyreRise } from './damper/kinematics.ts'
import { leakFilm } from './damper/leak.ts'
import { oilOf } from './damper/oil.ts'
import { RoadStrip } from './damper/road.ts'
import { damperUnit } from './damper/unit.ts'

/**
 * A corner of the car seen from the front (z forward): twin-tube damper beside its coil spring. Body and road are moved by the
 * film; damper, spring, arm and link follow from the distance between them.
 */
export const rig = defineRig({
  name: 'damper',
  says: 'Twin-tube shock absorber with coil spring in a suspension corner, opened at z = 0',
  channels: {
    bump: { says: 'rise of the road as a whole under the tyre', unit: 'mm', range: [-95, 95], rest: 0 },
    body: { says: 'rise of the body', unit: 'mm', range: [-95, 95], rest: 0 },
    hop: { says: 'height of the tyre above the road', unit: 'mm', range: [0, 30], rest: 0 },
    road: turning('way along the road, in units; a bump stands at every sixth'),
    bumps: share('height of the bumps on the road'),
    motion: signedShare('speed of the damper: 1 compression, -1 rebound; opens valves and drives the streams'),
    flow: turning('phase of the stripes in the oil streams, whole numbers are alike'),
    heat: share('brightness of the oil'),
    arrows: share('arrow of the piston’s movement'),
    cut: share('section of the damper'),
    worn: share('lost oil: level, froth'),
    leak: share('film of oil that has run down the tube'),
  },
  anchors: damperAnchors,
  floor: -tyreRadius - 1.3,
  build() {
    const m = materials()
    const a = new Assembly<DamperAnchor>()
    const body = a.joint()
    const ground = a.joint()
    const knuckle = a.joint([0, 0, 0], body)
    const pieces = cornerPieces(a, m, body, knuckle)
    const hub = a.joint(
      [points.wheelCentre[0] - points.armBall[0], points.wheelCentre[1] - points.armBall[1], 0],
      knuckle,
    )
    const wheel = carWheel(m).root
    hub.add(wheel)
    const road = new RoadStrip(m, ground, [points.wheelCentre[0] - 1.7, points.wheelCentre[0] + 1.7])
    const unit = damperUnit(a, m)
    body.add(unit.body)
    const oil = oilOf(a, m, unit)
    const film = leakFilm(a, m, unit.body)
    const down = arrow(arrowColours.reaction, unit.piston, 0.36)
    down.mesh.rotation.z = -Math.PI / 2
    const up = arrow(arrowColours.force, unit.piston, 0.36)
    up.mesh.rotation.z = Math.PI / 2

    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        const wheelRise = tyreRise(s.road, clamp(s.bumps)) + (s.bump + s.hop) / 100
        const travel = travelAt(wheelRise - s.body / 100)
        const pose = corner(travel)
        body.position.y = s.body / 100
        ground.position.y = s.bump / 100 + points.wheelCentre[1]
        road.set(s.road, clamp(s.bumps))
        pieces.set(pose)
        wheel.rotation.x = s.road / tyreRadius
        unit.body.position.set(pose.eye[0], pose.eye[1], 0)
        unit.body.rotation.z = pose.lean
        unit.set(travel, s.motion)
        oil.set({ travel, motion: s.motion, flow: s.flow, heat: clamp(s.heat), worn: clamp(s.worn), cut: s.cut })
        film.set(clamp(s.leak))
        film.open(s.cut)
        unit.open(s.cut)
        a.open(s.cut)
        down.show(s.arrows * clamp(s.motion * 3))
        down.mesh.position.set(0, 0.74, 0.13)
        up.show(s.arrows * clamp(-s.motion * 3))
        up.mesh.position.set(0, 0.38, 0.13)
      },
    }
  },
})
