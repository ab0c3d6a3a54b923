import type { Rig } from '../kit/rig.ts'
import { cameraAt, stateAt } from '../scene/timeline.ts'
import type { Source } from '../source.ts'
import type { Faults } from './fault.ts'

/** A loop is played over and over: the camera stands still in it, and its end looks like its beginning. */

/** Of a channel's range: less than this is not seen. */
const unseen = 0.02

/** Seconds at either end in which a cut to or from the loop may still be under way: a jump so short is not surely wrong. */
const settling = 0.25

export function checkLoops({ part, scene }: Source, rig: Rig, faults: Faults): void {
  const film = part.interactive_film
  const shot = scene.interactive_film
  if (!film || !shot) return
  const unit = film.time_consideration === 'frames' ? 30 : 1
  const state = stateAt(rig.channels, shot.channels, film.duration)
  for (const { id, loop } of film.steps) {
    if (!loop || loop[0] >= loop[1]) continue
    const [from, to] = [loop[0] / unit, loop[1] / unit]
    const name = `the loop of ${id}, ${loop.join(' to ')},`
    // The loop ends before the frame at its end, which a cut to the next segment may already hold.
    const last = to - 1 / film.fps
    if (cameraMoves(shot.camera, from, last))
      faults.add(
        'scene.yaml',
        ['interactive_film', 'camera', shot.camera.findIndex((key) => key.at > from)],
        `the camera moves during ${name} which would jump: let it stand still there, or move the loop`,
      )
    const edge = Math.min(settling, (to - from) / 4)
    const moments = Array.from({ length: 6 }, (_, i) => (edge * i) / 5)
    const [first, ending] = [moments.map((t) => state(from + t)), moments.map((t) => state(to - t))]
    for (const [channel, { range }] of Object.entries(rig.channels)) {
      // What turns or flows looks the same again after a whole pattern, which only the rig knows.
      if (!range || !Array.isArray(shot.channels[channel])) continue
      const near = unseen * (range[1] - range[0])
      if (first.some((a) => ending.some((b) => Math.abs(a[channel]! - b[channel]!) <= near))) continue
      const [begins, ends] = [first[0]![channel]!, ending[0]![channel]!]
      faults.add(
        'scene.yaml',
        ['interactive_film', 'channels', channel],
        `${name} begins with ${channel} at ${short(begins)} and ends with it at ${short(ends)}: ` +
          'give both seconds one value, or move the loop',
      )
    }
  }
}

function cameraMoves(path: Parameters<typeof cameraAt>[0], from: number, to: number): boolean {
  const poses = Array.from({ length: 21 }, (_, i) => cameraAt(path, from + ((to - from) * i) / 20)).map(
    ({ position, target, fov }) => [...position, ...target, fov],
  )
  return poses.some((pose) => pose.some((value, i) => Math.abs(value - poses[0]![i]!) > 1e-4))
}

const short = (value: number): number => Number(value.toFixed(2))
