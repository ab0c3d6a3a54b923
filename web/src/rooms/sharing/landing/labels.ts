import type { CustomerData } from '@cutaway/contract/customer-page.ts'
import {
  keptInside,
  labelsOfTrack,
  numberLabels,
  readLabelTrack,
  type LabelTrack,
  type PlacedLabel,
} from '../../player/engine/labels/labels.ts'
import { byId } from './elements.ts'

/** Renders the labels on the film: text with a line if there is space, else numbers with a legend below. */

const narrowest = 560

export function startLabels({ labels }: CustomerData, video: HTMLVideoElement): void {
  const layer = byId('labels', HTMLElement)
  const legend = byId('legend', HTMLElement)
  if (!labels || !layer || !legend) return
  let placedAt: ((second: number) => PlacedLabel[]) | null = null
  let asked = false

  async function load({ url, texts }: NonNullable<CustomerData['labels']>) {
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

  /** The legend is as high as its largest scene, so that the content below does not move during playback. */
  let scenes: Entry[][] = []
  function reserve() {
    if (legend!.hidden) return
    legend!.style.minHeight = ''
    const heights = scenes.map((scene) => {
      legend!.replaceChildren(...scene.map(entry))
      return legend!.offsetHeight
    })
    legend!.style.minHeight = `${Math.max(0, ...heights)}px`
    standing = ''
    draw()
  }

  let standing = ''
  function draw() {
    const placed = placedAt?.(video.currentTime) ?? []
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
    const entries = isNarrow ? placed : []
    legend!.replaceChildren(...entries.toSorted((a, b) => a.number - b.number).map(entry))
  }

  let frame = 0
  const follow = () => {
    cancelAnimationFrame(frame)
    draw()
    if (!video.paused && !video.ended) frame = requestAnimationFrame(follow)
  }
  for (const event of ['playing', 'pause', 'seeked', 'ended']) video.addEventListener(event, follow)
  video.addEventListener('play', () => {
    if (asked) return
    asked = true
    void load(labels).then(() => {
      legend.hidden = video.clientWidth >= narrowest || !placedAt
      reserve()
    })
  })
  new ResizeObserver(() => {
    legend.hidden = video.clientWidth >= narrowest || !placedAt
    reserve()
    draw()
  }).observe(video)
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
  number: number
  text: string
}

/** Returns the legend entries of each scene of the film. */
function scenesOf(track: LabelTrack, texts: Record<string, string>): Entry[][] {
  const scenes = new Map<number, Map<number, Entry>>()
  for (const { id, number, scene } of numberLabels(track)) {
    const text = texts[id]
    if (text) scenes.set(scene, (scenes.get(scene) ?? new Map<number, Entry>()).set(number, { number, text }))
  }
  return [...scenes.values()].map((scene) => [...scene.values()])
}

function entry({ number, text }: Entry): HTMLElement {
  const row = document.createElement('li')
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
