import {
  BackSide,
  Color,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  PMREMGenerator,
  Scene,
  ShaderMaterial,
  ShadowMaterial,
  SphereGeometry,
  type Texture,
  type WebGLRenderer,
} from 'three'

/** The studio around a model: soft boxes that are seen as reflections, one key light with a shadow, a backdrop, a floor. */

/** Width, height, position, brightness, colour of each soft box. */
const softBoxes = [
  [9, 5, 2, 10, 3, 9, 0xffffff],
  [3, 9, 11, 3, 4, 7, 0xfff2e0],
  [3, 9, -11, 3, 2, 6, 0xdfeaff],
  [10, 1.2, 0, 2, -12, 9, 0xffffff],
  [9, 4, 3, 4, 12, 4.2, 0xffffff],
  [10, 8, 0, -11, 0, 0.8, 0xffffff],
] as const

export function environment(renderer: WebGLRenderer): Texture {
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
          gl_FragColor = vec4(mix(vec3(.16, .17, .19), vec3(.50, .55, .62), smoothstep(-.4, .9, height)), 1.);
        }`,
      }),
    ),
  )
  for (const [width, height, x, y, z, brightness, color] of softBoxes) {
    const box = new Mesh(
      new PlaneGeometry(width, height),
      new MeshBasicMaterial({ color: new Color(color).multiplyScalar(brightness), side: DoubleSide }),
    )
    box.position.set(x, y, z)
    box.lookAt(0, 0, 0)
    scene.add(box)
  }
  const generator = new PMREMGenerator(renderer)
  const { texture } = generator.fromScene(scene, 0.02)
  generator.dispose()
  return texture
}

export interface Look {
  exposure: number
  environment: number
  /** Edge, middle and foot of the picture's background. */
  backdrop: [string, string, string]
}

/** The light of every film; a part may change single values. */
export const defaultLook: Look = {
  exposure: 0.92,
  environment: 0.85,
  backdrop: ['#5d6f84', '#e9eef3', '#9fb0c0'],
}

export function backdrop([edge, middle, foot]: Look['backdrop']): Mesh {
  const mesh = new Mesh(
    new PlaneGeometry(2, 2),
    new ShaderMaterial({
      depthTest: false,
      depthWrite: false,
      toneMapped: false,
      uniforms: {
        edge: { value: new Color(edge) },
        middle: { value: new Color(middle) },
        foot: { value: new Color(foot) },
      },
      vertexShader: 'varying vec2 place; void main() { place = uv; gl_Position = vec4(position.xy, 1., 1.); }',
      // The grain of a 255th hides the bands of a smooth gradient.
      fragmentShader: /* glsl */ `
        uniform vec3 edge, middle, foot; varying vec2 place;
        float grain(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
        void main() {
          float distance = length((place - vec2(.5, .56)) * vec2(1.35, 1.));
          vec3 colour = mix(middle, edge, smoothstep(.0, .85, distance));
          colour = mix(colour, foot, smoothstep(.38, .0, place.y) * .75);
          colour += (grain(gl_FragCoord.xy) - .5) / 255.;
          gl_FragColor = vec4(colour, 1.);
          #include <colorspace_fragment>
        }`,
    }),
  )
  mesh.renderOrder = -100
  mesh.frustumCulled = false
  return mesh
}

/** The key light with its shadow over a space of 12 units about (0, 1, -1), and a weak light from the front. */
export function lights(): DirectionalLight[] {
  const key = new DirectionalLight(0xfff4e6, 2.2)
  key.position.set(5, 9, 4)
  key.target.position.set(0, 1, -1)
  key.castShadow = true
  key.shadow.mapSize.set(1024, 1024)
  Object.assign(key.shadow.camera, { left: -6.5, right: 6.5, top: 6.5, bottom: -6.5, near: 1, far: 30 })
  key.shadow.bias = -0.0004
  key.shadow.normalBias = 0.012
  key.shadow.radius = 5
  const front = new DirectionalLight(0xdfe9ff, 0.55)
  front.position.set(3, 2.5, 9)
  return [key, front]
}

/** A floor that shows nothing but the shadow. */
export function floor(height: number): Mesh {
  const mesh = new Mesh(new PlaneGeometry(60, 60), new ShadowMaterial({ opacity: 0.22, color: 0x101826 }))
  mesh.rotation.x = -Math.PI / 2
  mesh.position.y = height
  mesh.receiveShadow = true
  return mesh
}
