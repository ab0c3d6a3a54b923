import {
  BackSide,
  Color,
  DirectionalLight,
  DoubleSide,
  Mesh,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  ShadowMaterial,
  SphereGeometry,
  type Object3D,
  type Texture,
  type WebGLRenderer,
} from 'three'

/**
 * The photographer's studio: wide soft lights that do not turn with the vehicle. They are large and fade out at their
 * edges, so that no pane or panel jumps from dark to white between two neighbouring pictures.
 */

/** Width, height, position, brightness. The vehicle is 1.5 m high; the camera stands at +z. */
const softBoxes = [
  [11, 7, 0, 9, 0, 3.7],
  [17, 4, 0, 5.4, 12, 1.5],
  [15, 5, 11, 4.2, 2, 1.35],
  [15, 5, -11, 4.2, 2, 1.35],
  [17, 4, 0, 4.8, -12, 1.3],
] as const

export function studioLight(renderer: WebGLRenderer): Texture {
  const scene = new Scene()
  scene.add(
    new Mesh(
      new SphereGeometry(20, 32, 16),
      new ShaderMaterial({
        side: BackSide,
        vertexShader:
          'varying vec3 place; void main() { place = position; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }',
        fragmentShader: /* glsl */ `varying vec3 place; void main() {
          float height = normalize(place).y;
          vec3 floorLight = mix(vec3(.34, .36, .39), vec3(.09, .1, .11), smoothstep(-.75, -.03, height));
          gl_FragColor = vec4(mix(floorLight, vec3(.55, .6, .68), smoothstep(-.03, .6, height)), 1.);
        }`,
      }),
    ),
  )
  for (const [width, height, x, y, z, brightness] of softBoxes) {
    const box = new Mesh(
      new PlaneGeometry(width, height),
      new ShaderMaterial({
        side: DoubleSide,
        transparent: true,
        uniforms: { light: { value: brightness } },
        vertexShader:
          'varying vec2 place; void main() { place = uv; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }',
        fragmentShader: /* glsl */ `varying vec2 place; uniform float light; void main() {
          vec2 rim = smoothstep(vec2(0.), vec2(.4), .5 - abs(place - .5));
          gl_FragColor = vec4(vec3(light), rim.x * rim.y);
        }`,
      }),
    )
    box.position.set(x, y, z)
    box.lookAt(0, 0.5, 0)
    scene.add(box)
  }
  const generator = new PMREMGenerator(renderer)
  const { texture } = generator.fromScene(scene, 0.01)
  generator.dispose()
  return texture
}

export function keyLight(): Object3D[] {
  const key = new DirectionalLight(0xfffaf2, 1.5)
  key.position.set(1.5, 9, 3.2)
  key.castShadow = true
  key.shadow.mapSize.set(2048, 2048)
  Object.assign(key.shadow.camera, { left: -3.6, right: 3.6, top: 3.6, bottom: -3.6, near: 2, far: 16 })
  key.shadow.bias = -0.0004
  key.shadow.normalBias = 0.02
  key.shadow.radius = 7
  return [key, key.target]
}

/** The floor takes the shadow of the key light. */
export function studioFloor(): Mesh {
  const floor = new Mesh(new PlaneGeometry(40, 40), new ShadowMaterial({ opacity: 0.26, color: 0x0c1420 }))
  floor.rotation.x = -Math.PI / 2
  floor.receiveShadow = true
  floor.renderOrder = -20
  return floor
}

/** Darkness under a vehicle where no light of the room comes: soft, the shape of its footprint. It turns with the vehicle. */
export function contactShadow([length, width]: readonly [number, number]): Mesh {
  const shade = new Mesh(
    new PlaneGeometry(length + 2.4, width + 2.4),
    new ShaderMaterial({
      transparent: true,
      depthWrite: false,
      toneMapped: false,
      uniforms: { size: { value: [length + 2.4, width + 2.4] }, colour: { value: new Color(0x0a1019) } },
      vertexShader:
        'varying vec2 place; void main() { place = uv - .5; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.); }',
      fragmentShader: /* glsl */ `
        varying vec2 place; uniform vec2 size; uniform vec3 colour;
        void main() {
          vec2 over = abs(place * size) - (size * .5 - 1.2);
          float out_ = length(max(over + .2, 0.)) - .2;
          float share = 1. - smoothstep(-.28, .62, out_);
          gl_FragColor = vec4(colour, share * share * .8);
          #include <colorspace_fragment>
        }`,
    }),
  )
  shade.rotation.x = -Math.PI / 2
  shade.position.y = 0.004
  shade.renderOrder = -10
  return shade
}

export const stageColours: [string, string, string] = ['#aab6c2', '#f4f7fa', '#b7c3ce']
