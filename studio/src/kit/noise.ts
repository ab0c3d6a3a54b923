import { DataTexture, RepeatWrapping, RGBAFormat, SRGBColorSpace, type Texture } from 'three'

/** Textures made of seeded noise: no image files, the same bytes in a browser and without one. */

/** Numbers from 0 to 1, the same row for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Pixel = readonly [red: number, green: number, blue: number]

function texture(size: number, pixelAt: (x: number, y: number) => Pixel, repeat: number): DataTexture {
  const data = new Uint8Array(size * size * 4)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [red, green, blue] = pixelAt(x / size, y / size)
      data.set([red, green, blue, 255], (y * size + x) * 4)
    }
  const made = new DataTexture(data, size, size, RGBAFormat)
  made.wrapS = made.wrapT = RepeatWrapping
  made.repeat.set(repeat, repeat)
  made.anisotropy = 4
  made.generateMipmaps = true
  made.needsUpdate = true
  return made
}

/** Even grain for roughness and bumps; low and high from 0 to 255. */
export function grain(low: number, high: number, seed: number, repeat: number): Texture {
  const random = seeded(seed)
  return texture(
    256,
    () => {
      const value = low + (high - low) * random()
      return [value, value, value]
    },
    repeat,
  )
}

/** Coloured dots in a base colour: friction lining, sintered metal. Density is the share of dots, 0 to 1. */
export function speckle(base: Pixel, dots: Pixel, density: number, seed: number, repeat: number): Texture {
  const random = seeded(seed)
  const made = texture(
    256,
    () => {
      const [red, green, blue] = random() < density ? dots : base
      const shade = 0.85 + 0.3 * random()
      return [Math.min(255, red * shade), Math.min(255, green * shade), Math.min(255, blue * shade)]
    },
    repeat,
  )
  made.colorSpace = SRGBColorSpace
  return made
}

/** Lines across v, as a turning tool leaves them. Low and high from 0 to 255. */
export function turned(low: number, high: number, seed: number): Texture {
  const random = seeded(seed)
  const rows = Array.from({ length: 256 }, () => low + (high - low) * random())
  return texture(
    256,
    (_x, y) => {
      const value = rows[Math.floor(y * 256)] ?? low
      return [value, value, value]
    },
    1,
  )
}
