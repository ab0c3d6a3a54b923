import { BufferAttribute, BufferGeometry, Mesh, type Group } from 'three'
import type { Materials } from '../../kit/materials.ts'
import { speckle } from '../../kit/noise.ts'
import { roadHeight, tyreRadius } from './kinematics.ts'

/** A strip of road under the tyre, cut off in front and behind; its surface follows the bumps. */
export class RoadStrip {
  readonly #top = -tyreRadius
  readonly #geometry = new BufferGeometry()
  readonly #steps = 120
  readonly #near = 3.4
  readonly #far = -5

  constructor(m: Materials, parent: Group, [left, right]: readonly [number, number]) {
    const asphalt = m.lining.clone()
    asphalt.map = speckle([74, 77, 82], [128, 130, 134], 0.22, 21, 5)
    const count = this.#steps + 1
    const places = new Float32Array(count * 6 * 3)
    const uvs = new Float32Array(count * 6 * 2)
    const indices: number[] = []
    // Three ribbons: left side, surface, right side; each has its own corners, so that the edges stay sharp.
    const across = [left, left, left, right, right, right]
    for (let i = 0; i < count; i++)
      for (let k = 0; k < 6; k++) {
        places[(i * 6 + k) * 3] = across[k]!
        places[(i * 6 + k) * 3 + 2] = this.#far + ((this.#near - this.#far) * i) / this.#steps
      }
    for (let i = 0; i < this.#steps; i++)
      for (const ribbon of [0, 2, 4]) {
        const corner = i * 6 + ribbon
        indices.push(corner, corner + 6, corner + 1, corner + 1, corner + 6, corner + 7)
      }
    this.#geometry.setAttribute('position', new BufferAttribute(places, 3))
    this.#geometry.setAttribute('uv', new BufferAttribute(uvs, 2))
    this.#geometry.setIndex(indices)
    const mesh = new Mesh(this.#geometry, asphalt)
    mesh.receiveShadow = true
    mesh.frustumCulled = false
    parent.add(mesh)
    this.#end = new Mesh(new BufferGeometry(), m.cut(0x4d5257))
    this.#sides = [left, right]
    parent.add(this.#end)
  }

  readonly #end: Mesh
  readonly #sides: readonly [number, number]

  set(along: number, scale: number): void {
    const places = this.#geometry.getAttribute('position') as BufferAttribute
    const uvs = this.#geometry.getAttribute('uv') as BufferAttribute
    const foot = this.#top - 0.35
    for (let i = 0; i <= this.#steps; i++) {
      const z = places.getZ(i * 6)
      const y = this.#top + scale * roadHeight(along + z)
      for (let k = 0; k < 6; k++) {
        places.setY(i * 6 + k, k === 0 || k === 5 ? foot : y)
        uvs.setXY(i * 6 + k, places.getX(i * 6 + k) * 0.25 + (k === 0 || k === 5 ? 0.1 : 0), (z + along) * 0.25)
      }
    }
    places.needsUpdate = uvs.needsUpdate = true
    this.#geometry.computeVertexNormals()
    const [left, right] = this.#sides
    const y = this.#top + scale * roadHeight(along + this.#near)
    const face = new BufferGeometry()
    const z = this.#near
    face.setAttribute(
      'position',
      new BufferAttribute(new Float32Array([left, foot, z, right, foot, z, right, y, z, left, y, z]), 3),
    )
    face.setIndex([0, 1, 2, 0, 2, 3])
    face.computeVertexNormals()
    this.#end.geometry.dispose()
    this.#end.geometry = face
  }
}
