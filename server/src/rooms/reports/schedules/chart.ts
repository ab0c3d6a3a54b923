import sharp from 'sharp'

/**
 * Draws bars as a picture for mail programs. Letters are drawn as outlines of the fonts of documents, so that the
 * picture is the same wherever the portal runs.
 */

export interface Bar {
  label: string
  value: number
  /** Drawn in the full colour; the others are lighter. */
  isMain: boolean
}

export const chartSize = { width: 496, height: 200 }
const plot = { top: 24, bottom: 168, side: 8 }
const colour = { line: '#d9dee6', text: '#4a5565' }

export async function drawChart(
  bars: readonly Bar[],
  { brand, isRtl, number }: { brand: string; isRtl: boolean; number: (value: number) => string },
): Promise<Buffer> {
  const { width, height } = chartSize
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const step = (width - 2 * plot.side) / Math.max(1, bars.length)
  const letters = bars.flatMap(({ label, value }) => [label, number(value)]).join('')
  // The library of documents is loaded with the first picture, not with the start.
  const { outlinesIn } = await import('../../../core/pdf/fonts.ts')
  const outline = await outlinesIn(letters)
  const words = (text: string, x: number, y: number) => {
    // Words that do not fit between two bars are smaller.
    const natural = outline(text)
    const size = Math.min(12, (12 * (step - 8)) / Math.max(1, natural.width * 12))
    const left = x - (natural.width * size) / 2
    return `<path fill="${colour.text}" transform="translate(${left.toFixed(2)} ${y}) scale(${size.toFixed(3)} ${(-size).toFixed(3)})" d="${natural.path}"/>`
  }
  const drawn = bars.map(({ label, value, isMain }, i) => {
    // Time runs the way people read.
    const middle = plot.side + step * ((isRtl ? bars.length - 1 - i : i) + 0.5)
    const tall = ((plot.bottom - plot.top) * value) / most
    const wide = Math.min(36, step * 0.6)
    return [
      `<rect x="${(middle - wide / 2).toFixed(2)}" y="${(plot.bottom - tall).toFixed(2)}" width="${wide.toFixed(2)}" height="${tall.toFixed(2)}" rx="2" fill="${brand}" fill-opacity="${isMain ? 1 : 0.45}"/>`,
      words(number(value), middle, plot.bottom - tall - 6),
      words(label, middle, plot.bottom + 20),
    ].join('')
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${2 * width}" height="${2 * height}">
    <rect width="${width}" height="${height}" fill="#ffffff"/>
    <line x1="0" x2="${width}" y1="${plot.bottom}" y2="${plot.bottom}" stroke="${colour.line}"/>${drawn.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
