import { readFile, writeFile } from 'node:fs/promises'
import { ffmpeg, reproducible } from '../narration/tools.ts'
import { dropWriter, startAtZero } from './boxes.ts'
import { readFragments, type Fragments } from './fragments.ts'
import { threeLetters } from './languages.ts'

/** One file with an index in front; each fragment carries all it needs. */
const cmaf = '+cmaf+empty_moov+default_base_moof+global_sidx+skip_trailer'

/**
 * Packs an encoded film as single-file CMAF, a segment for every key frame. Throws when the result does not start at
 * time 0.
 */
export async function packVideo(input: string, output: string): Promise<Fragments> {
  const form = ['-movflags', `${cmaf}+frag_keyframe`, '-f', 'mp4']
  await ffmpeg('-i', input, '-map', '0:v', '-c', 'copy', reproducible, form, output)
  return finish(output, startAtZero)
}

/** Packs a narration (m4a) of a language as single-file CMAF with segments of two seconds. */
export async function packAudio(input: string, output: string, language: string): Promise<Fragments> {
  const form = ['-movflags', cmaf, '-frag_duration', '2000000', '-f', 'mp4']
  // A packet of silence before time 0 would need an edit list, which players treat differently.
  const drop = ['-bsf:a', String.raw`noise=drop=lt(pts\,0)`]
  const tag = ['-metadata:s:a:0', `language=${threeLetters(language)}`]
  await ffmpeg('-i', input, '-map', '0:a', '-c', 'copy', drop, reproducible, tag, form, output)
  return finish(output)
}

async function finish(path: string, mend?: (file: Buffer) => void): Promise<Fragments> {
  const file = await readFile(path)
  dropWriter(file)
  mend?.(file)
  await writeFile(path, file)
  return readFragments(file)
}
