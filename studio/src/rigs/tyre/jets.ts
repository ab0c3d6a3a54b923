import { InstancedMesh, Matrix4, Object3D, SphereGeometry, Vector3 } from 'three'
import type { Materials } from '../../kit/materials.ts'
import { clamp, mix } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'
import { sizes } from './profile.ts'

/** Water that the tread drains: sheets to both sides of the contact patch, and a stream behind every main groove. */

const drops = 420
const gravity = 4.4
/** Flights of a drop in a sixth of a turn; whole, so that a loop closes. */
const flights = 2

export interface Jets {
  /** `turned`: how far the wheel has rolled, in rad; `water` from 0 to 1. */
  set(turned: number, water: number): void
}

export function jets(m: Materials, parent: Object3D): Jets {
  const random = seeded(31)
  const water = m.fluid(0xa9d4f2, 0.75)
  water.emissiveIntensity = 0.18
  const mesh = new InstancedMesh(new SphereGeometry(0.022, 10, 8), water, drops)
  mesh.frustumCulled = false
  parent.add(mesh)
  const all = Array.from({ length: drops }, (_, index) => {
    const behind = index % 3 === 0
    const side = index % 2 === 0 ? 1 : -1
    const from = behind
      ? new Vector3(sizes.grooves[index % 4]! + mix(-0.03, 0.03, random()), 0.03, mix(-0.75, -0.6, random()))
      : new Vector3(side * mix(0.84, 0.9, random()), 0.02, mix(-0.3, 0.55, random()))
    const speed = behind
      ? new Vector3(mix(-0.15, 0.15, random()), mix(0.7, 1.7, random()), -mix(1.6, 3.2, random()))
      : new Vector3(side * mix(0.7, 2.1, random()), mix(0.5, 1.35, random()), mix(-0.9, 0.5, random()))
    return { from, speed, start: random(), size: mix(0.5, 1.25, random()) }
  })
  const place = new Object3D()
  return {
    set(turned, amount) {
      mesh.visible = amount > 0.01
      if (!mesh.visible) return
      for (const [index, { from, speed, start, size }] of all.entries()) {
        const flight = start + (turned / (Math.PI / 3)) * flights
        const time = (flight - Math.floor(flight)) * ((2 * speed.y) / gravity + 0.05)
        place.position.copy(from).addScaledVector(speed, time)
        place.position.y += -0.5 * gravity * time * time
        const shown = place.position.y < 0 ? 0 : size * clamp(amount) * clamp(time * 14)
        // Stretched along its flight, as a camera sees a drop.
        place.lookAt(
          place.position.x + speed.x,
          place.position.y + speed.y - gravity * time,
          place.position.z + speed.z,
        )
        place.scale.set(shown, shown, shown * 1.8)
        place.updateMatrix()
        mesh.setMatrixAt(index, new Matrix4().copy(place.matrix))
      }
      mesh.instanceMatrix.needsUpdate = true
    },
  }
}
