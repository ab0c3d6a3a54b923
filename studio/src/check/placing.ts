import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LabelTrack, StepLabels } from '../scene/labels.ts'
import type { Source } from '../source.ts'
import type { Faults } from './fault.ts'

/** Labels as they stand in the picture: boxes inside it and apart in every language, lines that do not cross. */

interface Point {
  x: number
  y: number
}
interface Placed {
  label: string
  box: Point
  point: Point
}
interface Canvas {
  width: number
  top: number
  bottom: number
  /** Pixels of the canvas to one of a player 930 wide, the size of the mockups. */
  unit: number
}

const narratedCanvas: Canvas = { width: 1280, top: 0, bottom: 720, unit: 1280 / 930 }
const stepPicture: Canvas = { width: 770, top: 66, bottom: 528, unit: 770 / 930 }

/** Reads the tracks that the build made. */
export function checkPlacing(source: Source, faults: Faults): void {
  const track = read(source, 'labels.json') as LabelTrack | null
  if (track)
    for (const [at, placed] of moments(track)) {
      const index = (label: string) =>
        Math.max(
          0,
          source.scene.film!.labels.findIndex((l) => l.label === label),
        )
      judge(source, placed, narratedCanvas, (label, says) =>
        faults.add('scene.yaml', ['film', 'labels', index(label)], `at ${at} s: ${says}`),
      )
    }
  const steps = read(source, 'steps.json') as StepLabels | null
  for (const [step, labels] of Object.entries(steps?.steps ?? {})) {
    const placed = labels.map((l) => ({
      label: l.label,
      box: { x: l.labelx, y: l.labely },
      point: { x: l.pointx, y: l.pointy },
    }))
    judge(source, placed, stepPicture, (label, says) =>
      faults.add(
        'scene.yaml',
        [
          'interactive_film',
          'labels',
          step,
          Math.max(
            0,
            labels.findIndex((l) => l.label === label),
          ),
        ],
        `button ${step}: ${says}`,
      ),
    )
  }
}

function read(source: Source, name: string): unknown {
  const path = join(source.folder, 'media', name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

/** The labels that stand together, half a second apart. */
function* moments(track: LabelTrack): Generator<[number, Placed[]]> {
  const last = Math.max(0, ...track.labels.flatMap((l) => l.runs.map((run) => run.at(-1)?.[0] ?? 0)))
  for (let time = 0; time <= last; time += 0.5) {
    const placed = track.labels.flatMap((label): Placed[] => {
      const entry = label.runs.flat().find((e) => Math.abs(e[0] - time) < 0.051 && e[3] > 0.3)
      return entry
        ? [{ label: label.id, box: { x: label.box[0], y: label.box[1] }, point: { x: entry[1], y: entry[2] } }]
        : []
    })
    if (placed.length > 0) yield [Number(time.toFixed(1)), placed]
  }
}

type Say = (label: string, says: string) => void

function judge({ texts }: Source, placed: Placed[], canvas: Canvas, say: Say): void {
  for (const [i, a] of placed.entries()) {
    if (!inside(a.point, canvas))
      say(a.label, `the label ${a.label} points outside the picture: show it at another time`)
    for (const b of placed.slice(i + 1))
      if (cross(a.box, a.point, b.box, b.point))
        say(a.label, `the lines of ${a.label} and ${b.label} cross: change their boxes`)
  }
  for (const [tag, text] of texts) {
    const boxes = placed.map((p) => ({ ...p, rect: rectangle(text.labels[p.label] ?? p.label, p.box, canvas.unit) }))
    for (const [i, a] of boxes.entries()) {
      if (a.rect.left < 0 || a.rect.right > canvas.width || a.rect.top < canvas.top || a.rect.bottom > canvas.bottom)
        say(a.label, `the box of ${a.label} leaves the picture in ${tag}: move it inwards`)
      for (const b of boxes.slice(i + 1))
        if (overlap(a.rect, b.rect)) say(a.label, `the boxes of ${a.label} and ${b.label} overlap in ${tag}: move one`)
    }
  }
}

const inside = ({ x, y }: Point, { width, top, bottom }: Canvas) => x >= 0 && x <= width && y >= top && y <= bottom

interface Rectangle {
  left: number
  right: number
  top: number
  bottom: number
}

/** About the size of a label's box in the player: 13.5 px letters, 10 px beside them, 26 px high. */
function rectangle(text: string, middle: Point, unit: number): Rectangle {
  const width = (13.5 * Array.from(text).reduce((sum, letter) => sum + emOf(letter), 0) + 20) * unit
  const height = 26 * unit
  return {
    left: middle.x - width / 2,
    right: middle.x + width / 2,
    top: middle.y - height / 2,
    bottom: middle.y + height / 2,
  }
}

/** Width of a letter in em: marks over and under letters take none, Chinese a whole one. */
function emOf(letter: string): number {
  if (/\p{Mn}/u.test(letter)) return 0
  return /[\u3000-\u9fff\uff00-\uffef]/.test(letter) ? 1 : 0.54
}

const overlap = (a: Rectangle, b: Rectangle) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (p: Point, q: Point, r: Point) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
