import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { mediaVersion } from './media-version.ts'

/** The film under library/samples/ that stands for one of a business's own. */

export interface CustomFilm {
  partId: string
  name: Record<string, string>
  /** Slug of the system whose films it belongs to. */
  system: string
  mediaFolder: string
  version: string
}

/** The folder's name in the addresses of its media. */
export const samplesFolder = 'samples'
export const customFilmFile = 'custom-film.mp4'
export const customFilmPoster = 'custom-film.webp'

const SamplesFile = z.looseObject({ custom_film: z.looseObject({ name: z.record(z.string(), z.string()) }) })

/** Null where the folder or its film is missing: nothing of the library depends on it. */
export function loadCustomFilm(directory: string): CustomFilm | null {
  const folder = join(directory, samplesFolder)
  const [file, mediaFolder] = [join(folder, 'samples.yaml'), join(folder, 'media')]
  if (!existsSync(file) || !existsSync(join(mediaFolder, customFilmFile))) return null
  const read = SamplesFile.safeParse(parse(readFileSync(file, 'utf8')))
  if (!read.success) throw new Error(`library: ${file} breaks its format:\n${z.prettifyError(read.error)}`)
  const { name } = read.data.custom_film
  return { partId: 'custom-brake-check', name, system: 'brakes', mediaFolder, version: mediaVersion(mediaFolder) }
}
