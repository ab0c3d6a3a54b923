import { DataTexture, DoubleSide, Mesh, MeshStandardMaterial, PlaneGeometry, RepeatWrapping } from 'three'
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js'
import type { Assembly } from '../../kit/assembly.ts'
import type { Materials } from '../../kit/materials.ts'
import { clamp, mix } from '../../kit/motion.ts'
import { grain } from '../../kit/noise.ts'
import { sizes } from './profile.ts'

/** The road: asphalt with a white line of dashes, a film of water, and glass when the contact patch is shown. */

const length = 8.5
/** A sixth of a turn: the road looks the same after it, as the tyre does. */
const period = (Math.PI / 3) * sizes.radius

export interface Road {
  /** `turned`: how far the wheel has rolled, in rad; `glass` and `water` from 0 to 1. */
  set(turned: number, glass: number, water: number): void
}

export function road<Anchor extends string>(a: Assembly<Anchor>, m: Materials): Road {
  const bumps = grain(0, 255, 21, 18)
  bumps.repeat.set(16, (length / period) * 7)
  const asphalt = m.plastic(0x34373c)
  Object.assign(asphalt, { roughness: 0.85, bumpMap: bumps, bumpScale: 1.5, transparent: true })
  const slab = a.mesh(new RoundedBoxGeometry(7, 0.3, length, 3, 0.05).translate(0, -0.155, 0), asphalt)

  const film = m.fluid(0x4f7f9f, 0.3)
  Object.assign(film, { roughness: 0.3, clearcoat: 0.25, emissiveIntensity: 0.05 })
  const wet = a.mesh(new RoundedBoxGeometry(6.9, 0.02, length - 0.1, 2, 0.008).translate(0, 0.006, 0), film)

  const dashes = dashTexture()
  const paint = new MeshStandardMaterial({
    color: 0xe8eaec,
    roughness: 0.7,
    alphaMap: dashes,
    transparent: true,
    side: DoubleSide,
    depthWrite: false,
  })
  const line = new Mesh(new PlaneGeometry(0.16, length - 0.12).rotateX(-Math.PI / 2).translate(1.95, -0.002, 0), paint)
  line.receiveShadow = true
  line.renderOrder = 1
  wet.renderOrder = 2
  a.root.add(line)
  slab.castShadow = wet.castShadow = false
  return {
    set(turned, glass, water) {
      const rolled = (turned * sizes.radius) / period
      dashes.offset.y = -(rolled % 1)
      bumps.offset.y = -((rolled * 7) % 1)
      asphalt.opacity = mix(1, 0.16, clamp(glass))
      asphalt.depthWrite = glass < 0.5
      paint.opacity = mix(0.9, 0.35, clamp(glass))
      film.opacity = 0.22 * clamp(water)
      wet.visible = water > 0.01
    },
  }
}

/** One dash and one gap for every sixth of a turn. */
function dashTexture(): DataTexture {
  const rows = 64
  const data = new Uint8Array(rows * 4)
  for (let row = 0; row < rows; row++) data.fill(row < rows / 2 ? 255 : 0, row * 4, row * 4 + 4)
  const made = new DataTexture(data, 1, rows)
  made.wrapS = made.wrapT = RepeatWrapping
  made.repeat.set(1, (length - 0.12) / period)
  made.needsUpdate = true
  return made
}
