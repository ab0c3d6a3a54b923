import { BoxGeometry, Group, Mesh, MeshBasicMaterial } from 'three'
import { describe, expect, test } from 'vitest'
import { Sight, spotsIn } from './hotspots.ts'
import { openAt } from './shape/opening.ts'
import type { Hotspot } from './vehicle.format.ts'
import type { VehicleModel } from './vehicles.ts'
import { imageShots, layoutShots, type Shot } from './view/turntable.ts'

/** A box on the turntable shows only the spots that a person in front of it would see. */

const box = (extra?: (root: Group) => void): VehicleModel => ({
  framing: { aim: 0.5, distance: 10 },
  footprint: [2, 1],
  quality: 0.8,
  build() {
    const root = new Group()
    const body = new Mesh(new BoxGeometry(2, 1, 1), new MeshBasicMaterial())
    body.position.y = 0.5
    root.add(body)
    extra?.(root)
    return root
  },
})

const spot = (id: string, position: Hotspot['position'], normal: Hotspot['normal']): Hotspot => ({
  id,
  part: 'BRKDSC',
  position,
  normal,
})
const nose = spot('nose', [1, 0.5, 0], [1, 0, 0])
const right = spot('right', [0, 0.5, 0.5], [0, 0, 1])
const left = spot('left', [0, 0.5, -0.5], [0, 0, -1])
const roof = spot('roof', [0, 1, 0], [0, 1, 0])

const seen = (shot: Shot, spots: Hotspot[], model = box()) => spotsIn(shot, spots, model, new Sight(model))
const ids = (shot: Shot, spots: Hotspot[], model = box()) => seen(shot, spots, model).map(({ id }) => id)

describe('the turntable', () => {
  test('begins straight ahead and turns the nose to the right of the picture', () => {
    expect(ids(imageShots[0]!, [nose, right, left])).toEqual(['nose'])
    expect(seen(imageShots[0]!, [nose])[0]).toMatchObject({ x: 0.5 })
    const [shifted] = seen(imageShots[4]!, [nose])
    expect(shifted!.x).toBeGreaterThan(0.55)
  })

  test('shows the right side after a quarter and the left side after three', () => {
    expect(ids(imageShots[12]!, [right, left])).toEqual(['right'])
    expect(ids(imageShots[34]!, [right, left])).toEqual(['left'])
    expect(ids(imageShots[23]!, [nose])).toEqual([])
  })

  test('shows the roof from above, in the middle', () => {
    const [only, ...others] = seen(layoutShots.top, [roof, right, left])
    expect(only).toMatchObject({ id: 'roof', x: 0.5 })
    expect(only!.y).toBeCloseTo(0.5, 3)
    expect(others).toEqual([])
  })
})

describe('a spot', () => {
  const wall = (open: boolean) =>
    box((root) => {
      const screen = new Mesh(new BoxGeometry(3, 3, 0.1), new MeshBasicMaterial())
      screen.position.z = 1
      if (open) openAt(screen, ({ x }) => Math.abs(x) < 1)
      root.add(screen)
    })

  test('is hidden by what stands before it, but not by an opening', () => {
    expect(ids(imageShots[12]!, [right], wall(false))).toEqual([])
    expect(ids(imageShots[12]!, [right], wall(true))).toEqual(['right'])
  })

  test('gives way to a more important one that is nearer than a finger', () => {
    const near = spot('near', [0.05, 0.5, 0.5], [0, 0, 1])
    const away = spot('away', [0.6, 0.5, 0.5], [0, 0, 1])
    expect(ids(imageShots[12]!, [right, near, away])).toEqual(['right', 'away'])
    expect(ids(imageShots[12]!, [near, right, away])).toEqual(['near', 'away'])
  })
})
