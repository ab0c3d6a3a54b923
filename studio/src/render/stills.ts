import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SceneFile } from '../scene/scene.format.ts'
import { stepCanvas } from '../scene/labels.ts'
import type { Source } from '../source.ts'
import { openStudioPage } from './browser.ts'
import type { StillOrder } from './orders.ts'
import { filmOrder, type Kind } from './film-order.ts'

/** Stills and contact sheets of a part: looked at before a film is rendered whole. */

/** A moment with what the player lays over it, in the language given; without one the picture alone. */
export function stillOrder(source: Source, kind: Kind, time: number, language: string | null): StillOrder {
  const text = language ? source.texts.get(language) : undefined
  const bare: StillOrder = { time, labels: [], badges: [], title: null, note: `${time.toFixed(2)} s` }
  if (!text) return bare
  if (kind === 'narrated') {
    const film = source.scene.film!
    const shown = ({ from, to }: { from: number; to: number }) => from <= time && time <= to
    const box = ([x, y]: [number, number]) => ({ x: x / 1280, y: y / 720 })
    return {
      ...bare,
      labels: film.labels
        .filter(shown)
        .map((l) => ({ text: text.labels[l.label] ?? l.label, anchor: l.anchor, box: box(l.box) })),
      badges: film.badges
        .filter(shown)
        .map((b) => ({ text: text.badges[b.id] ?? b.id, rating: b.rating, box: box(b.box) })),
      title: { name: text.name, subtitle: text.subtitle, ...film.title },
    }
  }
  const film = source.part.interactive_film!
  const step = stepAt(source, time)
  // Its labels wait where the camera is still on its way.
  const isLabelled = step !== undefined && time >= (step.labels_from ?? step.play[0])
  const shownHeight = (stepCanvas.width * film.height) / film.width
  const top = (stepCanvas.height - shownHeight) / 2
  return {
    ...bare,
    note: `${bare.note} ${step?.id ?? ''}`,
    labels: labelsOf(source.scene, isLabelled ? step.id : undefined).map((l) => ({
      text: text.labels[l.label] ?? l.label,
      anchor: l.anchor,
      box: { x: l.labelx / stepCanvas.width, y: (l.labely - top) / shownHeight },
    })),
  }
}

const labelsOf = (scene: SceneFile, step: string | undefined) => (step && scene.interactive_film?.labels[step]) || []

function stepAt({ part }: Source, time: number) {
  return part.interactive_film?.steps.find(({ play }) => play[0] <= time && time < play[1])
}

/** Throws where a film has no such moments, or a language no labels: the author is told which there are. */
export function refuseStills(source: Source, kind: Kind, times: readonly number[], language: string | null): void {
  const { duration } = filmOrder(source, kind)
  const beyond = times.filter((time) => !(time >= 0 && time <= duration))
  if (beyond.length > 0)
    throw new Error(`--at ${beyond.join(', ')}: the ${kind} film of ${source.id} has the seconds 0 to ${duration}`)
  if (language !== null && !source.texts.has(language))
    throw new Error(`--labels ${language}: ${source.id} has labels in ${[...source.texts.keys()].join(', ')}`)
}

/** The moments of a contact sheet: every second and a half of a narrated film, start and end of every step. */
export function sheetTimes(source: Source, kind: Kind): number[] {
  const { part } = source
  if (kind === 'narrated') {
    const { duration } = filmOrder(source, kind)
    const count = 15
    return Array.from({ length: count }, (_, i) => Number(((i + 0.5) * (duration / count)).toFixed(2)))
  }
  if (!part.interactive_film) throw new Error(`${source.id} has no interactive film`)
  const { steps, fps } = part.interactive_film
  return steps.flatMap(({ play, loop }) => [
    Number(((play[0] + (loop?.[0] ?? play[1])) / 2).toFixed(2)),
    Number((play[1] - 1 / fps).toFixed(2)),
  ])
}

/** Renders the moments into one PNG (a sheet of columns) or, without columns, one PNG a moment. Answers the files. */
export async function renderStills(
  source: Source,
  kind: Kind,
  times: readonly number[],
  { language, columns, width, file }: { language: string | null; columns: number; width: number; file: string },
): Promise<string[]> {
  const studio = await openStudioPage()
  mkdirSync(dirname(file), { recursive: true })
  try {
    await studio.page.evaluate((order) => window.studio.open(order), filmOrder(source, kind))
    const orders = times.map((time) => stillOrder(source, kind, time, language))
    if (columns > 0) {
      const png = await studio.picture((address) =>
        studio.page.evaluate(([o, c, w, a]) => window.studio.sheet(o, c, w, a), [
          orders,
          columns,
          width,
          address,
        ] as const),
      )
      writeFileSync(file, png)
      return [file]
    }
    const files: string[] = []
    for (const order of orders) {
      const png = await studio.picture((address) =>
        studio.page.evaluate(([o, a]) => window.studio.still(o, a), [order, address] as const),
      )
      const name = file.replace(/\.png$/, `-${order.time}.png`)
      writeFileSync(name, png)
      files.push(name)
    }
    return files
  } finally {
    await studio.close()
  }
}

/** Seconds of the two frames that are kept as a hash: not at a cut of the encoder, and not where a film begins or ends. */
function frameTimes(duration: number, fps: number): [number, number] {
  const at = (share: number) => Math.round(duration * share * fps) / fps
  return [at(0.37), at(0.81)]
}

/**
 * Two frames of a film as the renderer gives them (JPEG), with their seconds. Writes PNG files of the `shots` too, without
 * labels: opening a film takes longer than drawing its frames.
 */
export async function drawFrames(
  source: Source,
  kind: Kind,
  shots: readonly { at: number; file: string }[] = [],
): Promise<{ at: number; jpeg: Buffer }[]> {
  const order = filmOrder(source, kind)
  const { fps } = (kind === 'narrated' ? source.part.film : source.part.interactive_film)!
  const studio = await openStudioPage()
  try {
    await studio.page.evaluate((o) => window.studio.open(o), order)
    for (const { at, file } of shots) {
      const still = stillOrder(source, kind, at, null)
      const png = await studio.picture((address) =>
        studio.page.evaluate(([o, a]) => window.studio.still(o, a), [still, address] as const),
      )
      writeFileSync(file, png)
    }
    const frames: { at: number; jpeg: Buffer }[] = []
    for (const at of frameTimes(order.duration, fps))
      frames.push({
        at,
        jpeg: await studio.picture((address) =>
          studio.page.evaluate(([t, a]) => window.studio.frame(t, 0.96, a), [at, address] as const),
        ),
      })
    return frames
  } finally {
    await studio.close()
  }
}
