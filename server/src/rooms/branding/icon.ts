import sharp from 'sharp'

/** Draws the icon of the super system: a picture on white with a play sign, for the web page of a business. */

interface Icon {
  /** A logo or a banner; without one, the play sign fills the icon. */
  picture: Buffer | undefined
  width: number
  height: number
  /** The brand colour of the web site, and the colour of signs on it. */
  colour: string
  onColour: string
}

const triangle = (x: number, y: number, r: number) =>
  `M${x - r * 0.32} ${y - r * 0.5}L${x + r * 0.55} ${y}L${x - r * 0.32} ${y + r * 0.5}z`

/** Returns the icon as PNG in the given size in pixels. */
export async function drawIcon({ picture, width, height, colour, onColour }: Icon): Promise<Buffer> {
  const least = Math.min(width, height)
  const corner = Math.round(least * 0.08)
  const r = picture ? Math.max(6, least * 0.16) : least * 0.34
  const margin = Math.round(least * 0.07)
  const x = picture ? width - margin - r : width / 2
  const y = picture ? height - margin - r : height / 2
  const svg = (content: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)
  const sheet = svg(
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${corner}" fill="#fff" stroke="#d5dae1"/>`,
  )
  const sign = svg(
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" stroke="#fff" stroke-width="${Math.max(1, r * 0.1)}"/>` +
      `<path d="${triangle(x, y, r)}" fill="${onColour}"/>`,
  )
  const inside = { width: Math.max(1, width - 2 * margin), height: Math.max(1, height - 2 * margin) }
  const layers = picture
    ? [
        {
          input: await sharp(picture)
            .resize({ ...inside, fit: 'inside', withoutEnlargement: true })
            .png()
            .toBuffer(),
        },
      ]
    : []
  return sharp(sheet)
    .composite([...layers, { input: sign, left: 0, top: 0 }])
    .png({ compressionLevel: 9 })
    .toBuffer()
}
