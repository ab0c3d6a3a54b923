import {
  DoubleSide,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshPhysicalMaterial,
  ShaderMaterial,
  SphereGeometry,
  type Object3D,
} from 'three'
import { mix } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'
import { turnedBody } from '../../kit/shapes.ts'
import { heatColour } from '../../kit/thermal-flow.ts'
import { tank } from './layout.ts'

/** What goes wrong: drops under a leaking hose, bubbles where the coolant boils, steam from the expansion tank. */

/** Where the hose leaks, and the floor. */
export const leakAt = { x: -4.8, y: -0.86, z: 0.02, floor: -1.43 } as const

/** Height of a drop for its share of the fall: slow at first, as it hangs on the hose. */
export function dropHeight(share: number): number {
  const hanging = 0.35
  const fall = Math.max(0, (share - hanging) / (1 - hanging))
  return mix(leakAt.y, leakAt.floor, fall * fall)
}

const drops = 3
const puffs = 7
const bubbles = 34

/** A soft ball of vapour: clear at its rim. */
const vapour = () =>
  new ShaderMaterial({
    transparent: true,
    depthWrite: false,
    uniforms: { strength: { value: 0 } },
    vertexShader: /* glsl */ `
      varying float facing;
      void main() {
        vec4 spot = modelViewMatrix * instanceMatrix * vec4(position, 1.);
        facing = abs(normalize(normalMatrix * mat3(instanceMatrix) * normal).z);
        gl_Position = projectionMatrix * spot;
      }`,
    fragmentShader: /* glsl */ `
      uniform float strength; varying float facing;
      void main() { gl_FragColor = vec4(vec3(.97), pow(facing, 2.2) * strength); 
        #include <colorspace_fragment>
      }`,
  })

export function buildTrouble(parent: Object3D) {
  const wet = new MeshPhysicalMaterial({ roughness: 0.08, metalness: 0, clearcoat: 1, emissiveIntensity: 0.12 })
  const drop = turnedBody(
    'y',
    [
      [0, -0.06],
      [0.035, -0.045],
      [0.048, -0.01],
      [0.038, 0.03],
      [0.012, 0.08],
      [0, 0.11],
    ],
    20,
  )
  const falling = new InstancedMesh(drop, wet, drops)
  const puddle = new Mesh(
    turnedBody(
      'y',
      [
        [0, 0],
        [0.98, 0],
        [1, 0.004],
        [0.96, 0.014],
        [0, 0.016],
      ],
      64,
    ),
    wet,
  )
  puddle.scale.z = 0.62
  puddle.position.set(leakAt.x + 0.1, leakAt.floor, leakAt.z + 0.1)
  // The split in the hose, and the wet below it.
  const slit = new Mesh(new SphereGeometry(0.1, 20, 12).scale(0.9, 0.5, 0.5), wet)
  slit.position.set(leakAt.x, leakAt.y + 0.01, leakAt.z)

  const steam = vapour()
  const cloud = new InstancedMesh(new SphereGeometry(1, 24, 16), steam, puffs)
  const boil = new MeshPhysicalMaterial({
    color: 0xffffff,
    roughness: 0.15,
    emissive: 0xffffff,
    emissiveIntensity: 0.25,
    transparent: true,
    opacity: 0.85,
    side: DoubleSide,
  })
  const ball = new SphereGeometry(1, 12, 8)
  const boiling = new InstancedMesh(ball, boil, bubbles)
  for (const mesh of [falling, cloud, boiling]) mesh.frustumCulled = false
  cloud.renderOrder = 5
  parent.add(falling, puddle, slit, cloud, boiling)

  const random = seeded(41)
  const seeds = Array.from({ length: bubbles }, () => ({
    x: mix(-1.4, 1.45, random()),
    start: random(),
    size: mix(0.018, 0.04, random()),
  }))
  const place = new Matrix4()
  return {
    /** `beat` counts drops and puffs, whole beats look the same; the shares say how much of each is seen. */
    set({
      beat,
      leak,
      boiling: boils,
      steam: steaming,
      heat,
    }: {
      beat: number
      leak: number
      boiling: number
      steam: number
      heat: number
    }): void {
      heatColour(heat, wet.color)
      wet.emissive.copy(wet.color)
      falling.visible = slit.visible = puddle.visible = leak > 0.01
      slit.scale.setScalar(Math.min(1, leak * 4))
      puddle.scale.set(0.2 + 0.55 * leak, 1, 0.14 + 0.34 * leak)
      for (let i = 0; i < drops; i++) {
        const share = (((beat + i / drops) % 1) + 1) % 1
        const size = Math.min(1, share / 0.3) * Math.min(1, leak * 6)
        falling.setMatrixAt(i, place.makeScale(size, size, size).setPosition(leakAt.x, dropHeight(share), leakAt.z))
      }
      falling.instanceMatrix.needsUpdate = true

      cloud.visible = steaming > 0.01
      steam.uniforms['strength']!.value = 0.34 * steaming
      for (let i = 0; i < puffs; i++) {
        const share = (((beat + i / puffs) % 1) + 1) % 1
        const size = 0.06 + 0.42 * share
        // Thin where it begins and where it is gone.
        const thin = Math.min(1, share * 8) * Math.min(1, (1 - share) * 2.5)
        place.makeScale(size * thin, size * thin, size * thin)
        cloud.setMatrixAt(
          i,
          place.setPosition(1.66 + Math.sin(share * 5 + i) * 0.12 + share * 0.35, tank.top + 0.2 + share * 1.15, -0.36),
        )
      }
      cloud.instanceMatrix.needsUpdate = true

      boiling.visible = boils > 0.01
      for (const [i, { x, start, size }] of seeds.entries()) {
        const share = (((beat + start) % 1) + 1) % 1
        const radius = size * boils * Math.min(1, share * 6, (1 - share) * 6)
        const side = Math.sin((share + start) * 2 * Math.PI) * 0.02
        boiling.setMatrixAt(
          i,
          place.makeScale(radius, radius, radius * 0.5).setPosition(x + side, mix(2.4, 2.74, share), 0.006),
        )
      }
      boiling.instanceMatrix.needsUpdate = true
    },
  }
}
