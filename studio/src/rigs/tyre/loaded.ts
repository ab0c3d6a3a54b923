import { Color, Vector4, type MeshStandardMaterial } from 'three'
import { arrowColours } from '../../kit/materials.ts'
import { contactPatch, sizes, type Wear } from './profile.ts'

/**
 * Rubber that carries load: what would reach below the road (y = 0) is pressed up to it, the sidewall bulges above it, and
 * pressure makes the crown rounder or hollow. Done where the picture is drawn, so that a turning tyre keeps its flat place.
 * There too: the shade in the grooves, the colour of worn tread, and the light of the blocks that carry the car.
 */

export interface Load {
  axle: number
  lean: number
  pressure: number
  wear: Wear
  /** How clearly the worn zones are coloured. */
  tint: number
  /** How brightly the blocks on the road shine. */
  patch: number
  /** The wheel's lean as a share. */
  leaning: number
}

export function loadedRubber() {
  const uniforms = {
    axle: { value: 3 },
    lean: { value: 0 },
    pressure: { value: 0 },
    loss: { value: [0, 0, 0, 0] },
    tint: { value: 0 },
    wornColour: { value: new Color(0xff7a1a) },
    contactColour: { value: new Color(arrowColours.force) },
    contact: { value: new Vector4() },
    contactShown: { value: 0 },
  }
  const tread = `${sizes.halfTread}`
  const vertexHead = /* glsl */ `
    uniform float axle, lean, pressure, tint; uniform float loss[4];
    varying float wornShare, grooveDepth; varying vec3 footprint;
    float smoothShare(float x) { float s = clamp(x, 0., 1.); return s * s * (3. - 2. * s); }
    float extraLoss(float x) {
      return loss[1] * smoothShare((.56 - abs(x)) / .5) + loss[2] * smoothShare((abs(x) - .36) / .44)
        + loss[3] * clamp((${tread} - x) / (2. * ${tread}), 0., 1.);
    }
    void main() {`
  const project = /* glsl */ `
    vec4 mvPosition = vec4(transformed, 1.);
    #ifdef USE_INSTANCING
      mvPosition = instanceMatrix * mvPosition;
    #endif
    vec4 place = modelMatrix * mvPosition;
    vec2 spoke = vec2(place.y - axle - lean * place.x, place.z);
    float reach = length(spoke);
    float across = place.x;
    float crown = pressure * .04 * (1. - 1.6 * (across * across / (${tread} * ${tread}))) * smoothstep(2.5, 3.05, reach);
    place.yz += spoke / reach * crown;
    float extra = extraLoss(across);
    float surface = ${sizes.radius} - .018 * (across * across / (${tread} * ${tread})) - .01 * (loss[0] + extra);
    float down = -spoke.x / reach; // spoke: up, forward
    float below = max(0., -(axle + lean * across - down * (surface + crown)));
    place.y += below * smoothstep(2.1, 3., reach);
    float flank = smoothstep(2.1, 2.5, reach) * (1. - smoothstep(2.8, 3.08, reach));
    place.x += sign(across) * flank * pow(max(0., down), 8.) * (.05 - .05 * pressure);
    float onTop = smoothstep(surface - .012, surface - .004, reach);
    wornShare = tint * onTop * clamp(extra / 4.5, 0., 1.);
    grooveDepth = clamp((surface - reach) / .06, 0., 1.) * smoothstep(3., 3.04, reach)
      * (1. - smoothstep(${tread}, ${tread} + .02, abs(across)));
    footprint = vec3(place.x, place.z, onTop * step(.9, down));
    mvPosition = viewMatrix * place;
    gl_Position = projectionMatrix * mvPosition;`
  // The two halves of the patch, inner and outer, as x from and to; it is 146 mm long.
  const fragmentHead = /* glsl */ `
    varying float wornShare, grooveDepth; varying vec3 footprint;
    uniform vec3 wornColour, contactColour; uniform vec4 contact; uniform float contactShown;
    float between(float x, float from, float to) {
      return smoothstep(from - .02, from + .02, x) * (1. - smoothstep(to - .02, to + .02, x));
    }
    float carries() {
      float wide = max(between(footprint.x, contact.x, contact.y + .02), between(footprint.x, contact.z - .02, contact.w));
      return wide * (1. - smoothstep(.69, .73, abs(footprint.y))) * smoothstep(.5, .8, footprint.z);
    }
    void main() {`
  return {
    /** Gives a material the load; its geometry may be instanced. */
    load(material: MeshStandardMaterial): void {
      material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms)
        shader.vertexShader = shader.vertexShader
          .replace('void main() {', vertexHead)
          .replace('#include <project_vertex>', project)
        shader.fragmentShader = shader.fragmentShader.replace('void main() {', fragmentHead).replace(
          '#include <emissivemap_fragment>',
          `#include <emissivemap_fragment>
            diffuseColor.rgb *= 1. - .72 * grooveDepth;
            diffuseColor.rgb = mix(diffuseColor.rgb, wornColour * .7, wornShare * .8);
            totalEmissiveRadiance += wornColour * wornShare * .12;
            float carried = contactShown * carries();
            diffuseColor.rgb = mix(diffuseColor.rgb, contactColour, carried);
            totalEmissiveRadiance = mix(totalEmissiveRadiance, contactColour * .75, carried);`,
        )
      }
    },
    set({ axle, lean, pressure, wear, tint, patch, leaning }: Load): void {
      uniforms.axle.value = axle
      uniforms.lean.value = lean
      uniforms.pressure.value = pressure
      uniforms.loss.value = [wear.wear, wear.centre, wear.edges, wear.side]
      uniforms.tint.value = tint
      uniforms.contactShown.value = patch
      const [[innerFrom, innerTo], [outerFrom, outerTo]] = contactPatch(pressure, leaning)
      uniforms.contact.value.set(innerFrom, innerTo, outerFrom, outerTo)
    },
  }
}
