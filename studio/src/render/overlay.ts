import { ramp } from '../kit/motion.ts'

/** Draws labels, badges and title over a still, about as the player does: for contact sheets and the preview only. */

export interface OverlayLabel {
  text: string
  /** Shares of the picture. */
  box: { x: number; y: number }
  point: { x: number; y: number }
}

const dark = 'rgba(13, 27, 46, .9)'

export function drawLabels(g: CanvasRenderingContext2D, width: number, height: number, labels: OverlayLabel[]): void {
  const unit = height / 720
  g.textBaseline = 'middle'
  g.textAlign = 'center'
  g.font = `600 ${19 * unit}px sans-serif`
  for (const { box, point } of labels) {
    const [x, y, px, py] = [box.x * width, box.y * height, point.x * width, point.y * height]
    g.strokeStyle = 'rgba(12, 22, 36, .5)'
    g.lineWidth = 4 * unit
    g.beginPath()
    g.moveTo(x, y)
    g.lineTo(px, py)
    g.stroke()
    g.strokeStyle = '#fff'
    g.lineWidth = 2 * unit
    g.stroke()
    g.fillStyle = '#fff'
    g.beginPath()
    g.arc(px, py, 5 * unit, 0, 7)
    g.fill()
  }
  for (const { text, box } of labels) {
    const [x, y] = [box.x * width, box.y * height]
    const boxWidth = g.measureText(text).width + 26 * unit
    g.fillStyle = dark
    g.beginPath()
    g.roundRect(x - boxWidth / 2, y - 18 * unit, boxWidth, 36 * unit, 8 * unit)
    g.fill()
    g.fillStyle = '#fff'
    g.fillText(text, x, y)
  }
}

const ratingColours: Record<string, string> = {
  good: '#26b36a',
  check_soon: '#f5a623',
  replace_now: '#e5383b',
  stage: '#4aa8ff',
}

export function drawBadge(
  g: CanvasRenderingContext2D,
  height: number,
  badge: { text: string; rating: string; x: number; y: number },
): void {
  const unit = height / 720
  g.font = `700 ${24 * unit}px sans-serif`
  g.textAlign = 'center'
  g.textBaseline = 'middle'
  const boxWidth = g.measureText(badge.text).width + 76 * unit
  g.fillStyle = dark
  g.beginPath()
  g.roundRect(badge.x - boxWidth / 2, badge.y - 26 * unit, boxWidth, 52 * unit, 26 * unit)
  g.fill()
  g.fillStyle = ratingColours[badge.rating] ?? '#fff'
  g.beginPath()
  g.arc(badge.x - boxWidth / 2 + 28 * unit, badge.y, 10 * unit, 0, 7)
  g.fill()
  g.fillStyle = '#fff'
  g.fillText(badge.text, badge.x + 14 * unit, badge.y)
}

export function drawTitle(
  g: CanvasRenderingContext2D,
  width: number,
  height: number,
  title: { name: string; subtitle: string; from: number; to: number; time: number },
): void {
  const alpha = Math.min(ramp(title.time, title.from, title.from + 0.5), 1 - ramp(title.time, title.to - 0.6, title.to))
  if (alpha <= 0) return
  const unit = height / 720
  g.globalAlpha = alpha
  const shade = g.createLinearGradient(0, 0, width * 0.56, 0)
  shade.addColorStop(0, 'rgba(9, 20, 36, .94)')
  shade.addColorStop(0.62, 'rgba(9, 20, 36, .78)')
  shade.addColorStop(1, 'rgba(9, 20, 36, 0)')
  g.fillStyle = shade
  g.fillRect(0, 0, width * 0.56, height)
  g.textAlign = 'left'
  g.textBaseline = 'middle'
  g.fillStyle = '#fff'
  g.font = `800 ${56 * unit}px sans-serif`
  g.fillText(title.name, 68 * unit, 330 * unit)
  g.font = `500 ${26 * unit}px sans-serif`
  g.fillStyle = '#b9cbe0'
  g.fillText(title.subtitle, 70 * unit, 388 * unit)
  g.globalAlpha = 1
}
