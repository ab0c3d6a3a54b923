import { BoxGeometry, BufferGeometry, PlaneGeometry, TorusGeometry, Vector3, type Object3D } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import type { Assembly } from '../../kit/assembly.ts'
import { acrossX, crispTurned } from '../../kit/castings.ts'
import { FlowMaterial } from '../../kit/effects.ts'
import { cutColours, fluidColours, type Materials } from '../../kit/materials.ts'
import { Coil } from '../../kit/moving.ts'
import { clamp } from '../../kit/motion.ts'
import { cylinder, hexagon, pipe, roundedPolygon, type Point3 } from '../../kit/shapes.ts'
import { cutAway, solid, subtract, unite } from '../../kit/solids.ts'
import { halfBar } from './cylinder.ts'
import { pedalMotion, sizes } from './motion.ts'
import type { Anchor } from './names.ts'

/** Pedal, master cylinder (always in section), reservoir and line, on a piece of the bulkhead. */

const axis = 2.75
const pivot = { y: axis + sizes.pedalLever, z: -6.08 }

export interface HydraulicPieces {
  set(state: { pedal: number; press: number; wear: number; flow: number; stream: number }): void
}

export function hydraulics(a: Assembly<Anchor>, m: Materials, sliding: Object3D): HydraulicPieces {
  const fluidMaterial = m.fluid(fluidColours.brakeFluid, 0.94)
  const line = brakeLine(a, m, sliding)
  const master = masterCylinder(a, m, fluidMaterial)
  const pedal = pedalBox(a, m)
  return {
    set({ pedal: pressed, press, wear, flow, stream }) {
      const { travel, angle } = pedalMotion(pressed)
      pedal.rotation.x = angle
      master(travel, clamp(wear))
      fluidMaterial.emissiveIntensity = 0.25 + 0.4 * clamp(press)
      line(flow, stream)
    },
  }
}

/** A hose from the caliper to a bracket on the body, then a pipe; the shells are clear so that the flow is seen. */
function brakeLine(a: Assembly<Anchor>, m: Materials, sliding: Object3D) {
  const inlet: Point3 = [0, 1.36, -1.34]
  const path: Point3[] = [
    inlet,
    [0, 1.36, -1.7],
    [-0.06, 1.5, -2.2],
    [-0.1, 2.0, -2.55],
    [-0.06, 2.55, -2.85],
    [0, axis, -3.3],
    [0, axis, -3.72],
  ]
  const flow = new FlowMaterial(0xb9770c, 0xffe08a, 26)
  const shell = m.glass(0x8fa3b8, 0.2)
  const inner = a.mesh(new BufferGeometry(), flow)
  const outer = a.mesh(new BufferGeometry(), shell)
  outer.castShadow = false
  a.mesh(hexagon('z', 0.1, -1.36, -1.24).translate(0, 1.36, 0), m.zinc, sliding)
  a.mesh(cylinder('z', 0.1, -1.5, -1.36, { segments: 40, farRadius: 0.088 }).translate(0, 1.36, 0), m.steel, sliding)
  a.mesh(hexagon('z', 0.11, -3.86, -3.7).translate(0, axis, 0), m.zinc)
  // A clip on a piece of the wheel arch holds the line in the middle.
  const clip = a.joint([-0.1, 2.0, -2.55])
  const tab = a.joint([0, 0, 0], clip)
  tab.rotation.x = 0.5
  a.mesh(cylinder('y', 0.125, -0.07, 0.07, { segments: 40 }), m.zinc, tab)
  a.mesh(new RoundedBoxGeometry(0.6, 0.05, 0.14, 2, 0.02).translate(-0.32, 0, 0), m.steel, tab)
  const arch = m.paint(0x77828e)
  a.mesh(cylinder('x', 0.26, -0.66, -0.6, { segments: 48 }), arch, clip)
  for (const z of [-0.15, 0.15]) a.mesh(hexagon('x', 0.05, -0.6, -0.54).translate(0, 0, z), m.zinc, clip)
  a.anchor('hose', [0.08, 1.4, -1.9])
  a.anchor('line', [-0.03, 2.4, -2.72])
  let shown = ''
  return (phase: number, stream: number) => {
    a.root.updateMatrixWorld(true)
    flow.set(phase, stream)
    const from = sliding.localToWorld(new Vector3(...inlet))
    const key = from.toArray().join()
    if (key === shown) return
    shown = key
    // The hose follows the caliper; further on the line is held by its clip.
    const bent = path.map((point, index): Point3 =>
      index > 1 ? point : [from.x, from.y, from.z + (point[2] - inlet[2])],
    )
    for (const [mesh, radius, around] of [
      [inner, 0.055, 16],
      [outer, 0.085, 18],
    ] as const) {
      mesh.geometry.dispose()
      mesh.geometry = pipe(bent, radius, { segments: 170, around })
    }
  }
}

function masterCylinder(a: Assembly<Anchor>, m: Materials, fluidMaterial: ReturnType<Materials['fluid']>) {
  const cut = m.cut(cutColours.iron)
  const steel = m.cut(cutColours.steel)
  const at = a.joint([0, axis, 0])
  const barrel = crispTurned('z', [
    [0.0001, -5.3],
    [0.34, -5.3],
    [0.36, -5.28],
    [0.36, -3.95],
    [0.34, -3.88],
    [0.2, -3.82],
    [0.18, -3.74],
    [0.0001, -3.74],
  ])
  const flangeBody = cylinder('z', 0.45, -5.3, -5.16)
  const inlets = [-4.35, -4.85]
  const neck = (z: number) => solid(cylinder('y', 0.15, 0.25, 0.56, { segments: 48 }).translate(0, 0, z), m.cast)
  const port = (z: number) => solid(cylinder('y', 0.06, 0.1, 0.7, { segments: 24 }).translate(0, 0, z), m.machined)
  const casting = subtract(
    unite(solid(barrel, m.cast), solid(flangeBody, m.cast), ...inlets.map(neck)),
    solid(cylinder('z', 0.24, -5.5, -3.95), m.machined),
    solid(cylinder('z', 0.05, -4, -3.6, { segments: 24 }), m.machined),
    ...inlets.map(port),
  )
  a.solid(cutAway(casting, 'x', 0, cut), at)
  a.anchor('master', [0, -0.3, -4.3], at)

  const piston = a.joint([0, 0, 0], at)
  const body = crispTurned('z', [
    [0.0001, -5.24],
    [0.2, -5.24],
    [0.236, -5.21],
    [0.236, -5.02],
    [0.12, -5.0],
    [0.12, -4.72],
    [0.236, -4.7],
    [0.236, -4.57],
    [0.22, -4.55],
    [0.0001, -4.55],
  ])
  a.solid(cutAway(solid(body, m.chrome), 'x', 0, steel), piston)
  for (const z of [-4.635, -5.115]) {
    const cup = solid(new TorusGeometry(0.212, 0.03, 16, 64).translate(0, 0, z), m.rubber)
    a.solid(cutAway(cup, 'x', 0, m.cut(cutColours.rubber)), piston)
  }
  a.mesh(cylinder('z', 0.06, -6.0, -5.22, { segments: 32 }), m.steel, piston)
  a.mesh(new RoundedBoxGeometry(0.24, 0.24, 0.3, 3, 0.05).translate(0, 0, pivot.z + 0.04), m.zinc, piston)
  a.mesh(cylinder('x', 0.055, -0.2, 0.2, { segments: 24 }).translate(0, 0, pivot.z), m.chrome, piston)

  const spring = new Coil(m.chrome, at, { axis: 'z', radius: 0.15, wire: 0.02, turns: 8 })
  const chamber = halfBar(a, 0.236, fluidMaterial, at)
  const outlet = halfBar(a, 0.048, fluidMaterial, at)
  outlet.position.z = -3.96
  outlet.scale.z = 0.22
  // Between the two cups of the piston lies fluid without pressure, above the waist and below it.
  const face = (width: number, height: number, y: number, z: number) => {
    const plane = new PlaneGeometry(width, height).rotateY(Math.PI / 2).translate(-0.003, y, z)
    return a.mesh(plane, fluidMaterial, piston)
  }
  for (const y of [0.178, -0.178]) face(0.28, 0.116, y, -4.86).castShadow = false
  for (const z of inlets) {
    const plane = new PlaneGeometry(0.116, 0.44).rotateY(Math.PI / 2).translate(-0.003, 0.47, z)
    a.mesh(plane, fluidMaterial, at).castShadow = false
  }
  const level = reservoir(a, m, at)
  return (travel: number, wear: number) => {
    piston.position.z = travel
    chamber.position.z = -4.55 + travel
    chamber.scale.z = 0.6 - travel
    spring.set(-4.53 + travel, -3.97)
    level(wear)
  }
}

/** The fluid's level falls as the pads wear: it stands behind the pistons of the calipers. */
function reservoir(a: Assembly<Anchor>, m: Materials, at: Object3D): (wear: number) => void {
  const middle = { x: -0.02, z: -4.6 }
  a.mesh(
    new RoundedBoxGeometry(0.64, 0.64, 1.0, 5, 0.12).translate(middle.x, 0.87, middle.z),
    m.glass(0xf4f1e6, 0.28),
    at,
  ).castShadow = false
  a.mesh(cylinder('y', 0.25, 1.17, 1.33, { segments: 12 }).translate(middle.x, 0, middle.z), m.plastic(0x1c1e21), at)
  a.mesh(cylinder('y', 0.2, 1.33, 1.35, { segments: 48 }).translate(middle.x, 0, middle.z), m.plastic(0xe6b400), at)
  const fluid = a.mesh(
    new RoundedBoxGeometry(0.56, 1, 0.92, 5, 0.08).translate(middle.x, 0.5, middle.z),
    m.fluid(fluidColours.brakeFluid, 0.88),
    at,
  )
  fluid.castShadow = false
  fluid.position.y = 0.585
  a.anchor('reservoir', [0.3, 0.86, middle.z + 0.2], at)
  return (wear) => {
    fluid.scale.y = 0.45 - 0.17 * wear
  }
}

/** The pedal on its bracket behind the bulkhead; returns the joint at its pivot. */
function pedalBox(a: Assembly<Anchor>, m: Materials): Object3D {
  const wall = m.paint(0x56616d)
  const sheet = roundedPolygon(
    [
      [-5.36, 1.35],
      [-5.3, 1.35],
      [-5.3, 4.75],
      [-5.36, 4.75],
    ],
    0.01,
  )
  const opening = cylinder('z', 0.3, -5.5, -5.2, { segments: 48 }).translate(0, axis, 0)
  const panel = subtract(solid(acrossX(sheet, 2.4), wall), solid(opening, wall))
  a.solid(cutAway(panel, 'x', 0, m.cut(cutColours.steel)))
  for (const y of [axis - 0.4, axis + 0.4]) a.mesh(hexagon('z', 0.07, -5.44, -5.34).translate(-0.2, y, 0), m.zinc)
  const cheek = roundedPolygon(
    [
      [-5.34, 3.95],
      [-5.34, 4.7],
      [-6.3, 4.6],
      [-6.35, 4.2],
      [-6.05, 4.12],
    ],
    0.12,
  )
  const side = acrossX(cheek, 0.05, 0.01).translate(-0.26, 0, 0)
  a.mesh(side, m.dark)
  a.mesh(new BoxGeometry(0.5, 0.7, 0.05).translate(-0.02, 4.32, -5.37), m.dark)
  const pedal = a.joint([0, pivot.y, pivot.z])
  a.mesh(cylinder('x', 0.15, -0.28, 0.13, { segments: 40 }), m.steel, pedal)
  a.mesh(hexagon('x', 0.09, 0.13, 0.2), m.zinc, pedal)
  const arm = roundedPolygon(
    [
      [-0.14, 0.18],
      [0.14, 0.18],
      [0.12, -1.4],
      [0.04, -2.4],
      [0.3, -3.15],
      [0.16, -3.24],
      [-0.16, -2.45],
      [-0.12, -1.4],
    ],
    0.1,
  )
  a.mesh(acrossX(arm, 0.13, 0.02), m.dark, pedal)
  const pad = a.joint([0, -3.12, 0.1], pedal)
  pad.rotation.x = -0.45
  a.mesh(new RoundedBoxGeometry(0.95, 0.62, 0.1, 4, 0.05), m.rubber, pad)
  for (let i = -2; i <= 2; i++)
    a.mesh(new RoundedBoxGeometry(0.82, 0.05, 0.05, 2, 0.02).translate(0, i * 0.11, -0.055), m.plastic(0x34383c), pad)
  a.anchor('pedal', [0.07, -2.2, 0.0], pedal)
  return pedal
}
