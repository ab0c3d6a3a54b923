import { BufferAttribute, BufferGeometry, Color, DoubleSide, Vector2, Vector3, type CurvePath } from 'three'
import { FlowMaterial } from './effects.ts'
import { clamp } from './motion.ts'

/** Fluid that carries heat: its colour goes from cold to hot along the way, and chevrons show which way it moves. */

/** Cold to too hot. The colours between keep away from the grey that a straight mix of blue and orange gives. */
const scale = [0x2a9df4, 0x2cc4c4, 0x9ccb4c, 0xf2b53a, 0xe8582c, 0xd3201f]
const colours = scale.map((hex) => new Color(hex))

/** The colour of coolant: 0 cold, 0.8 at working temperature, 1 too hot. */
export function heatColour(heat: number, target = new Color()): Color {
  const place = clamp(heat) * (colours.length - 1)
  const index = Math.min(colours.length - 2, Math.floor(place))
  return target.lerpColors(colours[index]!, colours[index + 1]!, place - index)
}

/** A flow with a heat at both ends. Needs a geometry with uv.x in chevrons and `way` from 0 to 1 (see ribbon). */
export class ThermalFlow extends FlowMaterial {
  constructor() {
    super(scale[0]!, 0xffffff, 1)
    this.transparent = false
    this.side = DoubleSide
    this.uniforms['scale'] = { value: colours.map((colour) => new Vector3(colour.r, colour.g, colour.b)) }
    this.uniforms['heat'] = { value: new Vector2() }
    this.vertexShader = /* glsl */ `
      attribute float way;
      varying vec2 place; varying float share;
      void main() {
        place = uv; share = way;
        vec4 spot = vec4(position, 1.);
        #ifdef USE_INSTANCING
          spot = instanceMatrix * spot;
        #endif
        gl_Position = projectionMatrix * modelViewMatrix * spot;
      }`
    this.fragmentShader = /* glsl */ `
      uniform vec3 scale[6]; uniform vec2 heat; uniform float phase, strength, opacity;
      varying vec2 place; varying float share;
      vec3 heated(float h) {
        float at = clamp(h, 0., 1.) * 5.;
        vec3 colour = scale[0];
        for (int i = 0; i < 5; i++) colour = mix(colour, scale[i + 1], clamp(at - float(i), 0., 1.));
        return colour;
      }
      void main() {
        vec3 colour = heated(mix(heat.x, heat.y, share));
        float side = abs(place.y - .5) * 2.;
        float along = fract(place.x + side * .45 - phase);
        float chevron = smoothstep(.0, .3, along) * smoothstep(.62, .5, along);
        colour = mix(colour, min(colour * 1.2 + .3, 1.), chevron * strength * .72);
        // Round, as a full pipe looks: darker towards the walls.
        colour *= .68 + .32 * sqrt(max(0., 1. - side * side));
        gl_FragColor = vec4(colour, opacity);
        #include <colorspace_fragment>
      }`
  }

  /** Heat where the flow begins and where it ends. */
  warm(from: number, to: number): void {
    ;(this.uniforms['heat']!.value as Vector2).set(from, to)
  }
}

/** One chevron is as long as this, in scene units. */
const chevronLength = 0.34

export interface RibbonOptions {
  /** Half of the width; a function of the way from 0 to 1 for a passage that widens. */
  half: number | ((way: number) => number)
  /** Height of the face above the plane of the section. */
  z?: number
  steps?: number
  /** Chevrons in the whole length; left out: as many as fit. */
  chevrons?: number
}

/** The face of a flow in the plane of a section, along a curve in x and y. */
export function ribbon(path: PlanarCurve, { half, z = 0.002, steps = 60, chevrons }: RibbonOptions): BufferGeometry {
  const count = chevrons ?? Math.max(1, path.getLength() / chevronLength)
  const positions: number[] = []
  const uvs: number[] = []
  const ways: number[] = []
  const index: number[] = []
  for (let i = 0; i <= steps; i++) {
    const way = i / steps
    const { at, normal } = frame(path, way)
    const width = typeof half === 'number' ? half : half(way)
    for (const side of [-1, 1] as const) {
      positions.push(at.x + normal.x * width * side, at.y + normal.y * width * side, z)
      uvs.push(way * count, side === 1 ? 1 : 0)
      ways.push(way)
    }
    if (i < steps) index.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3))
  geometry.setAttribute('uv', new BufferAttribute(new Float32Array(uvs), 2))
  geometry.setAttribute('way', new BufferAttribute(new Float32Array(ways), 1))
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return geometry
}

export type PlanarCurve = CurvePath<Vector2>

/** A point of a planar curve and the direction to its left. */
export function frame(path: PlanarCurve, way: number): { at: Vector2; normal: Vector2 } {
  const at = path.getPointAt(clamp(way))
  const tangent = path.getTangentAt(clamp(way))
  return { at, normal: new Vector2(-tangent.y, tangent.x) }
}
