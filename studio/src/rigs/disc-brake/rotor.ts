import { Color, Mesh, Shape, Vector2, type BufferGeometry, type Object3D } from 'three'
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js'
import type { Assembly } from '../../kit/assembly.ts'
import { crispTurned } from '../../kit/castings.ts'
import { glow } from '../../kit/effects.ts'
import { cutColours, type Materials } from '../../kit/materials.ts'
import { clamp } from '../../kit/motion.ts'
import { turned } from '../../kit/noise.ts'
import { Notch } from '../../kit/notch.ts'
import { cylinder, extruded, hexagon, turnedBody, type Point2 } from '../../kit/shapes.ts'
import { sizes } from './motion.ts'
import type { Anchor } from './names.ts'

/** The vented disc with its hat on the hub. A notch in front of the pads shows its section while it turns. */

const outerRadius = 1.5
const innerRadius = 0.93
const ductHalf = 0.05
/** Faces in one plane would flicker: vanes and hat are drawn a hair short of the cheeks. */
const joint = 0.0015
/** The notch ends above the hat. */
const notchFloor = 0.9
/** A multiple of the five studs: a fifth of a turn closes a loop. */
const vanes = 30

/** Depth of the scores at a radius, 0 to 1: a row of grooves of uneven depth between the pads' edges. */
export function scoreAt(radius: number): number {
  const swept = clamp((radius - 1.0) / 0.02) * clamp((1.465 - radius) / 0.015)
  const grooves = 0.5 + 0.5 * Math.sin(radius * 148 + 1.7 * Math.sin(radius * 37))
  const deep = 0.35 + 0.65 * Math.abs(Math.sin(radius * 23 + 0.4))
  return swept * (0.25 + 0.75 * grooves * deep)
}

/** One cheek in [radius, z], anticlockwise; the friction face is worn and scored by `score`. */
function cheek(score: number): Point2[] {
  const face: Point2[] = []
  const steps = score > 0 ? 110 : 24
  for (let i = 0; i <= steps; i++) {
    const radius = outerRadius - 0.012 - ((outerRadius - innerRadius - 0.024) * i) / steps
    face.push([radius, sizes.disc - 0.026 * score * scoreAt(radius)])
  }
  return [
    [innerRadius, ductHalf],
    [innerRadius + 0.004, ductHalf],
    [outerRadius - 0.004, ductHalf],
    [outerRadius, ductHalf + 0.002],
    [outerRadius, sizes.disc - 0.014],
    [outerRadius - 0.002, sizes.disc - 0.01],
    ...face,
    [innerRadius, sizes.disc - 0.012],
    [innerRadius, ductHalf],
  ]
}

/** A vane bent back against the turning: some part of it always lies in a section, so that the section never flickers. */
function vane(): BufferGeometry {
  const [from, to, sweep, half] = [innerRadius + 0.005, outerRadius - 0.012, 0.5, 0.02]
  const side = (offset: number): Vector2[] =>
    Array.from({ length: 15 }, (_, i) => {
      const share = i / 14
      const radius = from + (to - from) * share
      const taper = offset * (0.55 + 0.45 * Math.sin(Math.PI * (0.15 + 0.7 * share)))
      const angle = sweep * share + taper / radius
      return new Vector2(Math.cos(angle) * radius, Math.sin(angle) * radius)
    })
  const geometry = extruded(new Shape([...side(-half), ...side(half).toReversed()]), 2 * (ductHalf - joint))
  geometry.translate(0, 0, joint - ductHalf)
  return geometry
}

export interface RotorPiece {
  turning: Object3D
  set(state: { spin: number; heat: number; open: number; score: number }): void
}

export function rotor(a: Assembly<Anchor>, m: Materials): RotorPiece {
  const turning = a.joint()
  const notch = new Notch({ x: 0, y: notchFloor })
  const iron = new Color(cutColours.iron)
  const scorched = new Color(0x2a0d05)
  const cutColour = iron.clone()

  const ground = m.machined.clone()
  ground.roughnessMap = turned(215, 255, 11)
  ground.roughness = 0.5
  ground.metalness = 0.72
  ground.color.set(0xc6cbd0)
  const faceMaterial = notch.cut(ground, cutColour)
  const vaneMaterial = notch.cut(m.cast, cutColour)
  const heatUp = [glow(faceMaterial), glow(vaneMaterial)]

  const outer = new Mesh()
  const inner = new Mesh()
  for (const side of [outer, inner]) {
    side.material = faceMaterial
    side.castShadow = side.receiveShadow = true
    turning.add(side)
  }
  let shownScore = -1
  const shape = (score: number) => {
    if (score === shownScore) return
    shownScore = score
    for (const side of [outer, inner]) side.geometry.dispose()
    outer.geometry = turnedBody('z', cheek(score), 160)
    inner.geometry = outer.geometry.clone().rotateY(Math.PI)
  }

  const fan = Array.from({ length: vanes }, (_, i) => vane().rotateZ((i / vanes) * Math.PI * 2))
  a.mesh(mergeGeometries(fan), vaneMaterial, turning)

  const hat: Point2[] = [
    [0.8, 0.055],
    [innerRadius - joint, 0.055],
    [innerRadius - joint, 0.12],
    [0.9, 0.118],
    [0.878, 0.13],
    [0.865, 0.17],
    [0.865, 0.52],
    [0.85, 0.55],
    [0.82, 0.565],
    [0.31, 0.565],
    [0.31, 0.5],
    [0.78, 0.5],
    [0.8, 0.48],
    [0.8, 0.055],
  ]
  a.mesh(crispTurned('z', hat, 128), m.cast, turning)
  hub(a, m, turning)

  a.anchor('rotor', [0, 1.475, 0.095])
  a.anchor('rotor_edge', [0.62, 0.9, 0.11])
  a.anchor('rotor_inner', [0.003, 1.2, -0.095])
  a.anchor('grooves', [1.15, 0.5, 0.141])
  a.anchor('rotor_face', [-0.95, -0.65, 0.141])
  return {
    turning,
    set({ spin, heat, open, score }) {
      turning.rotation.z = -spin
      shape(score)
      for (const to of heatUp) to(heat)
      cutColour.copy(iron).lerp(scorched, clamp(heat * 1.6))
      notch.moveTo(1.6 * (1 - open))
    },
  }
}

/** Hub, studs with conical nuts, grease cap: what shows that the disc turns. */
function hub(a: Assembly<Anchor>, m: Materials, turning: Object3D): void {
  for (let i = 0; i < 5; i++) {
    const bolt = a.joint([0, 0, 0], turning)
    const angle = (i / 5) * Math.PI * 2 + 0.3
    bolt.position.set(Math.cos(angle) * 0.57, Math.sin(angle) * 0.57, 0)
    a.mesh(cylinder('z', 0.058, 0.5, 0.93, { segments: 24 }), m.steel, bolt)
    a.mesh(cylinder('z', 0.058, 0.93, 0.955, { segments: 24, farRadius: 0.04 }), m.steel, bolt)
    a.mesh(cylinder('z', 0.085, 0.565, 0.63, { segments: 32, farRadius: 0.125 }), m.zinc, bolt)
    a.mesh(hexagon('z', 0.1, 0.63, 0.79), m.zinc, bolt)
    a.mesh(cylinder('z', 0.1, 0.79, 0.81, { segments: 32, farRadius: 0.085 }), m.zinc, bolt)
  }
  a.mesh(
    crispTurned('z', [
      [0.0001, 0.4],
      [0.305, 0.4],
      [0.305, 0.66],
      [0.285, 0.69],
      [0.0001, 0.69],
    ]),
    m.steel,
    turning,
  )
  const dome: Point2[] = Array.from({ length: 13 }, (_, i) => {
    const angle = (i / 12) * (Math.PI / 2)
    return [0.245 * Math.cos(angle), 0.78 + 0.07 * Math.sin(angle)]
  })
  a.mesh(turnedBody('z', [[0.0001, 0.68], [0.26, 0.68], [0.262, 0.7], [0.245, 0.72], ...dome], 64), m.zinc, turning)
}
