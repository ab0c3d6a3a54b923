import { beforeAll, describe, expect, test } from 'vitest'
import { Mesh, Vector3, type Object3D } from 'three'
import type { Rig, RigModel } from '../kit/rig.ts'
import { loadRig, rigNames } from '../source.ts'

/** What every rig promises to the films that use it. */

describe.each(rigNames())('the rig %s', (name) => {
  let rig: Rig
  let model: RigModel<string>
  const rest = () =>
    Object.fromEntries(Object.entries(rig.channels).map(([channel, { rest: value }]) => [channel, value]))

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

  test('does not stand still', () => {
    const picture = (state: Record<string, number>) => {
      model.update(state)
      model.root.updateMatrixWorld(true)
      return numbersOf(model.root).join()
    }
    const still = picture(rest())
    const busy = Object.fromEntries(
      Object.entries(rig.channels).map(([name, { range }]) => [name, range ? range[1] * 0.6 : 1]),
    )
    expect(picture(busy)).not.toBe(still)
  })

  test('looks the same for the same numbers, whatever came before', () => {
    const busy = Object.fromEntries(Object.entries(rig.channels).map(([n, c]) => [n, c.range ? c.range[1] * 0.4 : 2]))
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
    for (const material of [object.material].flat() as unknown as Record<string, unknown>[]) {
      numbers.push(Number(material['opacity'] ?? 1), Number(material['emissiveIntensity'] ?? 0))
      for (const key of ['color', 'emissive']) {
        const colour = material[key] as { getHex?: () => number } | undefined
        if (colour?.getHex) numbers.push(colour.getHex())
      }
      const uniforms = (material['uniforms'] ?? {}) as Record<string, { value: unknown }>
      for (const { value } of Object.values(uniforms)) {
        if (typeof value === 'number') numbers.push(value)
        else if (value && typeof value === 'object' && 'getHex' in value)
          numbers.push((value as { getHex(): number }).getHex())
      }
      for (const plane of (material['clippingPlanes'] as { constant: number }[] | null) ?? [])
        numbers.push(plane.constant)
    }
  })
  return numbers
}
