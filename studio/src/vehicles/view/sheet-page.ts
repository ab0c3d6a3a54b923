import type { Spot } from '../vehicle.format.ts'

/** Lays finished pictures side by side, with a numbered dot at each hotspot. */

export interface Tile {
  picture: string
  name: string
  spots: readonly Spot[]
}

export interface SheetSize {
  columns: number
  width: number
  height: number
}

export async function drawSheet(
  tiles: readonly Tile[],
  { columns, width, height }: SheetSize,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas')
  canvas.width = columns * width
  canvas.height = Math.ceil(tiles.length / columns) * height
  const g = canvas.getContext('2d')!
  g.imageSmoothingQuality = 'high'
  for (const [index, { picture, name, spots }] of tiles.entries()) {
    const [left, top] = [(index % columns) * width, Math.floor(index / columns) * height]
    const image = new Image()
    image.src = picture
    await image.decode()
    g.drawImage(image, left, top, width, height)
    g.font = '600 12px sans-serif'
    g.fillStyle = '#0d1b2e'
    g.fillText(`${name}  ${spots.length}`, left + 8, top + 18)
    g.font = '10px sans-serif'
    for (const { part, x, y } of spots) {
      const [px, py] = [left + x * width, top + y * height]
      g.beginPath()
      g.arc(px, py, 4, 0, Math.PI * 2)
      g.fillStyle = '#f2a900'
      g.fill()
      g.strokeStyle = '#ffffff'
      g.stroke()
      g.fillStyle = '#0d1b2e'
      g.fillText(part, px + 6, py + 3)
    }
  }
  return canvas
}
