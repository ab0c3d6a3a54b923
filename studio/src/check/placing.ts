import type { LabelTrack } from '../scene/labels.ts'
import type { Source } from '../source.ts'
import type { Faults } from './fault.ts'
import type { Tracks } from './tracks.ts'

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

/** A fault of two labels, or of one; in the languages whose words cause it, or in all of them. */
interface Finding {
  label: string
  says: string
  cure: string
  language: string | null
}

export function checkPlacing(source: Source, { narrated, steps }: Tracks, faults: Faults): void {
  if (narrated) checkNarrated(source, narrated, faults)
  for (const [step, labels] of Object.entries(steps?.steps ?? {})) {
    const placed = labels.map((l) => ({
      label: l.label,
      box: { x: l.labelx, y: l.labely },
      point: { x: l.pointx, y: l.pointy },
    }))
    for (const { label, says, cure, languages } of joined(
      findings(source, placed, stepPicture).map((f) => ({ ...f, at: 0 })),
    ))
      faults.add(
        'scene.yaml',
        ['interactive_film', 'labels', step, labels.findIndex((l) => l.label === label)],
        `button ${step}: ${says}${inLanguages(languages)}: ${cure}`,
      )
  }
}

/** One line for each fault, whatever the number of moments and languages in which it is seen. */
function checkNarrated(source: Source, track: LabelTrack, faults: Faults): void {
  const seen = [...moments(track)].flatMap(([at, placed]) =>
    findings(source, placed, narratedCanvas).map((finding) => ({ ...finding, at })),
  )
  const labels = source.scene.film?.labels ?? []
  for (const { label, says, cure, languages, times } of joined(seen))
    faults.add(
      'scene.yaml',
      ['film', 'labels', labels.findIndex((l) => l.label === label && l.from <= times[0]! && times[0]! <= l.to)],
      `${spans(times)}: ${says}${inLanguages(languages)}: ${cure}`,
    )
}

type Joined = Omit<Finding, 'language'> & { languages: string[]; times: number[] }

function joined(seen: readonly (Finding & { at: number })[]): Joined[] {
  const all = new Map<string, Joined>()
  for (const { label, says, cure, language, at } of seen) {
    const one = all.get(says) ?? { label, says, cure, languages: [], times: [] }
    if (language && !one.languages.includes(language)) one.languages.push(language)
    if (!one.times.includes(at)) one.times.push(at)
    all.set(says, one)
  }
  return [...all.values()]
}

const inLanguages = (tags: readonly string[]): string => (tags.length > 0 ? ` in ${tags.join(', ')}` : '')

/** "from 2 to 3.5 s and at 8 s" */
function spans(times: readonly number[]): string {
  const runs: [number, number][] = []
  for (const time of times) {
    const run = runs.at(-1)
    if (run && time - run[1] < 1.5 * interval) run[1] = time
    else runs.push([time, time])
  }
  return runs.map(([from, to]) => (from === to ? `at ${from} s` : `from ${from} to ${to} s`)).join(' and ')
}

/** Seconds between the moments that are looked at. */
const interval = 0.5

/** The labels that stand together, moment by moment. */
function* moments(track: LabelTrack): Generator<[number, Placed[]]> {
  const last = Math.max(0, ...track.labels.flatMap((l) => l.runs.map((run) => run.at(-1)?.[0] ?? 0)))
  for (let time = 0; time <= last; time += interval) {
    const placed = track.labels.flatMap((label): Placed[] => {
      const entry = label.runs.flat().find((e) => Math.abs(e[0] - time) < 0.051 && e[3] > 0.3)
      return entry
        ? [{ label: label.id, box: { x: label.box[0], y: label.box[1] }, point: { x: entry[1], y: entry[2] } }]
        : []
    })
    if (placed.length > 0) yield [Number(time.toFixed(1)), placed]
  }
}

function findings({ texts }: Source, placed: Placed[], canvas: Canvas): Finding[] {
  const found: Finding[] = []
  const say = (label: string, says: string, cure: string, language: string | null = null) =>
    found.push({ label, says, cure, language })
  for (const [i, a] of placed.entries()) {
    if (!inside(a.point, canvas))
      say(a.label, `the label ${a.label} points outside the picture`, 'show it at another time, or move the camera')
    for (const b of placed.slice(i + 1))
      if (cross(a.box, a.point, b.box, b.point))
        say(a.label, `the lines of ${a.label} and ${b.label} cross`, 'change their boxes')
  }
  for (const [tag, text] of texts) {
    const boxes = placed.map((p) => ({ ...p, rect: rectangle(text.labels[p.label] ?? p.label, p.box, canvas.unit) }))
    for (const [i, a] of boxes.entries()) {
      if (a.rect.left < 0 || a.rect.right > canvas.width || a.rect.top < canvas.top || a.rect.bottom > canvas.bottom)
        say(a.label, `the box of ${a.label} leaves the picture`, 'move it inwards', tag)
      for (const b of boxes.slice(i + 1))
        if (overlap(a.rect, b.rect)) say(a.label, `the boxes of ${a.label} and ${b.label} overlap`, 'move one', tag)
    }
  }
  return found
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
