import {
  CylinderGeometry,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
  type BufferGeometry,
} from 'three'
import type { Point3 } from '../../kit/shapes.ts'

/** Measures and materials of the motorcycle. Metres: x forward from the middle between the axles, y up, z to the right. */

export const axles = {
  front: { x: 0.725, radius: 0.3, width: 0.12 },
  rear: { x: -0.715, radius: 0.315, width: 0.17 },
} as const

/** The steering axis: from the axle's height up to the handlebar, one fork leg at each side. */
export const fork = { foot: [0.725, 0.3], head: [0.415, 0.94], half: 0.098 } as const

export const stuff = {
  paint: new MeshPhysicalMaterial({
    color: 0xb03a12,
    metalness: 0.45,
    roughness: 0.3,
    clearcoat: 1,
    clearcoatRoughness: 0.04,
  }),
  black: new MeshPhysicalMaterial({ color: 0x101114, metalness: 0.3, roughness: 0.4, clearcoat: 0.5 }),
  plastic: new MeshStandardMaterial({ color: 0x16181b, roughness: 0.62 }),
  rubber: new MeshStandardMaterial({ color: 0x131415, roughness: 0.85 }),
  leather: new MeshStandardMaterial({ color: 0x1d1b1a, roughness: 0.7 }),
  alloy: new MeshStandardMaterial({ color: 0xb4bac0, metalness: 0.85, roughness: 0.36 }),
  crank: new MeshStandardMaterial({ color: 0x5b6067, metalness: 0.75, roughness: 0.42 }),
  fins: new MeshStandardMaterial({ color: 0x30343a, metalness: 0.6, roughness: 0.5 }),
  steel: new MeshStandardMaterial({ color: 0xa3abb2, metalness: 1, roughness: 0.28 }),
  chrome: new MeshStandardMaterial({ color: 0xe2e7eb, metalness: 1, roughness: 0.14 }),
  gold: new MeshStandardMaterial({ color: 0xc49a4a, metalness: 0.95, roughness: 0.3 }),
  mirror: new MeshStandardMaterial({ color: 0x9fb0c0, metalness: 1, roughness: 0.06 }),
  plate: new MeshStandardMaterial({ color: 0xf1f1ec, roughness: 0.45 }),
  lampGlow: new MeshStandardMaterial({ color: 0xffffff, emissive: 0xdfe9ff, emissiveIntensity: 1.6 }),
  amber: new MeshPhysicalMaterial({
    color: 0xd9720c,
    emissive: 0x8a3d00,
    emissiveIntensity: 0.4,
    roughness: 0.2,
    clearcoat: 1,
  }),
  red: new MeshPhysicalMaterial({
    color: 0xa80f18,
    emissive: 0xd0101a,
    emissiveIntensity: 0.7,
    roughness: 0.2,
    clearcoat: 1,
  }),
  clear: new MeshPhysicalMaterial({
    color: 0x0e141a,
    roughness: 0.03,
    clearcoat: 1,
    transparent: true,
    opacity: 0.2,
    depthWrite: false,
  }),
} as const

/** A round bar from one point to another. */
export function rod(from: Point3, to: Point3, radius: number, endRadius = radius, around = 24): BufferGeometry {
  const a = new Vector3(...from)
  const b = new Vector3(...to)
  const along = b.clone().sub(a)
  const geometry = new CylinderGeometry(endRadius, radius, along.length(), around)
  geometry.applyQuaternion(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.clone().normalize()))
  return geometry.translate((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2)
}

/** A place on the steering axis: 0 at the axle, 1 at the head; `ahead` metres in front of it. */
export function onFork(share: number, z: number, ahead = 0): Point3 {
  const [x0, y0] = fork.foot
  const [x1, y1] = fork.head
  const length = Math.hypot(x1 - x0, y1 - y0)
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length]
  return [x0 + (x1 - x0) * share + uy * ahead, y0 + (y1 - y0) * share - ux * ahead, z]
}

/** Turn about z of a piece that stands along the steering axis. */
export const rake = Math.atan2(fork.foot[0] - fork.head[0], fork.head[1] - fork.foot[1])
