import type { ColorRepresentation } from 'three'
import { FlowMaterial } from './effects.ts'

/** Electric current along a cable: pulses with a sharp head and a fading tail, so that a still picture tells the direction. */
export class CurrentFlow extends FlowMaterial {
  /** `pulses` is how many fit on the whole cable; a phase that falls lets them run back. */
  constructor(color: ColorRepresentation, bright: ColorRepresentation, pulses: number) {
    super(color, bright, pulses)
    this.transparent = false
    this.fragmentShader = /* glsl */ `
      uniform vec3 base, bright; uniform float phase, strength, stripes, opacity; varying vec2 place; varying vec3 facing;
      void main() {
        float along = fract(place.x * stripes - phase);
        float pulse = pow(smoothstep(.05, .8, along), 1.6) * smoothstep(.88, .8, along);
        float round = .35 + .65 * max(facing.z, 0.);
        vec3 colour = base * round + pow(max(facing.z, 0.), 18.) * .12;
        colour = mix(colour, bright * (.6 + .4 * round), pulse * strength);
        gl_FragColor = vec4(colour, opacity);
        #include <colorspace_fragment>
      }`
  }
}
