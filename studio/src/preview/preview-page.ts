import { drawBadge, drawLabels, drawTitle } from '../render/overlay.ts'
import { stageFilm, type FilmOrder, type StagedFilm } from '../render/stage-page.ts'
import { stepCanvas } from '../scene/labels.ts'
import type { SceneFile } from '../scene/scene.format.ts'
import { stateAt } from '../scene/timeline.ts'

/** The page of `preview`: one film of a part at any second, with its labels and the numbers of its channels. */

interface Words {
  name: string
  subtitle: string
  labels: Record<string, string>
  badges: Record<string, string>
}

interface Part {
  id: string
  scene: SceneFile
  texts: Record<string, Words>
  steps: { id: string; play: [number, number] }[]
  narrated: FilmOrder | null
  interactive: FilmOrder | null
}

type Kind = 'narrated' | 'interactive'

const byId = (id: string): HTMLElement => document.getElementById(id)!
const picture = byId('picture') as HTMLCanvasElement
const time = byId('time') as HTMLInputElement
const kind = byId('kind') as HTMLSelectElement
const language = byId('language') as HTMLSelectElement
const play = byId('play') as HTMLButtonElement
const g = picture.getContext('2d')!

/** The second is kept over a reload, so that a change of the rig shows at the same moment. */
const kept = new URLSearchParams(location.hash.slice(1))

async function start(): Promise<void> {
  const answer = await fetch('/part.json')
  const body = (await answer.json()) as Part | { fault: string }
  if ('fault' in body) throw new Error(body.fault)
  const part = body
  byId('name').textContent = `${part.id}: ${part.texts['en-US']?.name ?? ''}`
  for (const name of ['narrated', 'interactive'] as const) if (part[name]) kind.add(new Option(name))
  language.add(new Option('none', ''))
  for (const tag of Object.keys(part.texts)) language.add(new Option(tag))
  kind.value = kept.get('kind') ?? kind.options[0]!.value
  language.value = kept.get('language') ?? 'en-US'

  let film: StagedFilm
  let order: FilmOrder
  const open = async () => {
    order = part[kind.value as Kind]!
    film = await stageFilm(order)
    picture.width = order.width
    picture.height = order.height
    time.max = String(order.duration)
    draw()
  }
  const draw = () => {
    const second = Number(time.value)
    film.draw(second)
    g.drawImage(film.canvas, 0, 0)
    overlay(part, film, second)
    byId('second').textContent = `${second.toFixed(2)} s`
    showChannels(film, order, second)
    history.replaceState(
      null,
      '',
      `#${new URLSearchParams({ kind: kind.value, time: time.value, language: language.value })}`,
    )
  }
  kind.addEventListener('change', () => void open())
  language.addEventListener('change', draw)
  time.addEventListener('input', draw)

  let playing = false
  play.addEventListener('click', () => {
    playing = !playing
    play.textContent = playing ? 'Stop' : 'Play'
    const from = performance.now() - Number(time.value) * 1000
    const step = () => {
      if (!playing) return
      time.value = String(((performance.now() - from) / 1000) % order.duration)
      draw()
      requestAnimationFrame(step)
    }
    step()
  })
  await open()
  time.value = kept.get('time') ?? '0'
  draw()
}

function overlay({ scene, texts, steps }: Part, film: StagedFilm, second: number): void {
  const words = texts[language.value]
  if (!words) return
  const { width, height } = picture
  const shown = ({ from, to }: { from: number; to: number }) => from <= second && second <= to
  if (kind.value === 'narrated' && scene.film) {
    drawTitle(g, width, height, { ...words, ...scene.film.title, time: second })
    drawLabels(
      g,
      width,
      height,
      scene.film.labels.filter(shown).flatMap(({ label, anchor, box }) => {
        const point = film.set.project(anchor)
        return point ? [{ text: words.labels[label] ?? label, point, box: { x: box[0] / 1280, y: box[1] / 720 } }] : []
      }),
    )
    for (const { id, rating, box } of scene.film.badges.filter(shown))
      drawBadge(g, height, {
        text: words.badges[id] ?? id,
        rating,
        x: (box[0] / 1280) * width,
        y: (box[1] / 720) * height,
      })
    return
  }
  const step = steps.find(({ play: [from, to] }) => from <= second && second < to)
  const shownHeight = (stepCanvas.width * height) / width
  const top = (stepCanvas.height - shownHeight) / 2
  drawLabels(
    g,
    width,
    height,
    ((step && scene.interactive_film?.labels[step.id]) ?? []).flatMap(({ label, anchor, labelx, labely }) => {
      const point = film.set.project(anchor)
      const box = { x: labelx / stepCanvas.width, y: (labely - top) / shownHeight }
      return point ? [{ text: words.labels[label] ?? label, point, box }] : []
    }),
  )
}

function showChannels({ rig }: StagedFilm, order: FilmOrder, second: number): void {
  const state = stateAt(rig.channels, order.channels, order.duration)(second)
  byId('channels').replaceChildren(
    ...Object.entries(rig.channels).map(([name, channel]) => {
      const row = document.createElement('tr')
      const what = document.createElement('td')
      what.append(name, Object.assign(document.createElement('small'), { textContent: channel.says }))
      row.append(what, Object.assign(document.createElement('td'), { textContent: state[name]!.toFixed(2) }))
      return row
    }),
  )
}

start().catch((error: unknown) => {
  byId('fault').textContent = error instanceof Error ? error.message : String(error)
})
