import { Assembly } from '../kit/assembly.ts'
import { arrow, turnArrow } from '../kit/effects.ts'
import { arrowColours, materials } from '../kit/materials.ts'
import { clamp } from '../kit/motion.ts'
import { defineRig, share, signedShare, turning } from '../kit/rig.ts'
import { steeringAnchors, type SteeringAnchor } from './steering-rack/anchors.ts'
import { knuckleSide, lowerArm } from './steering-rack/axle.ts'
import { RackBoot } from './steering-rack/boot.ts'
import { columnPieces } from './steering-rack/column.ts'
import {
  innerJoint,
  outerJoint,
  rack,
  rackTravel,
  tieRodLength,
  wheelAngle,
  wheelCentre,
  type Side,
} from './steering-rack/kinematics.ts'
import { crossMember, rackPieces, tieRod } from './steering-rack/rack.ts'
import { spray } from './steering-rack/spray.ts'

/** Where the boots are clipped: on the housing, and on the tie rod from its inner ball. */
const boots = { housing: 1.04, onRod: 0.62 } as const
const slackOfPlay = 0.032

/** Rack and pinion steering of a front axle, seen from behind and above, as the driver looks. */
export const rig = defineRig({
  name: 'steering-rack',
  says: 'Steering wheel, column, rack and pinion in an opened housing, tie rods, knuckles and front wheels',
  channels: {
    steer: { says: 'turn of the pinion, to the left', unit: 'rad', range: [-5.76, 5.76], rest: 0 },
    cut: share('section of the housing'),
    ghost: share('fades the left boot'),
    tear: share('split of the left boot'),
    rain: share('drops that fall on the left boot'),
    fall: turning('phase of the drops, whole numbers are alike'),
    dirt: share('water and grit that have run in, rust'),
    play: share('wear of the left inner joint'),
    knock: signedShare('place of the left tie rod in its play'),
    mesh_arrows: signedShare('arrows at pinion and rack: 1 to the left, -1 to the right'),
    rod_arrows: signedShare('arrows along the tie rods: 1 to the left, -1 to the right'),
    play_arrow: share('red arrows at the worn joint'),
  },
  anchors: steeringAnchors,
  floor: wheelCentre.y - 3.12,
  build() {
    const m = materials()
    const a = new Assembly<SteeringAnchor>()
    const sockets = new Assembly<SteeringAnchor>()
    a.root.add(sockets.root)
    const frame = a.joint([0, 0, rack.z])
    frame.rotation.x = rack.lean
    const column = columnPieces(a, m)
    const bar = rackPieces(a, m, frame, column.pinion)
    crossMember(a, m)
    const anchorOf = { [-1]: 'boot', [1]: 'bootRight' } as const
    const sides = ([-1, 1] as const).map((side: Side) => {
      lowerArm(a, m, side)
      const boot = a.joint([side * boots.housing, 0, rack.z])
      a.anchor(anchorOf[side], [side * 0.55, 0.2, 0.17], boot)
      return {
        side,
        knuckle: knuckleSide(a, m, side),
        boot,
        skin: new RackBoot(m.rubber, boot, side),
        ...tieRod(a, sockets, m, side, tieRodLength),
      }
    })
    const left = sides[0]!
    const drops = spray(left.boot, left.rod)
    a.anchor('play', [0.02, 0.1, 0.06], left.rod)

    const turns = ([1, -1] as const).map((way) => {
      const one = turnArrow(arrowColours.turn, frame, {
        radius: 0.2,
        from: way > 0 ? -2.4 : -0.74,
        sweep: way * 1.9,
        width: 0.055,
      })
      one.mesh.rotation.x = -Math.PI / 2
      one.mesh.position.set(rack.pinionX, 0.5, -rack.pitchLine - 0.1)
      return { way, one }
    })
    const slide = arrow(arrowColours.force, frame, 0.3)
    slide.mesh.position.set(0, 0.06, 0.16)
    const rods = sides.map(({ side }) => ({
      side,
      one: arrow(side < 0 ? arrowColours.reaction : arrowColours.force, a.root, 0.9),
    }))
    const knocks = [1, -1].map((way) => {
      const one = arrow(arrowColours.warning, left.socket, 0.24)
      one.mesh.rotation.z = way > 0 ? 0 : Math.PI
      one.mesh.position.set(way * 0.03, 0.32, 0.1)
      return one
    })

    return {
      root: a.root,
      anchors: a.anchors,
      update(s) {
        column.set(s.steer)
        bar.position.x = rackTravel(s.steer)
        for (const { side, knuckle, boot, skin, rod, socket } of sides) {
          const slack = side < 0 ? slackOfPlay * clamp(s.play) * clamp(s.knock, -1, 1) : 0
          const angle = wheelAngle(side, s.steer, slack)
          knuckle.rotation.y = angle
          const [innerX, innerZ] = innerJoint(side, s.steer)
          const [outerX, outerZ] = outerJoint(side, angle)
          socket.position.set(innerX, 0, innerZ)
          rod.position.set(innerX + slack, 0, innerZ)
          const yaw = Math.atan2(-side * (outerZ - innerZ), side * (outerX - innerX - slack))
          rod.rotation.y = yaw
          const clipX = innerX + slack + side * Math.cos(yaw) * boots.onRod
          const clipZ = innerZ - side * Math.sin(yaw) * boots.onRod
          const [wayX, wayZ] = [side * (clipX - side * boots.housing), clipZ - rack.z]
          boot.rotation.y = Math.atan2(-side * wayZ, wayX)
          skin.set(Math.hypot(wayX, wayZ), side < 0 ? s.tear : 0)
          skin.fade(side < 0 ? clamp(s.ghost) * 0.86 : 0)
        }
        sockets.open(clamp(s.ghost))
        drops.set(s.rain, s.fall, clamp(s.dirt))
        a.open(s.cut)
        for (const { way, one } of turns) one.show(clamp(way * s.mesh_arrows))
        slide.show(Math.abs(s.mesh_arrows))
        slide.mesh.rotation.z = s.mesh_arrows < 0 ? Math.PI : 0
        slide.mesh.position.x = s.mesh_arrows < 0 ? 0.14 : -0.16
        for (const { side, one } of rods) {
          one.show(Math.abs(s.rod_arrows))
          one.mesh.rotation.z = s.rod_arrows < 0 ? Math.PI : 0
          const length = s.rod_arrows < 0 ? -0.45 : 0.45
          one.mesh.position.set(side * 3.1 + rackTravel(s.steer) - length, 0.5, rack.z)
        }
        for (const one of knocks) one.show(s.play_arrow)
      },
    }
  },
})
