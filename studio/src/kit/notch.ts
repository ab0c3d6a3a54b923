import { DoubleSide, Plane, ShaderChunk, Vector3, type Color, type MeshStandardMaterial } from 'three'
import type { Axis } from './shapes.ts'

/**
 * A section through pieces that turn: a boolean cut would turn with them, so the notch is cut while the picture is drawn.
 * Where the notch opens a closed solid, its back faces are painted as the flat face of the cut: what is seen there is the inside of its far
 * wall. Solids must not reach into each other.
 */

const directions: Record<Axis, Vector3> = {
  x: new Vector3(1, 0, 0),
  y: new Vector3(0, 1, 0),
  z: new Vector3(0, 0, 1),
}

const entry = /* glsl */ `
  #if NUM_CLIPPING_PLANES > 0
    vec3 faceOfCut = vec3(0., 0., 1.);
    float cutAlong = 1e9;
    vec3 onRay = -vClipPosition;
    for (int i = 0; i < NUM_CLIPPING_PLANES; i++) {
      float outward = dot(onRay, clippingPlanes[i].xyz);
      float crossing = -clippingPlanes[i].w / outward;
      bool inNotch = outward > 0. && crossing > 0.;
      for (int j = 0; j < NUM_CLIPPING_PLANES; j++)
        inNotch = inNotch && (j == i || dot(onRay * crossing, clippingPlanes[j].xyz) + clippingPlanes[j].w < 0.);
      if (inNotch && crossing < cutAlong) { cutAlong = crossing; faceOfCut = -clippingPlanes[i].xyz; }
    }
    if (!gl_FrontFacing) diffuseColor.rgb = cutColour;
  #endif`

/** What lies beyond all planes of a notch at once is not drawn. Planes stand in the space of the scene. */
export class Notch {
  readonly #planes: Plane[]

  /** For each axis the coordinate beyond which (towards +) the notch lies. */
  constructor(from: Partial<Record<Axis, number>>) {
    this.#planes = (Object.entries(from) as [Axis, number][]).map(
      ([axis, at]) => new Plane(directions[axis].clone().negate(), at),
    )
  }

  /** Moves the plane that was given first. */
  moveTo(at: number): void {
    this.#planes[0]!.constant = at
  }

  /** A material that the notch cuts, with the colour of its section. The geometry must be closed. */
  cut(material: MeshStandardMaterial, cutColour: Color): MeshStandardMaterial {
    const made = material.clone()
    made.side = DoubleSide
    made.clippingPlanes = this.#planes
    made.clipIntersection = true
    made.clipShadows = true
    made.onBeforeCompile = (shader) => {
      shader.uniforms['cutColour'] = { value: cutColour }
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', 'uniform vec3 cutColour;\nvoid main() {')
        .replace('#include <color_fragment>', `#include <color_fragment>\n${entry}`)
        .replace(
          '#include <metalnessmap_fragment>',
          `#include <metalnessmap_fragment>
          if (!gl_FrontFacing) { metalnessFactor = 0.; roughnessFactor = .62; }`,
        )
        .replace(
          '#include <normal_fragment_maps>',
          `#include <normal_fragment_maps>
          #if NUM_CLIPPING_PLANES > 0
            if (!gl_FrontFacing) normal = faceOfCut;
          #endif`,
        )
        // The shadow is known for the far side of the solid only, not for the face of the cut.
        .replace(
          '#include <lights_fragment_begin>',
          ShaderChunk.lights_fragment_begin.replaceAll('receiveShadow', '(receiveShadow && gl_FrontFacing)'),
        )
    }
    return made
  }
}
