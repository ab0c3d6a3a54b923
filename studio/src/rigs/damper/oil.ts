import { InstancedMesh, Matrix4, Mesh, MeshStandardMaterial, PlaneGeometry, SphereGeometry, type Group } from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { FlowMaterial } from '../../kit/effects.ts'
import { fluidColours, type Materials } from '../../kit/materials.ts'
import { clamp, mix } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'
import { pipe, type Point3 } from '../../kit/shapes.ts'
import type { DamperAnchor } from './anchors.ts'
import { pistonHeight, reserveLevel, tube } from './kinematics.ts'
import { ports, type DamperUnit } from './unit.ts'

/**
 * Oil and gas of the section: sheets just behind its plane. The pieces hide them where there is metal, so that every chamber and
 * every port is full, whatever its shape.
 */
export interface Oil {
  set(state: { travel: number; motion: number; flow: number; heat: number; worn: number; cut: number }): void
}

const depth = -0.014

/** Bluer than fluidColours.air and thin, so that it differs from the faces of the steel around it. */
function gasLook(m: Materials) {
  const gas = m.fluid(0x35bfe6, 0.5)
  gas.emissiveIntensity = 0.2
  return gas
}

export function oilOf(a: Assembly<DamperAnchor>, m: Materials, { body, piston: ofPiston }: DamperUnit): Oil {
  const { bore, inner, reserve, cup, guide, baseValve } = tube
  const upper = sheet(m.fluid(fluidColours.oil, 0.96), body)
  const lower = sheet(m.fluid(fluidColours.oil, 0.96), body)
  const still = m.fluid(fluidColours.oil, 0.96)
  const foot = sheet(still, body)
  foot.between([-reserve, cup - 0.01], [reserve, baseValve.from])
  const sides = [-1, 1].map((side) => ({
    side,
    oil: sheet(still, body),
    gas: sheet(gasLook(m), body),
  }))
  const bump = [bumpThroughPiston, bumpThroughBase].flatMap((path) => streams(path, path.onPiston ? ofPiston : body))
  const rebound = [reboundThroughPiston, reboundThroughBase].flatMap((path) =>
    streams(path, path.onPiston ? ofPiston : body),
  )
  const froth = bubbles(body)
  a.anchor('oil', [-0.215, 1.0, 0.01], body)
  a.anchor('upperOil', [0.215, 2.5, 0.01], body)
  const surface = a.joint([(inner + reserve) / 2, 0, 0], body)
  a.anchor('reserveOil', [0, -0.3, 0.01], surface)
  a.anchor('gas', [0, 0.13, 0.01], surface)

  return {
    set({ travel, motion, flow, heat, worn, cut }) {
      const piston = pistonHeight(travel)
      const level = reserveLevel(travel, worn)
      surface.position.y = level
      lower.between([-bore, baseValve.from], [bore, piston])
      upper.between([-bore, piston], [bore, guide + 0.01])
      for (const { side, oil, gas } of sides) {
        const [left, right] = side < 0 ? [-reserve, -inner] : [inner, reserve]
        oil.between([left, baseValve.from], [right, level])
        gas.between([left, level], [right, 2.81])
      }
      const bright = (material: MeshStandardMaterial, pressure: number) => {
        material.emissiveIntensity = 0.22 + 0.55 * clamp(pressure) + 0.5 * heat
      }
      bright(lower.material, motion)
      bright(upper.material, -motion)
      bright(still, 0)
      const shown = cut > 0.5 ? 1 : 0
      for (const stream of bump) stream(flow, shown * clamp(motion * 1.6))
      for (const stream of rebound) stream(flow, shown * clamp(-motion * 1.6))
      froth(worn * shown, piston)
    },
  }
}

function sheet(material: MeshStandardMaterial, body: Group) {
  const mesh = new Mesh(new PlaneGeometry(1, 1), material)
  mesh.receiveShadow = true
  body.add(mesh)
  return {
    material,
    between([left, low]: [number, number], [right, high]: [number, number]) {
      mesh.position.set((left + right) / 2, (low + high) / 2, depth)
      mesh.scale.set(right - left, Math.max(0.001, high - low), 1)
    },
  }
}

const front = 0.008

// Each path on the right of the rod; u runs the way the oil goes. Those of the piston are given from its middle.
const bumpThroughPiston = {
  onPiston: true,
  points: [
    [0.235, -0.5],
    [0.25, -0.3],
    [ports.piston.bump, -0.1],
    [ports.piston.bump, 0.085],
    [0.215, 0.135],
    [0.2, 0.24],
    [0.235, 0.5],
  ],
}
const bumpThroughBase = {
  onPiston: false,
  points: [
    [0.16, 1.0],
    [0.14, 0.86],
    [ports.base.bump, 0.72],
    [ports.base.bump, 0.575],
    [0.2, 0.515],
    [0.32, 0.505],
    [0.385, 0.56],
    [0.393, 0.8],
    [0.393, 1.25],
  ],
}
const reboundThroughPiston = {
  onPiston: true,
  points: [
    [0.2, 0.5],
    [0.17, 0.3],
    [ports.piston.rebound, 0.1],
    [ports.piston.rebound, -0.095],
    [0.225, -0.16],
    [0.25, -0.26],
    [0.235, -0.5],
  ],
}
const reboundThroughBase = {
  onPiston: false,
  points: [
    [0.393, 1.25],
    [0.393, 0.8],
    [0.385, 0.56],
    [0.32, 0.505],
    [0.26, 0.515],
    [ports.base.intake, 0.575],
    [ports.base.intake, 0.7],
    [0.17, 0.765],
    [0.16, 1.0],
  ],
}

/** A path on both sides of the rod; the one in the piston travels with it. */
function streams({ onPiston, points }: { onPiston: boolean; points: number[][] }, parent: Group) {
  return [-1, 1].map((side) => {
    const material = new FlowMaterial(0xb96e08, 0xfff1b8, onPiston ? 7 : 9)
    const mesh = new Mesh(
      pipe(
        points.map(([x, y]): Point3 => [side * x!, y!, front]),
        0.0135,
        { segments: 80, around: 10 },
      ),
      material,
    )
    parent.add(mesh)
    return (flow: number, strength: number) => {
      mesh.visible = strength > 0.01
      material.set(flow, strength)
      material.fade(strength)
    }
  })
}

/** Froth of a damper that has lost oil and draws gas. */
function bubbles(body: Group) {
  const count = 70
  const random = seeded(7)
  const spots = Array.from({ length: count }, () => {
    const across = random() < 0.5 ? -1 : 1
    return {
      x: across * mix(0.145, 0.29, random()),
      height: random(),
      size: mix(0.35, 1, random() ** 2) * 0.024,
      below: random() < 0.4,
    }
  })
  const skin = new MeshStandardMaterial({ color: 0xfdf1d6, roughness: 0.2, metalness: 0 })
  const mesh = new InstancedMesh(new SphereGeometry(1, 12, 8), skin, count)
  mesh.frustumCulled = false
  body.add(mesh)
  return (worn: number, piston: number) => {
    mesh.visible = worn > 0.02
    for (const [index, { x, height, size, below }] of spots.entries()) {
      const y = below ? mix(0.95, piston - 0.32, height) : mix(piston + 0.3, tube.guide - 0.03, Math.sqrt(height))
      mesh.setMatrixAt(
        index,
        new Matrix4().makeScale(size * worn, size * worn, size * worn * 0.5).setPosition(x, y, -0.01),
      )
    }
    mesh.instanceMatrix.needsUpdate = true
  }
}
