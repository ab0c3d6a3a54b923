import {
  BufferAttribute,
  BufferGeometry,
  Color,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  ShaderMaterial,
  Vector3,
} from 'three'
import type { Assembly } from '../../kit/assembly.ts'
import { clamp, ease, mix, ramp } from '../../kit/motion.ts'
import { seeded } from '../../kit/noise.ts'
import type { AnchorName } from './anchors.ts'
import { gasWay } from './block.ts'
import {
  bore,
  burnt,
  crownHeight,
  deck,
  drawnIn,
  pushedOut,
  roofAt,
  valveAngle,
  valveFoot,
  valveHead,
  valveLift,
  valveX,
  withinCycle,
} from './kinematics.ts'

/**
 * Gas by colour and particles. A particle keeps its place in the charge: it comes in when the charge has grown to its share,
 * rides with the volume, burns when the flame reaches it and leaves when its share has been pushed out.
 */

const inCylinder = 190
const inPort = 44
/** Whole trains of particles that pass a port in one cycle. */
const trains = 3

const fresh = new Color(0x2f9bff)
const dense = new Color(0x6a5cff)
const hot = new Color(0xff8a12)
const ember = new Color(0xea5a12)
const spent = new Color(0x7d6a5c)
const dots = {
  air: new Color(0xbfe2ff),
  fuel: new Color(0x57d98a),
  flame: new Color(0xffdf8a),
  smoke: new Color(0x4b4039),
}

/** The face of the gas in the plane of the section: between the crown and the roof of the chamber. */
class GasFace {
  readonly mesh: Mesh
  readonly #columns = 48
  readonly #material: ShaderMaterial
  readonly #foot: BufferAttribute

  constructor() {
    const positions: number[] = []
    const index: number[] = []
    for (let i = 0; i <= this.#columns; i++) {
      const x = mix(-bore, bore, i / this.#columns) * 0.998
      positions.push(x, deck + roofAt(x), 0, x, deck, 0)
      if (i < this.#columns) index.push(2 * i, 2 * i + 1, 2 * i + 3, 2 * i, 2 * i + 3, 2 * i + 2)
    }
    const geometry = new BufferGeometry()
    this.#foot = new BufferAttribute(new Float32Array(positions), 3)
    geometry.setAttribute('position', this.#foot)
    geometry.setIndex(index)
    this.#material = new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      uniforms: {
        unburnt: { value: fresh.clone() },
        inside: { value: hot.clone() },
        reach: { value: 0 },
        opacity: { value: 0.5 },
        light: { value: 0 },
        plug: { value: new Vector3(0, deck + 0.06, 0) },
      },
      vertexShader:
        'varying vec3 place; void main() { place = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }',
      fragmentShader: /* glsl */ `
        uniform vec3 unburnt, inside, plug; uniform float reach, opacity, light; varying vec3 place;
        void main() {
          vec2 from = place.xy - plug.xy;
          float angle = atan(from.y, from.x);
          // The front of the flame is wrinkled, not round.
          float wrinkle = 1. + .06 * sin(angle * 9. + reach * 7.) + .04 * sin(angle * 17. - reach * 11.);
          float distance = length(from * vec2(1., 1.25)) / wrinkle;
          float behind = 1. - smoothstep(reach - .16, reach + .01, distance);
          float front = behind * smoothstep(reach - .3, reach - .06, distance) * light;
          vec3 core = mix(inside, vec3(1., .74, .2), light * (1. - smoothstep(0., .7, distance)) * .75);
          vec3 colour = mix(unburnt, core, behind) + vec3(.3, .18, .02) * front;
          gl_FragColor = vec4(colour, clamp(opacity + behind * light * .45, 0., .97));
          #include <colorspace_fragment>
        }`,
    })
    this.mesh = new Mesh(geometry, this.#material)
    this.mesh.position.z = -0.004
    this.mesh.renderOrder = 2
  }

  set(crank: number, strength: number, ignites: number): void {
    const crown = crownHeight(crank)
    for (let i = 0; i <= this.#columns; i++) this.#foot.setY(2 * i + 1, crown + 0.002)
    this.#foot.needsUpdate = true
    const at = withinCycle(crank) / Math.PI
    const { unburnt, inside, reach, opacity, light } = this.#material.uniforms
    const pressed = ramp(at, 1, 1.95)
    const flame = burnt(crank) * ignites
    const cooled = ramp(at, 2.15, 3)
    ;(unburnt!.value as Color).lerpColors(fresh, dense, pressed)
    ;(inside!.value as Color).lerpColors(hot, ember, ramp(at, 2.1, 2.6)).lerp(spent, ramp(at, 2.6, 3.3))
    reach!.value = flame * 1.9 * (at > 1.5 ? 1 : 0)
    light!.value = (1 - cooled) * clamp(flame * 3)
    const filled = at < 1 ? mix(0.12, 0.42, drawnIn(crank)) : mix(0.42, 0.7, pressed)
    const leaving = at >= 3 ? 0.55 : mix(0.8, 0.55, cooled)
    opacity!.value = strength * mix(filled, leaving, at > 1.5 ? flame : 0)
    this.mesh.visible = strength > 0.01
  }
}

/** A spot on the rim of an open valve through which gas passes. */
function curtain(side: 'intake' | 'exhaust', turn: number, lift: number, out: Vector3): Vector3 {
  const sign = side === 'intake' ? -1 : 1
  const radius = valveHead[side] + 0.02
  const [sideways, z] = [Math.cos(turn) * radius, Math.sin(turn) * radius]
  const down = -lift * 0.5 - 0.01
  const [c, s] = [Math.cos(valveAngle), Math.sin(valveAngle) * sign]
  return out.set(sign * valveX + sideways * c + down * s, valveFoot + down * c - sideways * s, z * 0.8)
}

export function buildGas(assembly: Assembly<AnchorName>): (crank: number, strength: number, ignites: number) => void {
  const face = new GasFace()
  assembly.root.add(face.mesh)
  const material = new MeshBasicMaterial({ toneMapped: false })
  const cloud = new InstancedMesh(new IcosahedronGeometry(0.021, 1), material, inCylinder + 2 * inPort)
  cloud.frustumCulled = false
  cloud.renderOrder = 3
  assembly.root.add(cloud)

  const random = seeded(41)
  const charge = Array.from({ length: inCylinder }, (_, i) => {
    const angle = random() * Math.PI * 2
    const radius = Math.sqrt(random()) * (bore - 0.06)
    return {
      x: Math.cos(angle) * radius,
      z: -Math.abs(Math.sin(angle) * radius) * 0.9 + 0.04,
      height: random(),
      enters: (i + 0.5) / inCylinder,
      leaves: random() * 0.96 + 0.02,
      turn: Math.PI + random() * Math.PI,
      fuel: random() < 0.22,
      size: 0.7 + 0.6 * random(),
    }
  })
  const stream = (side: 'intake' | 'exhaust') =>
    Array.from({ length: inPort }, (_, i) => ({
      share: (i + random()) / inPort,
      across: Math.sqrt(random()) * 0.15,
      turn: Math.PI + random() * Math.PI,
      fuel: side === 'intake' && random() < 0.22,
      size: 0.7 + 0.6 * random(),
    }))
  const streams = { intake: stream('intake'), exhaust: stream('exhaust') }
  const ways = { intake: gasWay(-1), exhaust: gasWay(1) }

  const place = new Matrix4()
  const at = new Vector3()
  const gate = new Vector3()
  const colour = new Color()
  const put = (index: number, size: number) => {
    place.makeScale(size, size, size).setPosition(at)
    cloud.setMatrixAt(index, place)
    cloud.setColorAt(index, colour)
  }

  return (crank, strength, ignites) => {
    face.set(crank, strength, ignites)
    cloud.visible = strength > 0.01
    const angle = withinCycle(crank)
    const came = drawnIn(crank)
    const gone = pushedOut(crank)
    const crown = crownHeight(crank)
    const flame = burnt(crank) * 1.9 * ignites
    const turned = Math.sin(angle) * 0.03
    for (const [i, p] of charge.entries()) {
      const roof = deck + roofAt(p.x) - 0.03
      at.set(p.x + turned * (p.height - 0.5), mix(crown + 0.03, roof, p.height), p.z)
      let shown = 1
      if (angle < Math.PI) {
        const age = (came - p.enters) / 0.3
        if (age <= 0) shown = 0
        else if (age < 1) {
          curtain('intake', p.turn, valveLift(crank, 'intake'), gate)
          at.lerpVectors(gate, at.clone(), ease(age))
          at.y = Math.max(at.y, crown + 0.03)
          shown = Math.min(1, age * 6)
        }
      }
      const leaving = (gone - p.leaves) / 0.22 + 1
      if (leaving > 0) {
        if (leaving >= 1) shown = 0
        curtain('exhaust', p.turn, valveLift(crank, 'exhaust'), gate)
        at.lerp(gate, ease(leaving))
        shown *= Math.min(1, (1 - leaving) * 6)
      }
      const reached = clamp((flame - Math.hypot(p.x, (at.y - deck) * 1.25)) * 8) * (angle > Math.PI ? 1 : 0)
      const cooled = ramp(angle / Math.PI, 2.3, 3)
      colour.copy(p.fuel ? dots.fuel : dots.air)
      colour.lerp(dots.flame, reached).lerp(dots.smoke, reached * cooled)
      put(i, strength * shown * p.size)
    }
    for (const side of ['intake', 'exhaust'] as const) {
      const moved = (side === 'intake' ? came : gone) * trains
      for (const [i, p] of streams[side].entries()) {
        const along = (((p.share + moved) % 1) + 1) % 1
        ways[side].getPoint(side === 'intake' ? along : 1 - along, at)
        at.y += Math.cos(p.turn) * p.across
        at.z += Math.sin(p.turn) * p.across
        colour.copy(side === 'exhaust' ? dots.smoke : p.fuel ? dots.fuel : dots.air)
        put(
          inCylinder + (side === 'intake' ? 0 : inPort) + i,
          strength * p.size * Math.min(1, along * 9, (1 - along) * 9),
        )
      }
    }
    cloud.instanceMatrix.needsUpdate = true
    if (cloud.instanceColor) cloud.instanceColor.needsUpdate = true
  }
}
