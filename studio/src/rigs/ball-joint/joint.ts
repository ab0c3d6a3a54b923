import { CircleGeometry, Color, Mesh, SphereGeometry, TorusGeometry, type Group } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { clamp, mix } from '../../kit/motion.ts'
import { HalfBody } from '../../kit/sections.ts'
import { cylinder, extruded, roundedPolygon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { solid, subtract } from '../../kit/solids.ts'
import type { JointAnchor } from './anchors.ts'
import { Boot, type BootState } from './boot.ts'
import { joint, wornGap } from './kinematics.ts'

/** Housing, bearing shell, grease and boot in the frame of the arm; stud with ball and nut in the frame of the knuckle. */
export interface Joint {
  set(state: BootState & { play: number; rim: number; dirt: number; grease: number }): void
  open(share: number): void
}

export function jointPieces(a: Assembly<JointAnchor>, m: Materials, seat: Group, knuckle: Group): Joint {
  ballStud(a, m, knuckle)
  const housing = new HalfBody(m.zinc, m.cut(cutColours.steel), seat)
  const shellSkin = m.plastic(0xf1efe6)
  const shell = new HalfBody(shellSkin, m.cut(0xf4f2ea), seat)
  a.openable(
    solid(
      turnedBody(
        'y',
        [
          [0, -0.345],
          [0.12, -0.345],
          [0.16, -0.325],
          [0.3, -0.325],
          [0.3, -0.28],
          [0.1, -0.285],
          [0, -0.285],
          [0, -0.345],
        ],
        64,
      ),
      m.steel,
    ),
    { axis: 'z', cut: m.cut(0x6f8ca6), parent: seat },
  )
  const grease = m.fluid(0xe59a1c, 0.97)
  const film = new Mesh(new CircleGeometry(1, 64), grease)
  film.position.z = -0.013
  seat.add(film)
  const boot = new Boot(m.rubber, m.cut(cutColours.rubber), grease, seat)
  // Clip rings that hold the boot: foot on the housing; the one on the neck belongs to the stud.
  a.openable(
    solid(
      new TorusGeometry(0.374, 0.013, 12, 72).rotateX(Math.PI / 2).translate(0, joint.bootFoot + 0.018, 0),
      m.chrome,
    ),
    {
      axis: 'z',
      cut: m.cut(cutColours.steel),
      parent: seat,
    },
  )
  a.mesh(
    new TorusGeometry(0.155, 0.011, 12, 48).rotateX(Math.PI / 2).translate(0, joint.bootTop - 0.012, 0),
    m.chrome,
    knuckle,
  )
  const [clean, dirty] = [new Color(0xe59a1c), new Color(0x4a3420)]

  a.anchor('socket', [0.32, -0.1, 0.01], seat)
  a.anchor('socketLeft', [-0.31, 0.03, 0.01], seat)
  a.anchor('socketOutside', [-0.2, -0.32, 0.385], seat)
  a.anchor('bearing', [-0.235, -0.2, 0.01], seat)
  a.anchor('bearingRight', [0.235, -0.2, 0.01], seat)
  a.anchor('boot', [0.46, 0.26, 0.01], seat)
  a.anchor('bootOutside', [-0.3, 0.26, 0.36], seat)
  a.anchor('bootLeft', [-0.46, 0.26, 0.01], seat)
  a.anchor('grease', [0.34, 0.245, 0.01], seat)
  a.anchor('dirt', [-0.4, 0.36, 0.02], seat)
  a.anchor('play', [0.238, -0.03, 0.01], seat)

  return {
    set({ play, rim, dirt, grease: level, ...state }) {
      const inner = joint.shell + wornGap * clamp(play)
      shell.set(shellOutline(inner))
      housing.set(housingOutline(rim))
      film.scale.setScalar(inner + 0.006)
      const worn = clamp(dirt)
      for (const colour of [grease.color, grease.emissive]) colour.lerpColors(clean, dirty, worn)
      grease.emissiveIntensity = mix(0.25, 0.05, worn)
      film.visible = state.ripped < 0.95
      boot.set(state, state.ripped > 0.02 ? 0 : level)
    },
    open(share) {
      for (const piece of [housing, shell, boot]) piece.open(share)
      film.visible &&= share > 0.05
    },
  }
}

/** The shell reaches above the middle of the ball and holds it; it wears from inside. */
function shellOutline(inner: number): Point2[] {
  const arc = Array.from({ length: 25 }, (_, i): Point2 => {
    const angle = mix(0.61, -1.2, i / 24)
    return [Math.cos(angle) * inner, Math.sin(angle) * inner]
  })
  const outside = joint.housing - 0.001
  return [[0.1, -0.28], [outside, -0.28], [outside, 0.13], [arc[0]![0] + 0.004, 0.13], ...arc]
}

/** Turned from bar, its rim rolled in over the shell. `rim` 1 is bent open. */
function housingOutline(rim: number): Point2[] {
  const bend = (x: number, y: number): Point2 => [x + 0.07 * rim, y + 0.02 * rim]
  return [
    [0.3, -0.36],
    [0.43, -0.36],
    [0.44, -0.345],
    [0.44, -0.3],
    [0.43, -0.285],
    [0.362, -0.285],
    [0.362, 0.085],
    [0.352, 0.09],
    [0.352, 0.11],
    [0.362, 0.115],
    [0.362, 0.15],
    bend(0.33, 0.19),
    bend(0.27, 0.213),
    bend(joint.rim.opening + 0.005, joint.rim.height),
    bend(joint.rim.opening, 0.175),
    bend(0.21, 0.137),
    [joint.housing, 0.132],
    [joint.housing, -0.278],
    [0.3, -0.28],
  ]
}

function ballStud(a: Assembly<JointAnchor>, m: Materials, knuckle: Group): void {
  const polished = m.chrome.clone()
  polished.roughness = 0.16
  a.mesh(new SphereGeometry(joint.ball, 64, 48), polished, knuckle)
  // A scored line makes the turning visible.
  const line = new Mesh(new TorusGeometry(joint.ball + 0.0005, 0.004, 8, 96), m.dark)
  line.rotation.y = 0.5
  knuckle.add(line)
  const { neck, boss } = joint
  a.mesh(
    turnedBody(
      'y',
      [
        [0, 0.1],
        [neck + 0.03, 0.16],
        [neck, 0.2],
        [neck, 0.42],
        [0.142, 0.44],
        [0.142, 0.5],
        [0.15, boss],
        [0.122, 0.97],
        [0.1, 0.985],
        [0.092, 1.0],
        [0.092, 1.26],
        [0.08, 1.275],
        [0, 1.275],
      ],
      56,
    ),
    polished,
    knuckle,
  )
  for (let ridge = 0; ridge < 8; ridge++) {
    const y = 1.0 + ridge * 0.032
    a.mesh(
      turnedBody(
        'y',
        [
          [0.09, y],
          [0.102, y + 0.014],
          [0.09, y + 0.028],
        ],
        32,
      ),
      m.steel,
      knuckle,
    )
  }
  // Castle nut: a hexagon with six slots, and the split pin through one pair of them.
  const six = Array.from({ length: 6 }, (_, i): Point2 => [
    Math.cos((i * Math.PI) / 3) * 0.2,
    Math.sin((i * Math.PI) / 3) * 0.2,
  ])
  const lower = extruded(roundedPolygon(six, 0.02), 0.13, { bevel: 0.012 })
    .rotateX(-Math.PI / 2)
    .translate(0, 0.985, 0)
  a.mesh(lower, m.zinc, knuckle)
  const crown = subtract(
    solid(cylinder('y', 0.155, 1.11, 1.21, { segments: 48 }), m.zinc),
    ...[0, 1, 2].map((i) =>
      solid(
        extruded(
          [
            [-0.3, 0],
            [0.3, 0],
            [0.3, 0.08],
            [-0.3, 0.08],
          ],
          0.05,
        )
          .translate(0, 1.15, -0.025)
          .rotateY((i * Math.PI) / 3),
        m.zinc,
      ),
    ),
  )
  a.solid(crown, knuckle)
  a.mesh(cylinder('x', 0.02, -0.19, 0.2, { segments: 16 }).translate(0, 1.18, 0), m.steel, knuckle)
  a.mesh(new TorusGeometry(0.035, 0.013, 10, 24).translate(-0.21, 1.18, 0), m.steel, knuckle)
  a.mesh(cylinder('y', 0.012, 1.04, 1.19, { segments: 10 }).translate(0.2, 0, 0), m.steel, knuckle)
  a.mesh(cylinder('y', 0.19, 0.965, 0.985, { segments: 40 }), m.steel, knuckle)
  a.anchor('ballStud', [0.03, 0.1, joint.ball * 0.88], knuckle)
  a.anchor('neck', [0.03, 0.36, neck * 0.95], knuckle)
  a.anchor('studEnd', [-0.03, 1.24, 0.085], knuckle)
  a.anchor('nut', [-0.1, 1.05, 0.15], knuckle)
}
