import { drawBadge, drawLabels, drawTitle } from './overlay.ts'
import { stageFilm, type FilmOrder, type StagedFilm } from './stage-page.ts'
import type { StillOrder } from './orders.ts'

/** The page that the renderer drives: pictures leave it as bytes in the body of a POST to the address given. */

declare global {
  interface Window {
    studio: {
      open(order: FilmOrder): Promise<void>
      /** Draws a moment and sends it as JPEG. */
      frame(time: number, quality: number, address: string): Promise<void>
      /** Draws a moment without loss, with labels when there are any. */
      still(order: StillOrder, address: string): Promise<void>
      /** Several stills in one picture, each narrower. */
      sheet(orders: StillOrder[], columns: number, width: number, address: string): Promise<void>
    }
  }
}

let film: StagedFilm | null = null
const staged = () => {
  if (!film) throw new Error('no film is open')
  return film
}

async function send(canvas: HTMLCanvasElement, type: string, quality: number, address: string): Promise<void> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
  if (!blob) throw new Error(`the browser cannot make ${type}`)
  const answer = await fetch(address, { method: 'POST', body: blob })
  if (!answer.ok) throw new Error(`the renderer refused a picture: ${answer.status}`)
}

function paint(g: CanvasRenderingContext2D, order: StillOrder, x: number, y: number, width: number): number {
  const { canvas, draw, set } = staged()
  draw(order.time)
  const height = (width * canvas.height) / canvas.width
  g.save()
  g.translate(x, y)
  g.imageSmoothingQuality = 'high'
  g.drawImage(canvas, 0, 0, width, height)
  if (order.title) drawTitle(g, width, height, { ...order.title, time: order.time })
  drawLabels(
    g,
    width,
    height,
    order.labels.flatMap(({ text, box, anchor }) => {
      const point = set.project(anchor)
      return point ? [{ text, box, point }] : []
    }),
  )
  for (const badge of order.badges) drawBadge(g, height, { ...badge, x: badge.box.x * width, y: badge.box.y * height })
  g.restore()
  return height
}

function canvasOf(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return [canvas, canvas.getContext('2d')!]
}

window.studio = {
  async open(order) {
    film = await stageFilm(order)
  },
  async frame(time, quality, address) {
    const { canvas, draw } = staged()
    draw(time)
    await send(canvas, 'image/jpeg', quality, address)
  },
  async still(order, address) {
    const { width, height } = staged().canvas
    const [canvas, g] = canvasOf(width, height)
    paint(g, order, 0, 0, width)
    await send(canvas, 'image/png', 1, address)
  },
  async sheet(orders, columns, width, address) {
    const { canvas: drawn } = staged()
    const gap = 4
    const height = Math.round((width * drawn.height) / drawn.width)
    const rows = Math.ceil(orders.length / columns)
    const [canvas, g] = canvasOf(columns * (width + gap) - gap, rows * (height + gap) - gap)
    for (const [index, order] of orders.entries()) {
      const [x, y] = [(index % columns) * (width + gap), Math.floor(index / columns) * (height + gap)]
      paint(g, order, x, y, width)
      g.font = '600 13px monospace'
      g.textAlign = 'left'
      g.textBaseline = 'top'
      g.fillStyle = '#0d1b2e'
      g.fillText(order.note, x + 6, y + 6)
    }
    await send(canvas, 'image/png', 1, address)
  },
}
