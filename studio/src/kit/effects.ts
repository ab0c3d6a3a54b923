import {
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  ShaderMaterial,
  Shape,
  ExtrudeGeometry,
  Vector2,
  type BufferGeometry,
  type ColorRepresentation,
  type MeshStandardMaterial,
  type Object3D,
} from 'three'
import { clamp, mix } from './motion.ts'

/** What is shown and is no piece: arrows, flow in pipes, heat. */

export interface Arrow {
  mesh: Mesh
  /** 0 is invisible. */
  show(opacity: number): void
}

/** A flat arrow that points along +x from its tail at the origin, drawn over everything. Turn and place its mesh. */
export function arrow(color: ColorRepresentation, parent: Object3D, length = 0.42): Arrow {
  const half = { shaft: length * 0.14, head: length * 0.36 }
  const neck = length * 0.52
  const outline = [
    [0, -half.shaft],
    [neck, -half.shaft],
    [neck, -half.head],
    [length, 0],
    [neck, half.head],
    [neck, half.shaft],
    [0, half.shaft],
  ] as const
  const bevel = length * 0.03
  const geometry = new ExtrudeGeometry(new Shape(outline.map(([x, y]) => new Vector2(x, y))), {
    depth: length * 0.08,
    bevelEnabled: true,
    bevelSize: bevel,
    bevelThickness: bevel,
    bevelSegments: 2,
  })
  geometry.translate(0, 0, -length * 0.04)
  return shown(geometry, color, parent)
}

/** A curved arrow about the z axis: radius, start and sweep in radians (negative: clockwise). */
export function turnArrow(
  color: ColorRepresentation,
  parent: Object3D,
  { radius, from, sweep, width = 0.12 }: { radius: number; from: number; sweep: number; width?: number },
): Arrow {
  const shape = new Shape()
  const clockwise = sweep < 0
  const head = (width * 1.5) / radius
  const end = from + sweep - (clockwise ? -head : head)
  const tip = from + sweep
  const at = (r: number, angle: number): [number, number] => [Math.cos(angle) * r, Math.sin(angle) * r]
  shape.absarc(0, 0, radius + width / 2, from, end, clockwise)
  shape.lineTo(...at(radius + width * 1.15, end))
  shape.lineTo(...at(radius, tip))
  shape.lineTo(...at(radius - width * 1.15, end))
  shape.absarc(0, 0, radius - width / 2, end, from, !clockwise)
  const geometry = new ExtrudeGeometry(shape, { depth: width * 0.3, bevelEnabled: false, curveSegments: 40 })
  geometry.translate(0, 0, -width * 0.15)
  return shown(geometry, color, parent)
}

function shown(geometry: BufferGeometry, color: ColorRepresentation, parent: Object3D): Arrow {
  const material = new MeshBasicMaterial({
    color,
    transparent: true,
    opacity: 0,
    depthTest: false,
    toneMapped: false,
    side: DoubleSide,
  })
  const mesh = new Mesh(geometry, material)
  mesh.renderOrder = 10
  mesh.visible = false
  parent.add(mesh)
  return {
    mesh,
    show(opacity) {
      material.opacity = clamp(opacity) * 0.95
      mesh.visible = opacity > 0.01
    },
  }
}

/**
 * Fluid in a pipe: bright stripes along u of the geometry. set(phase, strength): phase 1 moves the pattern on by one stripe,
 * strength 0 is a plain colour. Whole phases look the same, so that a loop closes.
 */
export class FlowMaterial extends ShaderMaterial {
  constructor(color: ColorRepresentation, bright: ColorRepresentation, stripes = 26) {
    super({
      transparent: true,
      uniforms: {
        base: { value: new Color(color) },
        bright: { value: new Color(bright) },
        phase: { value: 0 },
        strength: { value: 0 },
        stripes: { value: stripes },
        opacity: { value: 1 },
      },
      vertexShader: /* glsl */ `
        varying vec2 place; varying vec3 facing;
        void main() { place = uv; facing = normalize(normalMatrix * normal); gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }`,
      fragmentShader: /* glsl */ `
        uniform vec3 base, bright; uniform float phase, strength, stripes, opacity; varying vec2 place; varying vec3 facing;
        void main() {
          float along = fract(place.x * stripes - phase);
          float stripe = smoothstep(.0, .25, along) * smoothstep(.75, .45, along);
          vec3 colour = mix(base, bright, stripe * strength) * (.55 + .45 * facing.z);
          gl_FragColor = vec4(colour, opacity);
          #include <colorspace_fragment>
        }`,
    })
  }

  set(phase: number, strength: number): void {
    this.uniforms['phase']!.value = phase
    this.uniforms['strength']!.value = clamp(strength)
  }

  fade(opacity: number): void {
    this.uniforms['opacity']!.value = clamp(opacity)
  }

  paint(color: ColorRepresentation, bright: ColorRepresentation): void {
    ;(this.uniforms['base']!.value as Color).set(color)
    ;(this.uniforms['bright']!.value as Color).set(bright)
  }
}

/** Colours of hot iron, dark first: a straight line from grey to orange would pass through pink. */
const glowing = [
  { at: 0.35, skin: 0x2a1512, light: 0x1a0000 },
  { at: 0.7, skin: 0x2a0c05, light: 0x8a1500 },
  { at: 1, skin: 0x2e0d03, light: 0xd24400 },
].map(({ at, skin, light }) => ({ at, skin: new Color(skin), light: new Color(light) }))

/** Lets a material of its own glow: 0 is cold, 1 is orange heat. */
export function glow(material: MeshStandardMaterial): (heat: number) => void {
  const cold = { at: 0, skin: material.color.clone(), light: new Color(0) }
  const steps = [cold, ...glowing]
  const metalness = material.metalness
  return (heat) => {
    const h = clamp(heat)
    const index = Math.max(
      1,
      steps.findIndex((step) => h <= step.at),
    )
    const [from, to] = [steps[index - 1]!, steps[index]!]
    const share = (h - from.at) / (to.at - from.at)
    material.color.lerpColors(from.skin, to.skin, share)
    material.emissive.lerpColors(from.light, to.light, share)
    material.emissiveIntensity = 1
    // A mirror of the bright studio would wash the glow out.
    material.metalness = mix(metalness, 0.2, h)
  }
}
