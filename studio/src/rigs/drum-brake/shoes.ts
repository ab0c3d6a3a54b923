import { BufferGeometry, DoubleSide, Shape, Vector2, type Mesh, type Object3D } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { alongZ } from '../../kit/castings.ts'
import type { Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { cylinder, hole, type Point2 } from '../../kit/shapes.ts'
import { liningSection, onShoe, outwards, sizes } from './motion.ts'
import { sides, type Anchor, type Side } from './names.ts'

/** The two shoes: web, rim and a lining whose shape follows its wear; hold-down springs and return springs. */

const rimHalfAngle = (Math.PI * 55) / 180
const halfWidth = 0.185
/** Where the return springs are hooked in; mirrored for the trailing shoe. */
const hooks = { upper: 0.66, lower: 0.42 }

function arc(radius: number, from: number, to: number, steps = 40): Vector2[] {
  return Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps
    return new Vector2(Math.cos(angle) * radius, Math.sin(angle) * radius)
  })
}

/** The leading shoe's web, seen from outboard. */
function web(): Shape {
  const [top, bottom] = [Math.PI - rimHalfAngle, Math.PI + rimHalfAngle]
  const outline = [
    ...arc(sizes.rimInner + 0.005, top, bottom),
    new Vector2(-0.45, -1.0),
    new Vector2(-0.24, -1.03),
    new Vector2(-0.16, -1.0),
    new Vector2(-0.137, -0.92),
    new Vector2(-0.16, -0.84),
    new Vector2(-0.34, -0.78),
    ...arc(0.78, bottom - 0.2, top + 0.38),
    new Vector2(-0.5, 0.7),
    new Vector2(-0.36, 0.78),
    new Vector2(-0.33, 0.81),
    new Vector2(-0.33, 0.95),
    new Vector2(-0.36, 0.98),
  ]
  const shape = new Shape(outline)
  shape.holes.push(
    hole(-hooks.upper, sizes.upperSpring, 0.03),
    hole(-hooks.lower, sizes.lowerSpring, 0.03),
    hole(-0.92, 0.3, 0.05),
    hole(-0.92, -0.3, 0.05),
  )
  return shape
}

/** A lining between the rim and the drum: its outline swept over the width, rebuilt when the wear changes. */
class Lining {
  readonly mesh: Mesh
  #wear = -1
  readonly #side: Side

  constructor(a: Assembly<Anchor>, m: Materials, side: Side, parent: Object3D) {
    this.#side = side
    const material = m.lining.clone()
    // Lighter than in the disc brake: seen from the side it has to stand out between shoe and drum.
    material.color.set(0xe0ae7c)
    material.side = DoubleSide
    this.mesh = a.mesh(new BufferGeometry(), material, parent)
  }

  set(wear: number): void {
    if (wear === this.#wear) return
    this.#wear = wear
    const section = liningSection(this.#side, wear)
    const outline = [...section.map(({ rim }) => rim), ...section.map(({ face }) => drawn(face)).toReversed()]
    const shape = new Shape(outline.map(([x, y]) => new Vector2(x, y)))
    this.mesh.geometry.dispose()
    this.mesh.geometry = alongZ(shape, -halfWidth + 0.005, halfWidth + 0.012, 0.004)
  }
}

/** Faces in one plane would flicker: what is drawn ends a hair before the drum. */
const drawn = ([x, y]: Point2): Point2 => [x * 0.9985, y * 0.9985]

export interface ShoePieces {
  joints: Record<Side, Object3D>
  set(state: { angles: Record<Side, number>; wear: number }): void
}

export function shoes(a: Assembly<Anchor>, m: Materials): ShoePieces {
  const paint = m.paint(0x2f6f9f)
  const worn = m.steel
  const make = (side: Side) => {
    const mirror = -sides[side]
    const pivot = a.joint([mirror * sizes.pivot[0], sizes.pivot[1], 0])
    const shoe = a.joint([-mirror * sizes.pivot[0], -sizes.pivot[1], 0], pivot)
    const mirrored = a.joint([0, 0, 0], shoe)
    mirrored.scale.x = mirror
    a.mesh(alongZ(web(), -0.028, 0.028, 0.006), paint, mirrored)
    const rim = new Shape([
      ...arc(sizes.rimOuter - 0.001, Math.PI - rimHalfAngle, Math.PI + rimHalfAngle),
      ...arc(sizes.rimInner, Math.PI + rimHalfAngle, Math.PI - rimHalfAngle),
    ])
    a.mesh(alongZ(rim, -halfWidth, halfWidth, 0.005), paint, mirrored)
    holdDown(a, m, mirrored)
    // The slot in the tip is bright where the push rod works.
    a.mesh(cylinder('z', 0.03, -0.032, 0.032, { segments: 24 }).translate(-0.36, sizes.cylinder, 0), worn, mirrored)
    return { pivot, shoe, lining: new Lining(a, m, side, shoe) }
  }
  const made = { leading: make('leading'), trailing: make('trailing') }
  const springs = [
    returnSpring(a, m, sizes.upperSpring, hooks.upper, 0.1, 15),
    returnSpring(a, m, sizes.lowerSpring, hooks.lower, 0.06, 9),
  ]
  a.anchor('leading_shoe', [-0.88, -0.18, 0.03], made.leading.shoe)
  a.anchor('trailing_shoe', [0.88, -0.18, 0.03], made.trailing.shoe)
  a.anchor('leading_web', [-0.74, 0.36, 0.03], made.leading.shoe)
  const liningSpots = {
    leading: a.joint([0, 0, halfWidth + 0.012], made.leading.shoe),
    trailing: a.joint([0, 0, halfWidth + 0.012], made.trailing.shoe),
  }
  a.anchor('lining', [0, 0, 0], liningSpots.leading)
  a.anchor('trailing_lining', [0, 0, 0], liningSpots.trailing)
  return {
    joints: { leading: made.leading.shoe, trailing: made.trailing.shoe },
    set({ angles, wear }) {
      for (const side of ['leading', 'trailing'] as const) {
        made[side].pivot.rotation.z = -sides[side] * angles[side]
        made[side].lining.set(wear)
        const middle = liningSection(side, wear, 16)[10]!
        liningSpots[side].position.x = (middle.rim[0] + middle.face[0]) / 2
        liningSpots[side].position.y = (middle.rim[1] + middle.face[1]) / 2
      }
      for (const spring of springs) spring(angles)
    },
  }
}

/** Pin, cup and spring that hold a web against the backing plate. */
function holdDown(a: Assembly<Anchor>, m: Materials, parent: Object3D): void {
  const at = a.joint([-0.92, 0, 0], parent)
  const spring = new Coil(m.steel, at, { axis: 'z', radius: 0.05, wire: 0.009, turns: 5 })
  spring.set(0.035, 0.13)
  a.mesh(cylinder('z', 0.075, 0.13, 0.15, { segments: 40 }), m.zinc, at)
  a.mesh(cylinder('z', 0.045, 0.15, 0.165, { segments: 40 }), m.zinc, at)
  a.mesh(cylinder('z', 0.016, -0.3, 0.18, { segments: 16 }), m.steel, at)
}

/** A spring with straight hooks from web to web: its coils stretch with the way of both hooks. */
function returnSpring(a: Assembly<Anchor>, m: Materials, height: number, hook: number, z: number, turns: number) {
  const half = hook - 0.32 > 0.12 ? hook - 0.32 : 0.2
  const at = a.joint([0, height, z])
  const spring = new Coil(m.chrome, at, { axis: 'x', radius: 0.042, wire: 0.0115, turns })
  const straight = hook - half
  const ends = [-1, 1].map((side) => {
    const end = a.joint([0, 0, 0], at)
    a.mesh(cylinder('x', 0.0115, 0, straight, { segments: 12 }), m.chrome, end)
    a.mesh(cylinder('z', 0.0115, -z - 0.05, 0, { segments: 12 }).translate(straight, 0, 0), m.chrome, end)
    end.scale.x = side
    return { side, end }
  })
  if (height > 0) a.anchor('return_spring', [0.06, 0.04, 0.02], at)
  return (angles: Record<Side, number>) => {
    const left = onShoe('leading', [-hook, height], angles.leading)
    const right = onShoe('trailing', [hook, height], angles.trailing)
    for (const { side, end } of ends) {
      const [x, y] = side === -1 ? left : right
      end.position.set(x - side * straight, y - height, 0)
    }
    spring.set(left[0] + straight, right[0] - straight)
  }
}

/** For the pieces that go with a tip. */
export const tipShift = (angles: Record<Side, number>, side: Side): number =>
  sides[side] * outwards(angles[side], sizes.cylinder)
