import { beforeAll, describe, expect, test } from 'vitest'
import { InstancedMesh, Mesh, Plane, Texture, Vector3, type Material, type Object3D, type ShaderMaterial } from 'three'
import { seeded } from '../kit/noise.ts'
import type { Channel, Rig, RigModel } from '../kit/rig.ts'
import { loadRig, rigNames } from '../source.ts'

/** What every rig promises to the films that use it. */

describe.each(rigNames())('the rig %s', (name) => {
  let rig: Rig
  let model: RigModel<string>
  const rest = () => mapChannels(rig, (channel) => channel.rest)

  beforeAll(async () => {
    rig = await loadRig(name)
    model = rig.build()
  }, 240_000)

  test('is named like its file', () => expect(rig.name).toBe(name))

  test('has every anchor that it offers, and no other', () =>
    expect(Object.keys(model.anchors).toSorted()).toEqual([...rig.anchors].toSorted()))

  test('says what its channels move, and rests within their range', () => {
    for (const channel of Object.values(rig.channels)) {
      expect(channel.says.length).toBeGreaterThan(3)
      if (channel.range) {
        expect(channel.rest).toBeGreaterThanOrEqual(channel.range[0])
        expect(channel.rest).toBeLessThanOrEqual(channel.range[1])
      }
    }
  })

  test('stays whole at both ends of every channel', () => {
    for (const [channel, { range }] of Object.entries(rig.channels))
      for (const value of range ?? [-7, 7]) {
        model.update({ ...rest(), [channel]: value })
        model.root.updateMatrixWorld(true)
        expect(numbersOf(model.root).every(Number.isFinite), `${channel} = ${value}`).toBe(true)
      }
  })

  test('moves by every one of its channels', () => {
    const picture = (state: Record<string, number>) => {
      model.update(state)
      model.root.updateMatrixWorld(true)
      return numbersOf(model.root).join()
    }
    // What some channels move (a stream, the tint of what is worn) is there only while others are at work: each is tried
    // at rest, and then among others anywhere.
    const random = seeded(5)
    const anywhere = () =>
      mapChannels(rig, ({ range }) => (range ? range[0] + (range[1] - range[0]) * random() : 13 * random()))
    const bases = [rest(), ...Array.from({ length: 24 }, anywhere)]
    for (const [channel, { range }] of Object.entries(rig.channels)) {
      const values = range ? [range[0], range[1]] : [0.2, 1.5]
      const moves = bases.some(
        (base) => new Set(values.map((value) => picture({ ...base, [channel]: value }))).size > 1,
      )
      expect(moves, `${channel} changes nothing`).toBe(true)
    }
  })

  test('looks the same for the same numbers, whatever came before', () => {
    const busy = mapChannels(rig, ({ range }) => (range ? range[1] * 0.4 : 2))
    const picture = () => {
      model.root.updateMatrixWorld(true)
      return numbersOf(model.root).join()
    }
    model.update(busy)
    const first = picture()
    model.update(rest())
    model.update(busy)
    expect(picture()).toBe(first)
  })
})

const mapChannels = (rig: Rig, value: (channel: Channel) => number): Record<string, number> =>
  Object.fromEntries(Object.entries(rig.channels).map(([name, channel]) => [name, value(channel)]))

/** Places, sizes, looks and extents of everything that is drawn. */
function numbersOf(root: Object3D): number[] {
  const numbers: number[] = []
  const corner = new Vector3()
  root.traverse((object) => {
    numbers.push(object.visible ? 1 : 0, ...object.matrixWorld.elements)
    if (!(object instanceof Mesh) || !object.visible) return
    const { geometry } = object
    const position = geometry.getAttribute('position')
    if (!position) return
    for (let i = 0; i < position.count; i += Math.ceil(position.count / 40)) {
      corner.fromBufferAttribute(position, i)
      numbers.push(corner.x, corner.y, corner.z)
    }
    if (object instanceof InstancedMesh)
      numbers.push(object.count, ...object.instanceMatrix.array, ...(object.instanceColor?.array ?? []))
    for (const material of [object.material].flat() as Material[]) numbers.push(...looksOf(material))
  })
  return numbers
}

/** Count how often a material changed, or are the same for all; not all of them are numbers. */
const unseen = new Set(['version', 'attenuationDistance', 'envMapRotation'])

/** Colours, opacity, textures' places, section planes, and what a material's shader is given. */
function looksOf(material: Material): number[] {
  const given: { uniforms: Record<string, { value: unknown }>; vertexShader: string; fragmentShader: string } = {
    uniforms: { ...(material as Partial<ShaderMaterial>).uniforms },
    vertexShader: '',
    fragmentShader: '',
  }
  material.onBeforeCompile(given as never, undefined as never)
  const looks = [
    ...Object.entries(material),
    ...Object.entries(given.uniforms).map(([name, { value }]) => [`@${name}`, value] as const),
  ]
  return looks.flatMap(([name, value]) => (unseen.has(name) ? [] : numbersIn(value)))
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value === 'boolean') return [value ? 1 : 0]
  if (value instanceof Texture) return [...value.offset.toArray(), value.rotation]
  if (Array.isArray(value)) return value.flatMap(numbersIn)
  if (value instanceof Plane) return [value.constant, ...value.normal.toArray()]
  const list = (value as { toArray?: () => number[] } | null)?.toArray
  return typeof list === 'function' ? list.call(value) : []
}
