import sharp from 'sharp'
import { InvalidImage } from './images.ts'

/** Uploaded logos: PNG or SVG, drawn as a square PNG, which mail programs and PDF files show too. */

/** Nothing of the image can be seen. */
export class EmptyImage extends Error {
  constructor() {
    super('empty picture')
    this.name = 'EmptyImage'
  }
}

const mostPixels = 16_000_000
/** Pixels per inch at which an SVG without a scale is drawn. */
const plainDensity = 72
const mostDensity = 7200
const seconds = 10
/** White space between two parts of an SVG's prologue. */
const mostSpace = 10_000

const isPng = (bytes: Buffer) =>
  bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))

/** An entity could name a file, or grow to gigabytes; drawing programs do not need it. */
const isSvg = (bytes: Buffer) => {
  const text = bytes.toString('utf8')
  return /^<svg[\s>]/.test(afterPrologue(text)) && !/<!ENTITY/i.test(text)
}

/** Returns what follows the XML declaration, comments and document type; '' if one of them does not end. */
function afterPrologue(text: string): string {
  const parts = [
    ['<?xml', '?>'],
    ['<!--', '-->'],
    ['<!DOCTYPE', '>'],
  ] as const
  let at = 0
  for (;;) {
    // A byte order mark counts as white space.
    at += /^\s*/.exec(text.slice(at, at + mostSpace))![0].length
    const part = parts.find(([begin]) => text.startsWith(begin, at))
    if (!part) return text.slice(at, at + '<svg '.length)
    const end = text.indexOf(part[1], at + part[0].length)
    if (end === -1 || (part[0] === '<!DOCTYPE' && text.slice(at, end).includes('['))) return ''
    at = end + part[1].length
  }
}

/**
 * Draws a logo in the middle of a transparent square of `size` pixels. Only pixels remain of an SVG: its scripts do not
 * run, and it reads no other file. Throws InvalidImage and EmptyImage.
 */
export async function squareLogo(bytes: Buffer, size: number): Promise<Buffer> {
  const kind = isPng(bytes) ? 'png' : isSvg(bytes) ? 'svg' : undefined
  if (!kind) throw new InvalidImage()
  try {
    const about = { limitInputPixels: mostPixels, failOn: 'error' as const, pages: 1 }
    const { width, height, format } = await sharp(bytes, about).metadata()
    if (format !== kind) throw new InvalidImage()
    // A small SVG is drawn at its final size, so that its edges are sharp.
    const density = Math.min(mostDensity, Math.max(1, (plainDensity * size) / Math.max(width, height)))
    const drawn = await sharp(bytes, kind === 'svg' ? { ...about, density } : about)
      .timeout({ seconds })
      .resize({ width: size, height: size, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .ensureAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer()
    const { channels } = await sharp(drawn).stats()
    if (channels[3]?.max === 0) throw new EmptyImage()
    return drawn
  } catch (error) {
    throw error instanceof InvalidImage || error instanceof EmptyImage ? error : new InvalidImage(error)
  }
}
