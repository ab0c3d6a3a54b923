import { Group, Object3D } from 'three'
import { describe, expect, test } from 'vitest'
import { defineRig, share } from '../kit/rig.ts'
import { labelTrack, stepLabels } from './labels.ts'
import { filmSet } from './set.ts'

/** A spot that moves one unit to the right as `slide` goes from 0 to 1; the camera looks at it along z from 10 away. */
const rig = defineRig({
  name: 'spot',
  says: 'a spot',
  channels: { slide: share('the spot') },
  anchors: ['spot'],
  floor: null,
  build() {
    const root = new Group()
    const spot = new Object3D()
    root.add(spot)
    return { root, anchors: { spot }, update: ({ slide }) => void (spot.position.x = slide) }
  },
})
const camera = [
  { at: 0, position: [0, 0, 10] as [number, number, number], target: [0, 0, 0] as [number, number, number], fov: 90 },
]
const slide: [number, number][] = [
  [1, 0],
  [3, 1],
]

describe('the labels of a narrated film', () => {
  const film = { duration: 5, width: 1280, height: 720, channels: { slide }, camera }
  const label = { label: 'spot', anchor: 'spot', from: 1, to: 3, box: [900, 200] as [number, number] }
  const track = labelTrack(
    filmSet(rig, film),
    { title: { from: 0, to: 1 }, channels: { slide }, camera, labels: [label], badges: [] },
    { width: 1280, height: 720, poster_at: 2 },
  )
  const run = track.labels[0]!.runs[0]!

  test('start in the middle of the picture and follow the spot: 36 pixels a unit at that distance', () => {
    expect(run[0]!.slice(0, 3)).toEqual([1, 640, 360])
    expect(run.at(-1)!.slice(0, 3)).toEqual([3, 676, 360])
  })
  test('have an entry every tenth of a second', () => expect(run).toHaveLength(21))
  test('come and go softly', () => {
    expect(run[0]![3]).toBe(0)
    expect(run[10]![3]).toBe(1)
    expect(run.at(-1)![3]).toBe(0)
  })
  test('know the second of the poster', () => expect(track.poster_at).toBe(2))
})

describe('the labels of a step', () => {
  const film = { duration: 4, width: 960, height: 576, channels: { slide }, camera }
  const set = filmSet(rig, film)
  const labels = { pushed: [{ label: 'spot', anchor: 'spot', labelx: 600, labely: 120 }] }
  const made = stepLabels(
    set,
    { channels: { slide }, camera, labels },
    [
      { id: 'still', play: [0, 1] },
      { id: 'pushed', play: [1, 4] },
    ],
    { width: 960, height: 576, fps: 15 },
  )

  test('point at where the spot stands at the end of the step, on the canvas of 770 by 594', () =>
    expect(made.steps['pushed']).toEqual([{ label: 'spot', labelx: 600, labely: 120, pointx: 408, pointy: 297 }]))
  test('are none where the scene gives none', () => expect(made.steps['still']).toEqual([]))

  test('that point at nothing of the rig are an error', () => {
    const wrong = { pushed: [{ label: 'x', anchor: 'nowhere', labelx: 1, labely: 1 }] }
    expect(() =>
      stepLabels(set, { channels: { slide }, camera, labels: wrong }, [{ id: 'pushed', play: [1, 4] }], {
        width: 960,
        height: 576,
        fps: 15,
      }),
    ).toThrow('spot has no anchor nowhere')
  })
})
