import { createHash, type Hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  Color,
  InstancedMesh,
  Light,
  type Material,
  Mesh,
  Plane,
  Points,
  ShaderMaterial,
  Texture,
  Vector2,
  Vector3,
  Matrix4,
  REVISION,
  type BufferGeometry,
} from 'three'
import type { FilmSet } from './set.ts'

/**
 * What a film's picture is made of, as one hash, without drawing: the shapes, places, materials and light at moments of the
 * film. Code may be rewritten and its films stay good as long as this stays the same.
 */

/** Moments that are looked at, evenly over the film. */
const moments = 9

/** Files whose text decides how a scene becomes a picture. */
const drawing = ['../render/stage-page.ts', '../kit/stage.ts']

export function pictureFingerprint(
  set: FilmSet,
  film: { duration: number; width: number; height: number; fps: number },
): string {
  const hash = createHash('sha256')
  hash.update(`three ${REVISION} ${film.duration} ${film.width} ${film.height} ${film.fps}`)
  for (const file of drawing) hash.update(readFileSync(join(import.meta.dirname, file)))
  const seen = new WeakMap<BufferGeometry, string>()
  for (let i = 0; i < moments; i++) {
    set.pose((film.duration * i) / (moments - 1))
    numbers(hash, set.camera.matrixWorld.elements)
    numbers(hash, set.camera.projectionMatrix.elements)
    set.scene.traverseVisible((object) => {
      numbers(hash, object.matrixWorld.elements)
      if (object instanceof Light) hash.update(describe(object))
      if (object instanceof Mesh || object instanceof Points) {
        const geometry = object.geometry as BufferGeometry
        let shape = seen.get(geometry)
        // Geometry that is written anew in every pose has a version that counts up.
        const version = Object.values(geometry.attributes).map((a) => ('version' in a ? a.version : 0))
        const key = version.join()
        if (!shape?.startsWith(`${key} `)) {
          shape = `${key} ${shapeHash(geometry)}`
          seen.set(geometry, shape)
        }
        hash.update(shape.slice(key.length))
        if (object instanceof InstancedMesh) {
          hash.update(bytes(object.instanceMatrix.array))
          if (object.instanceColor) hash.update(bytes(object.instanceColor.array))
        }
        for (const material of [object.material].flat() as Material[]) hash.update(describe(material))
      }
    })
  }
  return hash.digest('hex').slice(0, 32)
}

function shapeHash(geometry: BufferGeometry): string {
  const hash = createHash('sha256')
  for (const name of Object.keys(geometry.attributes).toSorted()) {
    hash.update(name)
    hash.update(bytes(geometry.getAttribute(name).array))
  }
  if (geometry.index) hash.update(bytes(geometry.index.array))
  hash.update(JSON.stringify(geometry.groups))
  return hash.digest('hex')
}

const bytes = (array: ArrayBufferView | ArrayLike<number>): Uint8Array =>
  ArrayBuffer.isView(array)
    ? new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    : new Uint8Array(Float64Array.from(array).buffer)

function numbers(hash: Hash, values: readonly number[]): void {
  hash.update(new Uint8Array(Float64Array.from(values).buffer))
}

/** Everything of a material or light that is a plain value, colour or texture. */
function describe(thing: Material | Light): string {
  const values: Record<string, unknown> = { type: thing.type }
  for (const [key, value] of Object.entries(thing)) {
    if (['uuid', 'id', 'version', 'name', 'userData', 'parent', 'children', 'target'].includes(key)) continue
    const plain = plainValue(value)
    if (plain !== undefined) values[key] = plain
  }
  if (thing instanceof ShaderMaterial)
    values['uniforms'] = Object.entries(thing.uniforms).map(([name, { value }]) => [name, plainValue(value)])
  return JSON.stringify(values)
}

function plainValue(value: unknown): unknown {
  if (value === null || ['number', 'string', 'boolean'].includes(typeof value)) return value
  if (value instanceof Color) return value.getHex()
  if (value instanceof Vector2 || value instanceof Vector3) return [...value]
  if (value instanceof Matrix4) return value.elements
  if (value instanceof Plane) return [...value.normal.toArray(), value.constant]
  if (value instanceof Texture) return textureHash(value)
  if (Array.isArray(value)) return value.map(plainValue)
  return undefined
}

const textures = new WeakMap<Texture, string>()
function textureHash(texture: Texture): string {
  const known = textures.get(texture)
  if (known) return known
  const image = texture.image as { data?: Uint8Array } | null
  const hash = createHash('sha256')
    .update(image?.data ?? '')
    .update(JSON.stringify([texture.repeat.toArray(), texture.offset.toArray(), texture.rotation]))
    .digest('hex')
  textures.set(texture, hash)
  return hash
}
