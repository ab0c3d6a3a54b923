import { Color, InstancedMesh, Matrix4, MeshPhysicalMaterial, SphereGeometry, Vector3, type Group } from 'three'
import { clamp, mix } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'

/** Rain that a whole boot throws off, and water with dirt that a torn one lets in; in the frame of the housing. */
export interface Droplets {
  /** `rain` shows the falling drops, `fall` is their phase; `dirt` is how much has run into the boot. */
  set(rain: number, fall: number, dirt: number): void
}

const count = 34

export function droplets(seat: Group): Droplets {
  const random = seeded(11)
  const water = new MeshPhysicalMaterial({
    color: 0x8fd0f5,
    roughness: 0.08,
    metalness: 0,
    clearcoat: 1,
    emissive: 0x2b6f9a,
    emissiveIntensity: 0.35,
  })
  const falling = new InstancedMesh(new SphereGeometry(0.017, 14, 10), water, count)
  const entering = new InstancedMesh(
    new SphereGeometry(0.016, 12, 8),
    new MeshPhysicalMaterial({ roughness: 0.35 }),
    count,
  )
  for (const mesh of [falling, entering]) {
    mesh.frustumCulled = false
    seat.add(mesh)
  }
  const drops = Array.from({ length: count }, () => ({
    start: random(),
    angle: Math.PI * (random() < 0.6 ? mix(0.99, 1.3, random()) : mix(1.8, 2, random())),
    bounce: mix(0.1, 0.26, random()),
  }))
  const grains = Array.from({ length: count }, (_, i) => ({
    delay: i / count,
    water: random() < 0.45,
    from: new Vector3(mix(-0.8, -0.55, random()), mix(0.62, 0.9, random()), mix(-0.1, 0.06, random())),
    rest: new Vector3(mix(-0.4, 0.34, random()), mix(0.23, 0.3, random()), 0.002),
    size: mix(0.6, 1.2, random()),
  }))
  for (const [index, { water: wet }] of grains.entries())
    entering.setColorAt(index, new Color(wet ? 0x7cc4ee : 0x5c4326))
  const lip = new Vector3(-0.385, 0.372, 0.01)
  const inside = new Vector3(-0.3, 0.35, 0.004)
  return {
    set(rain, fall, dirt) {
      falling.visible = rain > 0.01
      for (const [index, { start, angle, bounce }] of drops.entries()) {
        const phase = (((fall + start) % 1) + 1) % 1
        const radius = phase < 0.5 ? 0.44 : 0.44 + bounce * (phase - 0.5) * 3
        const y =
          phase < 0.5
            ? mix(1.0, 0.3, (phase * 2) ** 2)
            : 0.3 + bounce * Math.sin((phase - 0.5) * 5) - 1.2 * (phase - 0.5) ** 2
        const size = rain * clamp(Math.min(phase * 12, (1 - phase) * 8))
        falling.setMatrixAt(
          index,
          new Matrix4()
            .makeScale(size, size * (phase < 0.5 ? 1.6 : 1), size)
            .setPosition(Math.cos(angle) * radius, y, Math.sin(angle) * radius),
        )
      }
      falling.instanceMatrix.needsUpdate = true
      entering.visible = dirt > 0.01
      for (const [index, { delay, from, rest, size, water: wet }] of grains.entries()) {
        const way = clamp(clamp(dirt) * 1.9 - delay * 0.9)
        const spot =
          way < 0.45
            ? from.clone().lerp(lip, (way / 0.45) ** 1.5)
            : way < 0.6
              ? lip.clone().lerp(inside, (way - 0.45) / 0.15)
              : inside.clone().lerp(rest, clamp((way - 0.6) / 0.4))
        // Water runs into the grease, grit stays on it.
        const shown = size * clamp(way * 12) * (way > 0.6 ? mix(1, wet ? 0.2 : 0.5, (way - 0.6) / 0.4) : 1)
        entering.setMatrixAt(index, new Matrix4().makeScale(shown, shown, shown).setPosition(spot))
      }
      entering.instanceMatrix.needsUpdate = true
    },
  }
}
