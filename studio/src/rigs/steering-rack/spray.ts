import { Color, InstancedMesh, Matrix4, MeshPhysicalMaterial, SphereGeometry, Vector3, type Group } from 'three'
import { clamp, mix } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'

/** Rain on the left boot, and water with grit that runs in through its split; rust about the ball. */
export interface Spray {
  set(rain: number, fall: number, dirt: number): void
}

const count = 40

/** `boot` is the frame of the boot's housing end (it runs along -x), `rod` that of the inner ball. */
export function spray(boot: Group, rod: Group): Spray {
  const random = seeded(23)
  const water = new MeshPhysicalMaterial({
    color: 0x8fd0f5,
    roughness: 0.08,
    clearcoat: 1,
    emissive: 0x2b6f9a,
    emissiveIntensity: 0.35,
  })
  const falling = new InstancedMesh(new SphereGeometry(0.02, 12, 8), water, count)
  const entering = new InstancedMesh(
    new SphereGeometry(0.018, 12, 8),
    new MeshPhysicalMaterial({ roughness: 0.4 }),
    count,
  )
  const rust = new InstancedMesh(
    new SphereGeometry(0.018, 8, 6),
    new MeshPhysicalMaterial({ color: 0x6e3210, roughness: 0.9 }),
    count,
  )
  for (const mesh of [falling, entering]) {
    mesh.frustumCulled = false
    boot.add(mesh)
  }
  rust.frustumCulled = false
  rod.add(rust)
  const drops = Array.from({ length: count }, () => ({
    start: random(),
    along: mix(0.1, 1.1, random()),
    angle: mix(-0.5, 1.5, random()),
    bounce: mix(0.08, 0.2, random()),
  }))
  const grains = Array.from({ length: count }, (_, i) => ({
    delay: i / count,
    from: new Vector3(mix(-0.5, 0.1, random()), mix(0.7, 1.0, random()), mix(0.4, 0.7, random())),
    rest: new Vector3(mix(-0.5, -0.1, random()), mix(-0.14, -0.05, random()), mix(-0.05, 0.12, random())),
    size: mix(0.6, 1.3, random()),
  }))
  for (let index = 0; index < count; index++)
    entering.setColorAt(index, new Color(random() < 0.5 ? 0x7cc4ee : 0x5c4326))
  const spots = Array.from({ length: count }, () =>
    new Vector3(random() - 0.5, random() - 0.5, random() - 0.2).setLength(0.1),
  )
  const split = new Vector3(-0.17, 0.22, 0.2)
  return {
    set(rain, fall, dirt) {
      falling.visible = rain > 0.01
      for (const [index, { start, along, angle, bounce }] of drops.entries()) {
        const phase = (((fall + start) % 1) + 1) % 1
        const reach = mix(0.34, 0.18, along / 1.2) + (phase < 0.5 ? 0 : bounce * (phase - 0.5) * 3)
        const lift =
          phase < 0.5 ? 0.9 * (1 - (phase * 2) ** 2) : bounce * Math.sin((phase - 0.5) * 5) - 1.4 * (phase - 0.5) ** 2
        const size = rain * clamp(Math.min(phase * 12, (1 - phase) * 8))
        falling.setMatrixAt(
          index,
          new Matrix4()
            .makeScale(size, size * (phase < 0.5 ? 1.7 : 1), size)
            .setPosition(-along, Math.cos(angle) * reach + lift, Math.sin(angle) * reach),
        )
      }
      falling.instanceMatrix.needsUpdate = true
      entering.visible = dirt > 0.01
      for (const [index, { delay, from, rest, size }] of grains.entries()) {
        const way = clamp(dirt * 1.9 - delay * 0.9)
        const spot =
          way < 0.6 ? from.clone().lerp(split, (way / 0.6) ** 1.5) : split.clone().lerp(rest, (way - 0.6) / 0.4)
        const shown = size * clamp(way * 12)
        entering.setMatrixAt(index, new Matrix4().makeScale(shown, shown, shown).setPosition(spot))
      }
      entering.instanceMatrix.needsUpdate = true
      rust.visible = dirt > 0.05
      for (const [index, spot] of spots.entries()) {
        const size = clamp(dirt * 1.6 - index / count) * 0.65
        rust.setMatrixAt(index, new Matrix4().makeScale(size, size, size * 0.6).setPosition(spot))
      }
      rust.instanceMatrix.needsUpdate = true
    },
  }
}
