import type { ColorRepresentation } from 'three'
import { FlowMaterial } from './effects.ts'

/** Electric current along a cable: pulses with a sharp head and a fading tail, so that a still picture tells the direction. */
export class CurrentFlow extends FlowMaterial {
  readonly #pulses: number

  /** `pulses` is how many fit on the whole cable. */
  constructor(color: ColorRepresentation, bright: ColorRepresentation, pulses: number) {
    super(color, bright, pulses)
    this.#pulses = pulses
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
  /** Lets the pulses run from the end of the cable to its beginning (-1) or as it is laid (1). */
  direct(way: 1 | -1): void {
    this.uniforms['stripes']!.value = this.#pulses * way
  }
}
