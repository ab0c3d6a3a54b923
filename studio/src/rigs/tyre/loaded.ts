import { Color, type MeshStandardMaterial } from 'three'
import { sizes, type Wear } from './profile.ts'

/**
 * Rubber that carries load: what would reach below the road (y = 0) is pressed up to it, the sidewall bulges above it, and
 * pressure makes the crown rounder or hollow. Done where the picture is drawn, so that a turning tyre keeps its flat place.
 */

export interface Load {
  axle: number
  lean: number
  pressure: number
  wear: Wear
  /** How clearly the worn zones are coloured. */
  tint: number
}

export function loadedRubber() {
  const uniforms = {
    axle: { value: 3 },
    lean: { value: 0 },
    pressure: { value: 0 },
    loss: { value: [0, 0, 0, 0] },
    tint: { value: 0 },
    wornColour: { value: new Color(0xff7a1a) },
  }
  const tread = `${sizes.halfTread}`
  const vertexHead = /* glsl */ `
    uniform float axle, lean, pressure, tint; uniform float loss[4];
    varying float wornShare;
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
    float down = -spoke.y / reach;
    float below = max(0., -(axle + lean * across - down * (surface + crown)));
    place.y += below * smoothstep(2.1, 3., reach);
    float flank = smoothstep(2.1, 2.5, reach) * (1. - smoothstep(2.8, 3.08, reach));
    place.x += sign(across) * flank * pow(max(0., down), 8.) * (.05 - .05 * pressure);
    float onTop = smoothstep(surface - .012, surface - .004, reach);
    wornShare = tint * onTop * clamp(extra / 4.5, 0., 1.);
    mvPosition = viewMatrix * place;
    gl_Position = projectionMatrix * mvPosition;`
  return {
    /** Gives a material the load; its geometry may be instanced. */
    load(material: MeshStandardMaterial): void {
      material.onBeforeCompile = (shader) => {
        Object.assign(shader.uniforms, uniforms)
        shader.vertexShader = shader.vertexShader
          .replace('void main() {', vertexHead)
          .replace('#include <project_vertex>', project)
        shader.fragmentShader = shader.fragmentShader
          .replace('void main() {', 'varying float wornShare; uniform vec3 wornColour;\nvoid main() {')
          .replace(
            '#include <emissivemap_fragment>',
            `#include <emissivemap_fragment>
            diffuseColor.rgb = mix(diffuseColor.rgb, wornColour * .7, wornShare * .8);
            totalEmissiveRadiance += wornColour * wornShare * .12;`,
          )
      }
    },
    set({ axle, lean, pressure, wear, tint }: Load): void {
      uniforms.axle.value = axle
      uniforms.lean.value = lean
      uniforms.pressure.value = pressure
      uniforms.loss.value = [wear.wear, wear.centre, wear.edges, wear.side]
      uniforms.tint.value = tint
    },
  }
}
