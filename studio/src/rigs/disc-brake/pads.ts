import { BoxGeometry, Matrix4, Shape, Vector2, Vector3, type Object3D } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { acrossX, alongZ } from '../../kit/castings.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { extruded, ringSector, roundedPolygon } from '../../kit/shapes.ts'
import { solid, subtract, type Solid } from '../../kit/solids.ts'
import { sizes, type PadPlaces } from './motion.ts'
import type { Anchor } from './names.ts'

/** The two pads: lining on a backing plate whose ears lie in the bracket; the inner one carries the wear indicator. */

const liningRadii = [1.0, 1.46] as const
const liningHalfAngle = 0.42
/** So far up the pads have left the picture of a close camera. */
const liftHeight = 2.4

/** The outline of a backing plate, larger all round by `clearance`: the bracket has its notches from it. */
export function backingOutline(clearance = 0): Shape {
  const arc = (radius: number, from: number, to: number) =>
    Array.from({ length: 25 }, (_, i) => {
      const angle = from + ((to - from) * i) / 24
      return new Vector2(Math.sin(angle) * radius, Math.cos(angle) * radius)
    })
  const ear = [
    [0.6 + clearance, 1.27 + clearance],
    [0.76 + clearance, 1.27 + clearance],
    [0.76 + clearance, 1.11 - clearance],
    [0.53 + clearance, 1.11 - clearance],
  ] as const
  const right = ear.map(([x, y]) => new Vector2(x, y))
  const left = ear.map(([x, y]) => new Vector2(-x, y)).toReversed()
  return new Shape([...arc(1.49 + clearance, -0.44, 0.44), ...right, ...arc(0.965 - clearance, 0.44, -0.44), ...left])
}

/** A lining of thickness 1, from the plate at z 0 to the friction face; its ends are chamfered, two slots let dust out. */
function lining(m: Materials): Solid {
  const [inner, outer] = liningRadii
  const sector = solid(extruded(ringSector(inner, outer, Math.PI / 2, liningHalfAngle), 1), m.lining)
  const cutters: Solid[] = []
  for (const side of [1, -1] as const) {
    const angle = side * liningHalfAngle
    const radial = new Vector3(Math.sin(angle), Math.cos(angle), 0)
    const inward = new Vector3(-side * Math.cos(angle), side * Math.sin(angle), 0)
    const upwards = new Vector3(0, 0, 1)
    const wedge = extruded(
      [
        [-0.02, 1.05],
        [-0.02, 0.5],
        [0, 0.55],
        [0.065, 1.05],
      ],
      0.9,
    )
    const place = new Matrix4().makeBasis(inward, upwards, radial.clone().multiplyScalar(side))
    place.setPosition(radial.multiplyScalar(side === 1 ? 0.8 : 1.7))
    cutters.push(solid(wedge, m.lining, place))
    const slot = solid(new BoxGeometry(0.03, 1.4, 2), m.lining)
    slot.position.set(side * 0.26, 1.2, 1.15)
    slot.rotation.z = -side * 0.17
    cutters.push(slot)
  }
  return subtract(sector, ...cutters)
}

export interface Pads {
  inner: Object3D
  outer: Object3D
  /** `lift` takes both pads out upwards; `sing` is how far the tip of the wear indicator swings out. */
  set(state: { places: PadPlaces; lift: number; sing: number }): void
}

export function pads(a: Assembly<Anchor>, m: Materials): Pads {
  const { backingPlate, shim } = sizes
  const layer = (from: number, to: number, bevel: number) => alongZ(backingOutline(), from, to, bevel)
  const cutSteel = m.cut(cutColours.steel)
  const cutLining = m.cut(cutColours.lining)
  const cutShim = m.cut(cutColours.rubber)
  const make = (parent: Object3D, back: 'inboard' | 'outboard') => {
    const [plate, damper] =
      back === 'inboard'
        ? [layer(shim, backingPlate, 0.006), layer(0, shim, 0)]
        : [layer(0, backingPlate - shim, 0.006), layer(backingPlate - shim, backingPlate, 0)]
    const pad = a.joint([0, 0, 0], parent)
    const friction = a.joint([0, 0, 0], pad)
    a.openable(solid(damper, m.rubber), { axis: 'x', cut: cutShim, parent: pad })
    a.openable(solid(plate, m.dark), { axis: 'x', cut: cutSteel, parent: pad })
    a.openable(lining(m), { axis: 'x', cut: cutLining, parent: friction })
    const middle = a.joint([0, 1.38, 0], pad)
    return { pad, friction, middle }
  }
  // The origin of the inner pad is the back of its plate, that of the outer one the face that lies on the caliper's finger.
  const inner = make(a.root, 'inboard')
  inner.friction.position.z = sizes.backingPlate
  const outer = make(a.root, 'outboard')
  const clip = wearIndicator(a, m, inner.pad)
  a.anchor('inner_pad', [0, 0, 0], inner.middle)
  a.anchor('outer_pad', [0, 0, 0], outer.middle)
  a.anchor('outer_plate', [0, 1.02, (backingPlate - shim) / 2], outer.pad)
  a.anchor('backing_plate', [0, 0.985, backingPlate / 2], inner.pad)
  return {
    inner: inner.pad,
    outer: outer.pad,
    set({ places: { piston, caliper, lining: thickness }, lift, sing }) {
      inner.pad.position.set(0, lift * liftHeight, piston)
      outer.pad.position.set(0, lift * liftHeight, caliper + sizes.finger - backingPlate)
      clip(thickness, sing)
      // Faces in one plane would flicker: what is drawn ends a hair before the disc.
      const drawn = Math.max(thickness - 0.001, 0.001)
      inner.friction.scale.z = drawn
      outer.friction.scale.z = -drawn
      inner.friction.visible = outer.friction.visible = thickness > 0.0005
      inner.middle.position.z = sizes.backingPlate + thickness / 2
      outer.middle.position.z = -thickness / 2
    },
  }
}

/** A strip of spring steel riveted to the plate, bent round its lower edge towards the disc. */
function wearIndicator(a: Assembly<Anchor>, m: Materials, pad: Object3D): (lining: number, sing: number) => void {
  const tip = sizes.backingPlate + sizes.indicatorLining
  const strip = roundedPolygon(
    [
      [-0.014, 1.1],
      [-0.014, 0.935],
      [tip - 0.03, 0.935],
      [tip, 0.952],
      [tip, 0.975],
      [tip - 0.026, 0.952],
      [0.0, 0.95],
      [0.0, 1.1],
    ],
    0.008,
  )
  const geometry = acrossX(strip, 0.14)
  geometry.translate(-0.1, 0, 0)
  const clip = a.mesh(geometry, m.brass, pad)
  a.anchor('indicator', [-0.031, 0.945, tip - 0.02], clip)
  return (left, sing) => {
    // Below its own height the disc bends it back.
    clip.scale.z = Math.min(1, (sizes.backingPlate + left) / tip)
    clip.position.y = sing
  }
}
