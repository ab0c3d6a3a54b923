import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { filmOrder, type Kind } from './render/film-order.ts'
import { pictureFingerprint } from './scene/fingerprint.ts'
import { filmSet } from './scene/set.ts'
import { loadRig, type Source } from './source.ts'

/**
 * media/hashes.json: what each group of media files was made from, and the files themselves. A group is made again when its
 * hash differs; texts that are in no film (names, keywords, PDF) are in no hash.
 */

const Picture = z.strictObject({
  /** The scene itself, see fingerprint.ts. */
  picture: z.string(),
  /** The code and the numbers that make the scene: while this is the same, the picture need not be looked at. */
  code: z.string(),
  /** Two frames of the render, as the renderer gave them: seconds and SHA-256. */
  frames: z.array(z.strictObject({ at: z.number(), sha256: z.string() })),
})

export const MediaHashes = z.strictObject({
  format: z.literal(2),
  film: Picture.nullable(),
  interactive: Picture.nullable(),
  /** Labels of film and steps, poster and PDF moments. */
  labels: z.string(),
  stills: z.string(),
  /** By language tag: the words that are said, with their slots. */
  narration: z.record(z.string(), z.string()),
  captions: z.record(z.string(), z.string()),
  /** By file name: SHA-256. */
  media: z.record(z.string(), z.string()),
})
export type MediaHashes = z.output<typeof MediaHashes>

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const short = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 32)

export const hashesPath = (source: Source): string => join(source.folder, 'media/hashes.json')

export function readHashes(source: Source): MediaHashes | null {
  const path = hashesPath(source)
  if (!existsSync(path)) return null
  const parsed = MediaHashes.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  return parsed.success ? parsed.data : null
}

const here = import.meta.dirname

/** Hash over the files and numbers that a film's scene is built from: its rig, the stage, and all that they import. */
export function codeHash(source: Source, kind: Kind): string {
  const files = new Set<string>()
  for (const start of [`rigs/${source.scene.rig}.ts`, 'render/stage-page.ts']) collectImports(join(here, start), files)
  const film = kind === 'narrated' ? source.part.film : source.part.interactive_film
  return short([
    [...files].toSorted().map((file) => [relative(here, file).replaceAll('\\', '/'), sha256(readFileSync(file))]),
    filmOrder(source, kind),
    film?.fps,
  ])
}

/** Adds a module of the studio and those that it imports; packages are known by the version of three in the picture. */
function collectImports(file: string, files: Set<string>): void {
  if (files.has(file)) return
  files.add(file)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+\.ts)'/g))
    collectImports(join(dirname(file), name!), files)
}

const pictures = new Map<string, Promise<string>>()

/** Hash of the scene as it is now. Builds the rig, which takes some seconds: once for the same sources. */
export function pictureHash(source: Source, kind: Kind): Promise<string> {
  const key = `${source.id} ${kind} ${codeHash(source, kind)}`
  const known = pictures.get(key) ?? lookAtPicture(source, kind)
  pictures.set(key, known)
  return known
}

async function lookAtPicture(source: Source, kind: Kind): Promise<string> {
  const rig = await loadRig(source.scene.rig)
  const order = filmOrder(source, kind)
  const fps = (kind === 'narrated' ? source.part.film : source.part.interactive_film)!.fps
  // The keyframes too: what moves between the moments that are looked at is not seen otherwise.
  return short([pictureFingerprint(filmSet(rig, order, order.look), { ...order, fps }), order])
}

export const labelsHash = ({ scene, part }: Source): string =>
  short([
    scene.film?.labels,
    scene.film?.badges,
    scene.film?.title,
    scene.interactive_film?.labels,
    part.interactive_film?.steps.map((s) => [s.id, s.play]),
  ])

export const stillsHash = ({ scene, part }: Source): string => short([part.film?.poster_at, scene.pdf])

/** What a voice is given. */
export function narrationHash(source: Source, tag: string): string {
  const text = source.texts.get(tag)
  const recording = join(source.folder, 'recordings', `${tag}.wav`)
  return short([
    text?.script.map((line) => [line.start, line.end, line.spoken ?? line.text]),
    source.part.film?.duration,
    existsSync(recording) ? sha256(readFileSync(recording)) : null,
  ])
}

/** Captions are the words on the screen, and follow the times of a voice. */
export function captionsHash(source: Source, tag: string): string {
  const text = source.texts.get(tag)
  const audio = source.part.film?.audio ?? []
  const voice = audio.find((a) => a.language === tag || a.also_for.includes(tag)) ?? audio[0]
  return short([text?.script, voice && narrationHash(source, voice.language)])
}

/** SHA-256 of every file in media/ but hashes.json. */
export function mediaFiles(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  return Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name !== 'hashes.json')
      .toSorted()
      .map((name) => [name, sha256(readFileSync(join(folder, name)))]),
  )
}
