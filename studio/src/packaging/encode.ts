import { rename, rm, stat } from 'node:fs/promises'
import { ffmpeg, reproducible } from '../narration/tools.ts'

/** Seconds between two key frames of the narrated film, and so of a segment. */
const filmKeys = 2
/** The interactive film has one every second, because each click starts it somewhere else. */
const interactiveKeys = 1

/** A film to encode: pixels, pictures a second, and the bytes that it should not exceed. */
export interface Form {
  width: number
  height: number
  fps: number
  budget: number
}

/** Bytes of a part's media, which the library can bear: they stay in the history of the repository for ever. */
export const partBudget = 2_000_000
/** Of them, for what is written beside the films: labels, lists, hashes. */
export const listsBudget = 30_000

/**
 * The renditions of the narrated film, and what each film may weigh. Four voices of 25 seconds and the stills fill up the
 * budget; where they or the interactive film need more, the large rendition gets less.
 */
export const renditions = [
  { height: 720, budget: 820_000 },
  { height: 270, budget: 150_000 },
]
export const interactiveBudget = 340_000

/** Constant rate factors of x264: the one to begin with, and the one beyond which edges in motion go soft. */
const wantedQuality = 28
const worstQuality = 38
/** How often a film that is too heavy is encoded again. */
const attempts = 3
/** The size halves when the factor rises by about this much. */
const halving = 6

/** Threads change the result of the encoder, so the number must not come from the machine. */
const threads = '4'

/** Tuned for drawn films: large even surfaces and clear edges, which is what rendered scenes are. */
const encoder = ['-c:v', 'libx264', '-preset', 'slow', '-tune', 'animation', '-threads', threads]
/** BT.709 in and out: the masters are HD, whatever they say, and a small rendition must not be taken for SD. */
const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
const matrix = 'in_color_matrix=bt709:out_color_matrix=bt709:out_range=tv'

/** What decides how a film looks and how large it is: when it changes, films are encoded anew. */
export const encoding = { attempts, filmKeys, interactiveKeys, wantedQuality, worstQuality, encoder, colours }

/** One rendition of the narrated film's master, silent, with a key frame every two seconds and nowhere else. */
export function encodeFilm(master: string, output: string, form: Form): Promise<void> {
  return encode(master, output, form, form.fps * filmKeys)
}

/** The interactive film, silent, with a key frame at least every 15 frames. */
export function encodeInteractive(master: string, output: string, form: Form): Promise<void> {
  return encode(master, output, form, Math.min(form.fps * interactiveKeys, 15))
}

/** Encodes, and again with a higher factor while the film is too heavy: how much a factor saves depends on the film. */
async function encode(master: string, output: string, form: Form, keys: number): Promise<void> {
  let quality = wantedQuality
  await encodeAt(quality, master, output, form, keys)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const next = qualityFor((await stat(output)).size, form.budget, quality)
    if (next === quality) return
    quality = next
    const lighter = `${output}.lighter.mp4`
    await encodeAt(quality, master, lighter, form, keys)
    await rm(output)
    await rename(lighter, output)
  }
}

/** The factor for a film that has `size` bytes at a factor and should have `budget`. */
export function qualityFor(size: number, budget: number, at = wantedQuality): number {
  if (size <= budget) return at
  return Math.min(at + Math.ceil(halving * Math.log2(size / budget)), worstQuality)
}

async function encodeAt(quality: number, master: string, output: string, form: Form, keys: number): Promise<void> {
  const { width, height, fps } = form
  const chain = `fps=${fps},scale=${width}:${height}:flags=lanczos:${matrix},format=yuv420p`
  await ffmpeg(
    ['-i', master, '-map', '0:v', '-vf', chain, encoder, '-crf', String(quality)].flat(),
    ['-g', String(keys), '-keyint_min', String(keys), '-sc_threshold', '0'],
    [...colours, ...reproducible, '-movflags', '+faststart', '-f', 'mp4', output],
  )
}
