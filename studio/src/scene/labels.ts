import { ramp } from '../kit/motion.ts'
import type { FilmSet } from './set.ts'
import type { SceneFile } from './scene.format.ts'

/** The label tracks of a part: the anchors of its labels, projected into the picture frame by frame. */

type Film = NonNullable<SceneFile['film']>

/** Seconds in which a label comes and goes. */
const fadeIn = 0.35
const fadeOut = 0.3
const step = 0.1

/** Entry of a run: [second, x, y, alpha], whole pixels. */
type Entry = [time: number, x: number, y: number, alpha: number]

export interface LabelTrack {
  format: 1
  width: number
  height: number
  title: { from: number; to: number }
  poster_at?: number
  badges: Film['badges']
  labels: { id: string; box: [number, number]; runs: Entry[][] }[]
}

/** media/labels.json of a narrated film. A label that appears twice with one box has two runs. */
export function labelTrack(
  set: FilmSet,
  film: Film,
  { width, height, poster_at }: { width: number; height: number; poster_at?: number },
): LabelTrack {
  const tracks = new Map<string, LabelTrack['labels'][number]>()
  for (const label of film.labels) {
    const run: Entry[] = []
    const last = Math.round((label.to - label.from) / step)
    for (let i = 0; i <= last; i++) {
      const time = round(label.from + i * step, 2)
      set.pose(time)
      const spot = set.project(label.anchor)
      if (!spot) throw new Error(`the label ${label.label} points behind the camera at ${time} s`)
      const alpha = Math.min(ramp(time, label.from, label.from + fadeIn), 1 - ramp(time, label.to - fadeOut, label.to))
      run.push([time, Math.round(spot.x * width), Math.round(spot.y * height), round(alpha, 2)])
    }
    const key = `${label.label} ${label.box.join(',')}`
    const track = tracks.get(key) ?? { id: label.label, box: label.box, runs: [] }
    track.runs.push(run)
    tracks.set(key, track)
  }
  return {
    format: 1,
    width,
    height,
    title: film.title,
    ...(poster_at === undefined ? {} : { poster_at }),
    badges: film.badges,
    labels: [...tracks.values()],
  }
}

/** The canvas on which the labels of steps are placed; the picture lies in it in full width, centred. */
export const stepCanvas = { width: 770, height: 594 }

export interface StepLabels {
  format: 1
  steps: Record<string, { label: string; labelx: number; labely: number; pointx: number; pointy: number }[]>
}

/** media/steps.json of an interactive film: every step's labels as they stand in the last frame of its segment. */
export function stepLabels(
  set: FilmSet,
  film: NonNullable<SceneFile['interactive_film']>,
  steps: readonly { id: string; play: readonly [number, number] }[],
  picture: { width: number; height: number; fps: number },
): StepLabels {
  const shownHeight = (stepCanvas.width * picture.height) / picture.width
  const top = (stepCanvas.height - shownHeight) / 2
  const made: StepLabels = { format: 1, steps: {} }
  for (const { id, play } of steps) {
    set.pose(play[1] - 1 / picture.fps)
    made.steps[id] = (film.labels[id] ?? []).map(({ label, anchor, labelx, labely }) => {
      const spot = set.project(anchor)
      if (!spot) throw new Error(`step ${id}: the label ${label} points behind the camera`)
      return {
        label,
        labelx,
        labely,
        pointx: Math.round(spot.x * stepCanvas.width),
        pointy: Math.round(top + spot.y * shownHeight),
      }
    })
  }
  return made
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits))
