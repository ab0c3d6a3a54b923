import sharp, { type Sharp } from 'sharp'

/**
 * Uploaded images. Only formats that mail programs show are accepted. Images are re-encoded from their pixels, which
 * removes hidden content (locations, scripts, a second format).
 */

export interface ReencodedImage {
  bytes: Buffer
  width: number
  height: number
  extension: 'png' | 'jpg'
  mediaType: 'image/png' | 'image/jpeg'
}

/** The image has an unsupported format, is damaged, or has too many pixels. */
export class InvalidImage extends Error {
  constructor(cause?: unknown) {
    super('not a picture', { cause })
    this.name = 'NotAPicture'
  }
}

/** 40 megapixels: enough for a good camera, but no decompression bomb of gigabytes. */
const mostPixels = 40_000_000

/** Checks the magic bytes before decoding. SVG is rejected because it can contain scripts. */
function kindOf(bytes: Buffer): 'png' | 'jpeg' | 'gif' | 'webp' | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'gif'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return undefined
}

/**
 * Re-encodes an image upright and without metadata; of an animation, the first frame. Transparent images become PNG,
 * others stay JPEG or PNG as they were. `within` scales it down, never up, and keeps the proportions. Throws
 * InvalidImage.
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
