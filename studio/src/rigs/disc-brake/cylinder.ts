import {
  type BufferAttribute,
  CylinderGeometry,
  DoubleSide,
  LatheGeometry,
  Mesh,
  PlaneGeometry,
  Vector2,
  type Material,
  type Object3D,
} from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { crispTurned } from '../../kit/castings.ts'
import { cutColours, fluidColours, type Materials } from '../../kit/materials.ts'
import { clamp } from '../../kit/motion.ts'
import { along, type Point2 } from '../../kit/shapes.ts'
import { cutAway, solid } from '../../kit/solids.ts'
import { sizes, type PadPlaces } from './motion.ts'
import type { Anchor } from './names.ts'

/** What lies in the caliper's bore: piston, square-cut seal, dust boot, fluid. */

/** Half a bar of fluid along z from 0 to 1 with its face in the section: scale z to the length of the room. */
export function halfBar(a: Assembly<Anchor>, radius: number, material: Material, parent: Object3D): Object3D {
  const group = a.joint([-0.003, 0, 0], parent)
  const round = new CylinderGeometry(radius, radius, 1, 48, 1, false, Math.PI, Math.PI)
  round.rotateX(Math.PI / 2).translate(0, 0, 0.5)
  const face = new PlaneGeometry(1, radius * 2)
  face.rotateY(Math.PI / 2).translate(0, 0, 0.5)
  for (const geometry of [round, face]) a.mesh(geometry, material, group).castShadow = false
  return group
}

const pistonProfile: Point2[] = [
  [0.0001, -sizes.pistonLength],
  [0.24, -sizes.pistonLength],
  [sizes.pistonRadius, -sizes.pistonLength + 0.03],
  [sizes.pistonRadius, -0.07],
  [0.254, -0.065],
  [0.254, -0.035],
  [sizes.pistonRadius, -0.03],
  [sizes.pistonRadius, -0.01],
  [0.26, 0],
  [0.19, 0],
  [0.185, -0.01],
  [0.18, -0.46],
  [0.16, -0.5],
  [0.12, -0.52],
  [0.0001, -0.52],
]

export interface CylinderPieces {
  set(state: { places: PadPlaces; press: number; open: number }): void
}

export function pistonAndSeal(a: Assembly<Anchor>, m: Materials, sliding: Object3D): CylinderPieces {
  const piston = a.joint([0, sizes.cylinder, 0], sliding)
  a.openable(solid(crispTurned('z', pistonProfile), m.chrome), {
    axis: 'x',
    cut: m.cut(cutColours.steel),
    parent: piston,
  })
  a.anchor('piston', [0, 0.225, -0.3], piston)
  a.anchor('piston_below', [0, -0.225, -0.3], piston)

  const inBore = a.joint([0, sizes.cylinder, 0], sliding)
  const fluidMaterial = m.fluid(fluidColours.brakeFluid, 0.96)
  const fluid = halfBar(a, sizes.pistonRadius, fluidMaterial, inBore)
  fluid.position.z = sizes.boreBottom
  const inlet = halfBar(a, 0.044, fluidMaterial, inBore)
  inlet.position.set(-0.003, 0.125, -1.27)
  inlet.scale.z = 1.27 + sizes.boreBottom
  a.anchor('fluid', [0, -0.12, sizes.boreBottom + 0.055], inBore)

  const seal = sealRing(a, m, inBore)
  const boot = dustBoot(inBore, m)
  a.anchor('boot', [-0.02, 0.29, -0.42], inBore)
  return {
    set({ places, press, open }) {
      piston.position.z = places.piston - places.caliper
      fluid.scale.z = Math.max(0.02, places.fluid)
      fluidMaterial.emissiveIntensity = 0.25 + 0.6 * clamp(press)
      seal(press)
      boot(places.piston - 0.05 - places.caliper, open > 0.5)
    },
  }
}

/** The seal's inner edge goes with the piston under pressure; its recoil is what pulls the piston back. */
function sealRing(a: Assembly<Anchor>, m: Materials, inBore: Object3D): (press: number) => void {
  const [from, to] = sizes.seal
  const inner = sizes.pistonRadius
  const outer = 0.333
  const profile: Point2[] = [
    [inner, from],
    [outer, from],
    [outer, to],
    [inner, to],
    [inner, from],
  ]
  const ring = cutAway(solid(crispTurned('z', profile), m.rubber), 'x', 0, m.cut(cutColours.rubber))
  a.solid(ring, inBore)
  a.anchor('seal', [0, (inner + outer) / 2, (from + to) / 2], inBore)
  const places = ring.geometry.getAttribute('position') as BufferAttribute
  const still = Float32Array.from(places.array)
  return (press) => {
    for (let i = 0; i < places.count; i++) {
      const radius = Math.hypot(still[3 * i]!, still[3 * i + 1]!)
      const lean = clamp((outer - radius) / (outer - inner))
      places.setZ(i, still[3 * i + 2]! + sizes.clearance * clamp(press / 0.4) * lean)
    }
    places.needsUpdate = true
  }
}

/** The folded boot from the mouth of the bore to the groove of the piston; in a section only its far half is shown. */
function dustBoot(inBore: Object3D, m: Materials): (groove: number, half: boolean) => void {
  const material = m.rubber.clone()
  material.side = DoubleSide
  const boot = new Mesh(undefined, material)
  boot.castShadow = boot.receiveShadow = true
  inBore.add(boot)
  return (groove, half) => {
    const mouth = -0.5
    const profile: Point2[] = Array.from({ length: 49 }, (_, i) => {
      const share = i / 48
      const fold = Math.sin(share * Math.PI * 5) * 0.02 * Math.min(1, 6 * share, 6 * (1 - share))
      return [0.322 - 0.064 * share + fold, mouth + (groove - mouth) * share]
    })
    boot.geometry.dispose()
    const points = profile.map(([radius, height]) => new Vector2(radius, height))
    boot.geometry = along('z', half ? new LatheGeometry(points, 40, Math.PI, Math.PI) : new LatheGeometry(points, 64))
  }
}
