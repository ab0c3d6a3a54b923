import { CylinderGeometry, PlaneGeometry, type Object3D } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { crispTurned } from '../../kit/castings.ts'
import { FlowMaterial } from '../../kit/effects.ts'
import { cutColours, fluidColours, type Materials } from '../../kit/materials.ts'
import { clamp } from '../../kit/motion.ts'
import { Bellows, Coil } from '../../kit/moving.ts'
import { cylinder, hexagon, pipe, type Point2, type Point3 } from '../../kit/shapes.ts'
import { cutAway, solid, subtract, unite, type Solid } from '../../kit/solids.ts'
import { sizes, type cylinderAndStrut } from './motion.ts'
import type { Anchor } from './names.ts'

/** The wheel cylinder in half section: two pistons with cups, spring, fluid, boots, push rods; the line comes from behind. */

const bore = 0.1
type Places = ReturnType<typeof cylinderAndStrut>

export interface WheelCylinderPieces {
  set(state: { places: Places; press: number; flow: number; stream: number }): void
}

export function wheelCylinder(a: Assembly<Anchor>, m: Materials): WheelCylinderPieces {
  const at = a.joint([0, sizes.cylinder, 0])
  const half = (whole: Solid, cut: number, parent: Object3D = at) =>
    a.solid(cutAway(whole, 'z', 0.001, m.cut(cut)), parent)
  const end = sizes.halfCylinder
  const outside: Point2[] = [
    [0.0001, -end],
    [0.135, -end],
    [0.135, -end + 0.03],
    [0.12, -end + 0.035],
    [0.12, -end + 0.055],
    [0.16, -end + 0.07],
    [0.16, end - 0.07],
    [0.12, end - 0.055],
    [0.12, end - 0.035],
    [0.135, end - 0.03],
    [0.135, end],
    [0.0001, end],
  ]
  const foot = solid(cylinder('z', 0.13, -0.3, 0, { segments: 48 }), m.cast)
  const body = subtract(
    unite(solid(crispTurned('x', outside), m.cast), foot),
    solid(cylinder('x', bore + 0.002, -0.5, 0.5, { segments: 64 }), m.machined),
    solid(cylinder('z', 0.028, -0.5, 0.05, { segments: 24 }), m.machined),
  )
  half(body, cutColours.iron)
  const piston = () => {
    const joint = a.joint([0, 0, 0], at)
    const profile: Point2[] = [
      [0.0001, 0.045],
      [0.09, 0.045],
      [bore - 0.002, 0.055],
      [bore - 0.002, sizes.pistonLength],
      [0.055, sizes.pistonLength],
      [0.05, sizes.pistonLength - 0.06],
      [0.0001, sizes.pistonLength - 0.06],
    ]
    half(solid(crispTurned('x', profile), m.chrome), cutColours.aluminium, joint)
    const cup: Point2[] = [
      [0.0001, 0.02],
      [0.06, 0.02],
      [0.085, -0.005],
      [bore, -0.005],
      [bore, 0.044],
      [0.0001, 0.044],
    ]
    half(solid(crispTurned('x', cup), m.rubber), cutColours.rubber, joint)
    a.mesh(cylinder('x', 0.035, sizes.pistonLength - 0.06, 0.29, { segments: 32 }), m.steel, joint)
    const fork = cylinder('x', 0.05, 0.25, 0.31, { segments: 32 })
    a.mesh(fork, m.steel, joint)
    return joint
  }
  const right = piston()
  const left = piston()
  left.rotation.z = Math.PI
  a.anchor('piston', [0.13, 0.075, 0.003], right)
  const spring = new Coil(m.chrome, at, { axis: 'x', radius: 0.05, wire: 0.008, turns: 5 })
  const boots = [-1, 1].map((side) => {
    const boot = new Bellows(m.rubber, at, { axis: 'x', folds: 2, depth: 0.014 })
    return { side, boot }
  })

  const fluidMaterial = m.fluid(fluidColours.brakeFluid, 0.95)
  const fluid = a.joint([0, 0, -0.001], at)
  const round = new CylinderGeometry(bore, bore, 1, 48, 1, true, Math.PI / 2, Math.PI).rotateZ(-Math.PI / 2)
  for (const geometry of [round, new PlaneGeometry(1, bore * 2)])
    a.mesh(geometry, fluidMaterial, fluid).castShadow = false

  const line = brakeLine(a, m)
  a.anchor('wheel_cylinder', [0, 0.135, 0.003], at)
  return {
    set({ places: { pistonLeft, pistonRight }, press, flow, stream }) {
      left.position.x = pistonLeft
      right.position.x = pistonRight
      fluid.position.x = (pistonLeft + pistonRight) / 2
      fluid.scale.x = pistonRight - pistonLeft + 0.02
      fluidMaterial.emissiveIntensity = 0.25 + 0.65 * clamp(press)
      spring.set(pistonLeft - 0.01, pistonRight + 0.01)
      for (const { side, boot } of boots) {
        const groove = side === 1 ? pistonRight + 0.26 : pistonLeft - 0.26
        boot.set([0.128, side * (end - 0.045)], [0.045, groove])
      }
      line.set(flow, stream)
    },
  }
}

/** The line comes over the edge of the backing plate and enters the cylinder from behind. */
function brakeLine(a: Assembly<Anchor>, m: Materials): FlowMaterial {
  const path: Point3[] = [
    [0, sizes.cylinder, -0.36],
    [0, sizes.cylinder, -0.52],
    [0.02, sizes.cylinder + 0.16, -0.64],
    [0.06, 1.35, -0.6],
    [0.22, 1.62, -0.55],
    [0.55, 1.78, -0.6],
    [1.0, 1.82, -0.7],
    [1.7, 1.83, -0.8],
  ]
  const flow = new FlowMaterial(0xb9770c, 0xffe08a, 22)
  a.mesh(pipe(path, 0.034, { segments: 160 }), flow)
  a.mesh(pipe(path, 0.055, { segments: 160 }), m.glass(0x8fa3b8, 0.22)).castShadow = false
  a.mesh(hexagon('z', 0.075, -0.5, -0.36).translate(0, sizes.cylinder, 0), m.zinc)
  // A clip on a tab of the axle's bracket holds it.
  const clip = a.joint([0.3, 1.68, -0.56])
  clip.rotation.z = -1.05
  a.mesh(cylinder('y', 0.075, -0.05, 0.05, { segments: 32 }), m.zinc, clip)
  a.mesh(cylinder('z', 0.03, -0.5, 0, { segments: 20 }), m.steel, clip)
  a.anchor('brake_line', [0.12, 1.5, -0.53])
  return flow
}
