import { Assembly } from '../kit/assembly.ts'
import { arrow, turnArrow } from '../kit/effects.ts'
import { arrowColours, materials } from '../kit/materials.ts'
import { clamp } from '../kit/motion.ts'
import { defineRig, share, signedShare, turning } from '../kit/rig.ts'
import { carWheel } from '../kit/wheel.ts'
import { jointAnchors, type JointAnchor } from './ball-joint/anchors.ts'
import { bodyStubs, controlArm, knucklePieces, strutSpring } from './ball-joint/corner.ts'
import { droplets } from './ball-joint/droplets.ts'
import { jointPieces } from './ball-joint/joint.ts'
import { points, pose, pulled, rimOpen, tiltOf } from './ball-joint/kinematics.ts'

/** Lower ball joint of a front corner, seen from the front; its housing is opened at z = 0. */
export const rig = defineRig({
  name: 'ball-joint',
  says: 'Lower control arm, ball joint, knuckle, strut and wheel',
  channels: {
    steer: { says: 'turn of the knuckle, front of the wheel outwards', unit: 'rad', range: [-0.6, 0.6], rest: 0 },
    travel: signedShare('rise of the wheel, 1 is 50 mm'),
    cut: share('section of arm, housing, shell, boot and boss'),
    ghost: share('fades the wheel'),
    tear: share('split of the boot'),
    dirt: share('water and dirt that have run into the boot'),
    rain: share('drops that fall onto the boot'),
    fall: turning('phase of the drops, whole numbers are alike'),
    play: share('wear of the bearing shell'),
    knock: signedShare('place of the ball in its play, upwards'),
    shake: signedShare('place of the ball in its play, outwards'),
    out: share('ball torn out of its socket'),
    steer_arrow: share('curved arrow about the stud'),
    travel_arrow: signedShare('arrow beside the arm, up or down'),
    play_arrow: share('red arrows of the play'),
  },
  anchors: jointAnchors,
  floor: points.wheelCentre[1] - 3.12,
  build() {
    const m = materials()
    const a = new Assembly<JointAnchor>()
    const arm = a.joint([points.armPivot[0], points.armPivot[1], 0])
    const seat = a.joint([-points.armPivot[0], 0, 0], arm)
    const knuckle = a.joint()
    controlArm(a, m, arm)
    knucklePieces(a, m, knuckle)
    const strut = strutSpring(a, m, knuckle)
    bodyStubs(a, m)
    const joint = jointPieces(a, m, seat, knuckle)
    const wheel = carWheel(m)
    wheel.root.position.set(points.wheelCentre[0], points.wheelCentre[1], 0)
    knuckle.add(wheel.root)
    const drops = droplets(seat)

    const turn = turnArrow(arrowColours.turn, knuckle, {
      radius: 0.54,
      from: Math.PI * 0.72,
      sweep: Math.PI * 0.95,
      width: 0.11,
    })
    turn.mesh.rotation.x = Math.PI / 2 - 0.5
    turn.mesh.position.y = 0.72
    const rise = arrow(arrowColours.force, seat, 0.4)
    rise.mesh.position.set(-0.95, 0.32, 0.1)
    const knocks = [1, -1].map((side) => {
      const one = arrow(arrowColours.warning, seat, 0.17)
      one.mesh.rotation.z = (side * Math.PI) / 2
      one.mesh.position.set(0, side * 0.025, 0.24)
      return one
    })

    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        const at = pose({ ...s, out: clamp(s.out) })
        arm.rotation.z = at.arm
        knuckle.position.set(at.ball[0], at.ball[1], 0)
        knuckle.quaternion.copy(at.knuckle)
        strut.set(at.strut)
        wheel.fade(s.ghost)
        const ripped = clamp((pulled(clamp(s.out)) - 0.02) / 0.08)
        joint.set({
          tilt: tiltOf(at.stud),
          offset: at.offset,
          tear: Math.max(clamp(s.tear), ripped),
          ripped,
          play: clamp(s.play),
          rim: rimOpen(clamp(s.out)),
          dirt: clamp(s.dirt),
          grease: 0.5 - 0.12 * clamp(s.tear),
        })
        drops.set(s.rain, s.fall, s.dirt * (1 - ripped))
        joint.open(s.cut)
        a.open(s.cut)
        turn.show(s.steer_arrow)
        rise.show(Math.abs(s.travel_arrow) * 1.2)
        rise.mesh.rotation.z = s.travel_arrow > 0 ? Math.PI / 2 : -Math.PI / 2
        for (const one of knocks) one.show(s.play_arrow)
      },
    }
  },
})
