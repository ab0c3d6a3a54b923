import type { PlayerData } from '@cutaway/contract/pages/small-player.ts'
import {
  keptInside,
  labelsOfTrack,
  numberLabels,
  readLabelTrack,
  type LabelTrack,
  type PlacedLabel,
} from '../engine/labels/labels.ts'
import { byId } from './elements.ts'

/**
 * Renders the labels on the film: text with a line if there is space, else numbers with a legend. The legend takes the
 * place of the film's name under the controls, so the page does not move.
 */

const narrowest = 560

export function startLabels({ labels }: PlayerData, video: HTMLVideoElement): void {
  const layer = byId('labels', HTMLElement)
  const legend = byId('legend', HTMLElement)
  if (!labels || !layer || !legend) return
  let placedAt: ((second: number) => PlacedLabel[]) | null = null
  let asked = false

  async function load({ url, texts }: NonNullable<PlayerData['labels']>) {
    try {
      const response = await fetch(url)
      const track = response.ok ? readLabelTrack(await response.json()) : null
      if (!track) return
      placedAt = labelsOfTrack(track, texts)
      scenes = scenesOf(track, texts)
    } catch {
      // Labels are optional; the next play retries.
      asked = false
    }
  }

  let scenes: Scene[] = []
  const nameOfFilm = byId('strip-name', HTMLElement)
  const button = byId('label-switch', HTMLButtonElement)
  let isOn = true
  button?.addEventListener('click', () => {
    isOn = !isOn
    button.setAttribute('aria-pressed', String(isOn))
    draw()
  })

  let standing = ''
  function draw() {
    const placed = isOn ? (placedAt?.(video.currentTime) ?? []) : []
    const size = { width: layer!.clientWidth, height: layer!.clientHeight }
    const isNarrow = video.clientWidth < narrowest
    layer!.hidden = placed.length === 0
    const state = `${isNarrow} ${placed.map(({ id }) => id).join()}`
    if (state !== standing) {
      standing = state
      build(placed, isNarrow)
    }
    for (const label of placed) {
      if (isNarrow) drawNumber(layer!, label, size)
      else drawWords(layer!, label, size)
    }
  }
  function build(placed: PlacedLabel[], isNarrow: boolean) {
    const lines = isNarrow || placed.length === 0 ? [] : [drawing(placed)]
    layer!.replaceChildren(...lines, ...placed.map((label) => piece(label, isNarrow)))
    const ids = placed.map(({ id }) => id)
    const scene = isNarrow ? sceneAt(scenes, video.currentTime, ids) : undefined
    legend!.hidden = !scene
    if (nameOfFilm) nameOfFilm.hidden = scene !== undefined
    // The whole scene is listed, so that it counts from 1 and a number keeps its place.
    legend!.replaceChildren(...(scene?.entries ?? []).map((one) => entry(one, ids.includes(one.id))))
  }

  let frame = 0
  const follow = () => {
    cancelAnimationFrame(frame)
    draw()
    if (!video.paused && !video.ended) frame = requestAnimationFrame(follow)
  }
  for (const event of ['playing', 'pause', 'seeked', 'ended']) video.addEventListener(event, follow)
  const fetchOnce = () => {
    if (asked) return
    asked = true
    void load(labels)
  }
  video.addEventListener('play', fetchOnce)
  if (!video.paused) {
    fetchOnce()
    follow()
  }
  new ResizeObserver(draw).observe(video)
}

function piece({ id, number, text }: PlacedLabel, isNarrow: boolean): HTMLElement {
  const element = document.createElement('span')
  element.className = isNarrow ? 'number' : 'box'
  element.dataset['label'] = id
  element.textContent = isNarrow ? String(number) : text
  if (isNarrow) element.ariaHidden = 'true'
  else element.dir = 'auto'
  return element
}

interface Entry {
  id: string
  number: number
  text: string
}

interface Scene {
  from: number
  to: number
  entries: Entry[]
}

/** Returns the legend entries of each scene of the film, by number. */
function scenesOf(track: LabelTrack, texts: Record<string, string>): Scene[] {
  const scenes: Scene[] = []
  for (const { id, number, scene, from, to } of numberLabels(track)) {
    const text = texts[id]
    const known = (scenes[scene] ??= { from, to, entries: [] })
    known.to = Math.max(known.to, to)
    if (text && !known.entries.some((one) => one.number === number)) known.entries.push({ id, number, text })
  }
  for (const { entries } of scenes) entries.sort((a, b) => a.number - b.number)
  return scenes
}

/** Returns the scene whose labels are on the film at a second. */
const sceneAt = (scenes: readonly Scene[], second: number, ids: readonly string[]): Scene | undefined =>
  ids.length === 0 ? undefined : scenes.find(({ from, to }) => from <= second && second <= to)

function entry({ number, text }: Entry, isShown: boolean): HTMLElement {
  const row = document.createElement('li')
  row.toggleAttribute('data-faded', !isShown)
  const figure = document.createElement('b')
  figure.textContent = String(number)
  figure.ariaHidden = 'true'
  const words = document.createElement('span')
  words.dir = 'auto'
  words.textContent = text
  row.append(figure, words)
  return row
}

const svg = <K extends keyof SVGElementTagNameMap>(name: K) =>
  document.createElementNS('http://www.w3.org/2000/svg', name)

function drawing(placed: PlacedLabel[]): SVGElement {
  const root = svg('svg')
  root.ariaHidden = 'true'
  for (const { id } of placed) {
    const group = svg('g')
    group.dataset['label'] = id
    const halo = svg('line')
    halo.classList.add('halo')
    const line = svg('line')
    line.classList.add('line')
    const dot = svg('circle')
    dot.setAttribute('r', '4.6')
    group.append(halo, line, dot)
    root.append(group)
  }
  return root
}

interface Size {
  width: number
  height: number
}

const partsOf = (layer: HTMLElement, id: string) =>
  layer.querySelectorAll<HTMLElement | SVGElement>(`[data-label="${CSS.escape(id)}"]`)

function drawNumber(layer: HTMLElement, { id, point, alpha }: PlacedLabel, { width, height }: Size): void {
  for (const part of partsOf(layer, id)) {
    part.style.opacity = String(alpha)
    part.style.left = `${keptInside(point.x * width, 24, width, 2)}px`
    part.style.top = `${keptInside(point.y * height, 24, height, 2)}px`
  }
}

function drawWords(layer: HTMLElement, { id, box, point, alpha }: PlacedLabel, { width, height }: Size): void {
  const parts = [...partsOf(layer, id)]
  const words = parts.find((part) => part instanceof HTMLElement)
  const left = keptInside(box.x * width, words?.offsetWidth ?? 0, width)
  const top = keptInside(box.y * height, words?.offsetHeight ?? 0, height)
  const [x, y] = [String(point.x * width), String(point.y * height)]
  for (const part of parts) {
    part.style.opacity = String(alpha)
    if (part instanceof HTMLElement) {
      part.style.left = `${left}px`
      part.style.top = `${top}px`
      continue
    }
    for (const line of part.querySelectorAll('line')) {
      line.setAttribute('x1', String(left))
      line.setAttribute('y1', String(top))
      line.setAttribute('x2', x)
      line.setAttribute('y2', y)
    }
    const dot = part.querySelector('circle')
    dot?.setAttribute('cx', x)
    dot?.setAttribute('cy', y)
  }
}
