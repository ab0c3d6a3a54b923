import sharp, { type Sharp } from 'sharp'

/**
 * Pictures that people upload. Only what a mail program shows is kept, drawn anew from its pixels: nothing that hides in
 * a file (places, scripts, a second format) comes through.
 */

export interface ReencodedImage {
  bytes: Buffer
  width: number
  height: number
  extension: 'png' | 'jpg'
  mediaType: 'image/png' | 'image/jpeg'
}

/** Not a picture of a kind that we take, a broken one, or one of too many pixels. */
export class InvalidImage extends Error {
  constructor(cause?: unknown) {
    super('not a picture', { cause })
    this.name = 'NotAPicture'
  }
}

/** 40 megapixels: a good camera, but no bomb that unpacks to gigabytes. */
const mostPixels = 40_000_000

/** Looked at before any library opens the file: an SVG would be a program. */
function kindOf(bytes: Buffer): 'png' | 'jpeg' | 'gif' | 'webp' | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'gif'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return undefined
}

/**
 * The picture drawn anew, without metadata and upright; of a moving one the first frame. See-through pictures become PNG,
 * others stay JPEG or PNG as they came. `within` makes it smaller, never larger, in its own proportions. Throws
 * NotAPicture.
 */
export async function reencodeImage(
  bytes: Buffer,
  within?: { width: number; height: number },
): Promise<ReencodedImage> {
  const kind = kindOf(bytes)
  if (!kind) throw new InvalidImage()
  try {
    const source = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    const { format, hasAlpha } = await source.metadata()
    if (format !== kind) throw new InvalidImage()
    const upright: Sharp = source.rotate()
    const sized = within ? upright.resize({ ...within, fit: 'inside', withoutEnlargement: true }) : upright
    const asJpeg = kind === 'jpeg' || (kind === 'webp' && !hasAlpha)
    const drawn = asJpeg ? sized.jpeg({ quality: 88, mozjpeg: false }) : sized.png({ compressionLevel: 9 })
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
    const { width, height } = info
    return asJpeg
      ? { bytes: data, width, height, extension: 'jpg', mediaType: 'image/jpeg' }
      : { bytes: data, width, height, extension: 'png', mediaType: 'image/png' }
  } catch (error) {
    throw error instanceof InvalidImage ? error : new InvalidImage(error)
  }
}
