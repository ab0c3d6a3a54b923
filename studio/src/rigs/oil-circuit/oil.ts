import {
  BoxGeometry,
  Color,
  InstancedMesh,
  IcosahedronGeometry,
  Matrix4,
  MeshStandardMaterial,
  Vector3,
  type Mesh,
} from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { FlowMaterial } from '../../kit/effects.ts'
import { fluidColours } from '../../kit/materials.ts'
import { clamp } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'
import { pipe, turnedBody } from '../../kit/shapes.ts'
import type { AnchorName } from './anchors.ts'
import { drains } from './engine.ts'
import { filled, half, mains, oilSurface, pan, runs } from './layout.ts'

/** The oil itself: in its runs, in the sump, as films round the journals, and falling back in drops. */

export const oilColours = {
  fresh: new Color(fluidColours.oil),
  freshBright: new Color(0xffd777),
  old: new Color(0x38210d),
  oldBright: new Color(0x6b4420),
}

const drops = 90

export function buildOil(assembly: Assembly<AnchorName>) {
  const pipes = runs.map((run) => {
    const material = new FlowMaterial(oilColours.fresh, oilColours.freshBright, run.stripes)
    material.transparent = false
    const mesh = assembly.mesh(pipe(run.points, run.radius, { segments: 140, around: 20 }), material)
    mesh.castShadow = mesh.receiveShadow = false
    return { run, material, mesh, count: mesh.geometry.index!.count }
  })
  const bath = new MeshStandardMaterial({
    color: fluidColours.oil,
    emissive: fluidColours.oil,
    emissiveIntensity: 0.3,
    roughness: 0.5,
  })
  // Clear enough to show the pickup in it.
  const clear = bath.clone()
  clear.transparent = true
  clear.opacity = 0.62
  clear.depthWrite = false
  const sump = assembly.mesh(new BoxGeometry(2 * half - 0.21, 1, 0.98).translate(0, 0.5, -0.488), clear)
  sump.position.y = pan.floor + 0.002
  sump.castShadow = sump.receiveShadow = false
  // Films that come out at both sides of each main bearing.
  const films: Mesh[] = mains.flatMap((x) =>
    [-1, 1].map((side) =>
      assembly.mesh(
        turnedBody(
          'x',
          [
            [0.301, x + side * 0.2],
            [0.33, x + side * 0.2],
            [0.326, x + side * 0.232],
            [0.301, x + side * 0.24],
            [0.301, x + side * 0.2],
          ].map(([r, at]) => [r!, at!] as const),
          48,
        ),
        bath,
      ),
    ),
  )
  const material = new MeshStandardMaterial({
    color: fluidColours.oil,
    emissive: fluidColours.oil,
    emissiveIntensity: 0.4,
    roughness: 0.2,
  })
  const rain = new InstancedMesh(new IcosahedronGeometry(0.046, 2), material, drops)
  rain.frustumCulled = false
  assembly.root.add(rain)
  const random = seeded(19)
  const places = Array.from({ length: drops }, (_, i) => {
    const kind = i % 3
    return {
      phase: random(),
      drain: kind < 2 ? drains[kind]! : null,
      x: mains[i % mains.length]! + (random() < 0.5 ? -0.3 : 0.3),
      z: (random() - 0.5) * 0.3 - 0.05,
      size: 0.6 + 0.6 * random(),
    }
  })
  const matrix = new Matrix4()
  const at = new Vector3()

  return {
    /** `flow` counts stripes, `returning` drops; both look the same after a whole number. */
    set(state: {
      fill: number
      flow: number
      strength: number
      age: number
      level: number
      returning: number
      drip: number
    }): void {
      const colour = oilColours.fresh.clone().lerp(oilColours.old, state.age)
      const bright = oilColours.freshBright.clone().lerp(oilColours.oldBright, state.age)
      for (const { run, material: flow, mesh, count } of pipes) {
        const share = filled(run, state.fill)
        mesh.visible = share > 0.004
        mesh.geometry.setDrawRange(0, Math.floor((count / 6) * share) * 6)
        flow.paint(colour, bright)
        flow.set(state.flow, state.strength)
      }
      bath.color.copy(colour)
      bath.emissive.copy(colour)
      clear.color.copy(colour)
      clear.emissive.copy(colour)
      clear.opacity = 0.62 + 0.26 * state.age
      material.color.copy(colour)
      material.emissive.copy(colour)
      const surface = oilSurface(state.level)
      sump.scale.y = surface - pan.floor
      for (const film of films) film.visible = state.fill > 0.72
      rain.visible = state.drip > 0.01
      for (const [i, place] of places.entries()) {
        const share = (((place.phase + state.returning) % 1) + 1) % 1
        const inDrain = place.drain ? 0.62 : 0
        if (place.drain && share < inDrain) {
          place.drain.getPointAt(share / inDrain, at)
          at.z += 0.03
        } else {
          const fall = (share - inDrain) / (1 - inDrain)
          const start = place.drain ? place.drain.getPointAt(1) : new Vector3(place.x, -0.4, place.z)
          at.set(start.x, start.y + (surface - start.y) * fall * fall, start.z + 0.02)
        }
        const size = state.drip * place.size * clamp(share * 12) * clamp((1 - share) * 14)
        rain.setMatrixAt(i, matrix.makeScale(size, size * 1.25, size).setPosition(at))
      }
      rain.instanceMatrix.needsUpdate = true
    },
  }
}
