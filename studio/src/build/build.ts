import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join, relative } from 'node:path'
import { checkSources } from '../check/check.ts'
import { printFault } from '../check/fault.ts'
import { staleGroups } from '../check/media.ts'
import { guessedWords } from '../check/warnings.ts'
import {
  captionsHash,
  codeHash,
  hashesPath,
  labelsHash,
  mediaFiles,
  narrationHash,
  pictureHash,
  readHashes,
  sha256,
  stillsHash,
  type MediaHashes,
} from '../media-hashes.ts'
import { narrate } from '../narration/narrate.ts'
import { Overrun } from '../narration/overrun.ts'
import { readScript } from '../narration/script.ts'
import { packagePart, type MediaGroup } from '../packaging/package.ts'
import { filmOrder, type Kind } from '../render/film-order.ts'
import { renderMaster } from '../render/film.ts'
import { drawFrames } from '../render/stills.ts'
import { labelTrack, stepLabels } from '../scene/labels.ts'
import { filmSet } from '../scene/set.ts'
import { loadRig, readSource, workFolder, type Source } from '../source.ts'
import { progressLine } from './progress.ts'

/**
 * Makes the media of parts: voices, pictures, packages. What is fresh is kept, and an interrupted build goes on where it was:
 * everything that takes long is stored in work/ under a hash of what it was made from.
 */

export type Stage = 'narration' | 'film' | 'package'

const kinds: readonly Kind[] = ['narrated', 'interactive']

export async function buildParts(ids: readonly string[], only: Stage | null): Promise<void> {
  // Hours of work on every core: whoever sits at the machine goes first.
  setPriority(constants.priority.PRIORITY_LOW)
  for (const [index, id] of ids.entries()) {
    const started = Date.now()
    console.log(`${id} (${index + 1} of ${ids.length})`)
    await buildPart(id, only)
    console.log(`  ready after ${Math.round((Date.now() - started) / 1000)} s`)
  }
}

async function buildPart(id: string, only: Stage | null): Promise<void> {
  const faults = await checkSources(id)
  if (faults.length > 0) throw new Error(faults.map(printFault).join('\n'))
  const source = readSource(id)
  const hashes = readHashes(source)
  const stale = new Set<string>(
    hashes
      ? [...(await staleGroups(source, hashes)).map(({ group }) => group), ...damagedGroups(source, hashes)]
      : everyGroup(source),
  )
  if (stale.size === 0 && only === null && hashes) {
    writeHashes(source, await freshHashes(source, hashes, new Map()))
    console.log('  nothing has changed')
    return
  }
  if (only === null || only === 'narration') await sayLines(source, stale)
  if (only === null || only === 'film') await renderFilms(source, stale)
  if (only === null || only === 'package') await pack(source, hashes, stale)
}

const everyGroup = ({ part }: Source): string[] => [
  ...(part.film ? ['narrated'] : []),
  ...(part.interactive_film ? ['interactive'] : []),
  'labels',
  'stills',
  ...(part.film?.audio ?? []).map((a) => `narration ${a.language}`),
  ...(part.film?.captions ?? []).map((tag) => `captions ${tag}`),
]

/** The groups of files that are missing, or not the ones that were made. */
function damagedGroups({ folder }: Source, { media }: MediaHashes): string[] {
  const files = mediaFiles(join(folder, 'media'))
  return Object.keys(media)
    .filter((name) => files[name] !== media[name])
    .map((name) => {
      const [, kind, tag] = /^(audio|captions)-([\w-]+)\./.exec(name) ?? []
      if (kind && tag) return `${kind === 'audio' ? 'narration' : 'captions'} ${tag}`
      if (name.startsWith('interactive')) return 'interactive'
      return /^(video|sprite|thumbnails)/.test(name) ? 'narrated' : /^(poster|pdf)/.test(name) ? 'stills' : 'labels'
    })
}

const workOf = ({ id }: Source): string => join(workFolder, id)

/** A result in work/ carries the hash of what it was made from beside it. */
function isMadeFrom(path: string, hash: string): boolean {
  return existsSync(path) && existsSync(`${path}.made-from`) && readFileSync(`${path}.made-from`, 'utf8') === hash
}
const markMade = (path: string, hash: string): void => writeFileSync(`${path}.made-from`, hash)

async function sayLines(source: Source, stale: ReadonlySet<string>): Promise<void> {
  const folder = join(workOf(source), 'narration')
  // Of all languages: whoever shortens lines wants to know them at once.
  const tooLong: string[] = []
  let isNew = false
  for (const { language } of source.part.film?.audio ?? []) {
    const track = join(folder, `${language}.m4a`)
    const hash = narrationHash(source, language)
    if (!stale.has(`narration ${language}`) || isMadeFrom(track, hash)) continue
    for (const warning of guessedWords(source, language)) console.log(`  (${printFault(warning)})`)
    const file = join(source.folder, `text.${language}.yaml`)
    const recording = join(source.folder, 'recordings', `${language}.wav`)
    try {
      const { loudness, lines } = await narrate({
        language,
        script: readScript(file, readFileSync(file, 'utf8')),
        duration: source.part.film!.duration,
        folder,
        ...(existsSync(recording) ? { recording } : {}),
      })
      markMade(track, hash)
      isNew = true
      const fastest = Math.max(...lines.map((line) => line.tempo))
      console.log(
        `  ${language}: ${loudness.toFixed(1)} LUFS${fastest > 1 ? `, up to ${fastest.toFixed(2)} times faster` : ''}`,
      )
    } catch (error) {
      if (!(error instanceof Overrun)) throw error
      tooLong.push(...error.message.split('\n').map((message) => `${source.id}/${message}`))
    }
  }
  if (isNew) console.log(`  the voices lie in ${relative(process.cwd(), folder)}`)
  if (tooLong.length > 0) throw new Overrun(tooLong.join('\n'))
}

const masterName = (kind: Kind): string => (kind === 'narrated' ? 'film.mp4' : 'interactive.mp4')

async function renderFilms(source: Source, stale: ReadonlySet<string>): Promise<void> {
  for (const kind of kinds) {
    if (!stale.has(kind)) continue
    const film = kind === 'narrated' ? source.part.film! : source.part.interactive_film!
    const code = codeHash(source, kind)
    const picture = await pictureHash(source, kind)
    const line = progressLine(`  ${kind}`)
    const master = await renderMaster(
      { ...filmOrder(source, kind), fps: film.fps },
      join(workOf(source), `${kind}-${picture.slice(0, 16)}`),
      line.show,
    )
    line.end()
    if (codeHash(source, kind) !== code)
      throw new Error(`${source.id}: the rig was changed while the ${kind} film was rendered; build it again`)
    const path = join(workOf(source), masterName(kind))
    copyFileSync(master, path)
    markMade(path, picture)
  }
}

async function pack(source: Source, hashes: MediaHashes | null, stale: ReadonlySet<string>): Promise<void> {
  const { part, texts, folder } = source
  await needMasters(source, stale)
  const pictures = (['stills', 'narrated', 'interactive'] as const).filter((group) => stale.has(group))
  const drawn: Drawn = pictures.length > 0 ? await takeStills(source) : new Map()
  const groups: MediaGroup[] = [
    ...(stale.has('narrated') ? (['film'] as const) : []),
    ...(stale.has('interactive') ? (['interactive'] as const) : []),
    ...(pictures.length > 0 ? (['stills'] as const) : []),
    ...[...stale].filter((g): g is `narration ${string}` | `captions ${string}` => /^(narration|captions) /.test(g)),
  ]
  const media = join(folder, 'media')
  await packagePart({ folder, part, texts, work: workOf(source), media, make: new Set(groups) })
  await writeLabels(source)
  writeHashes(source, await freshHashes(source, hashes, drawn))
}

/** Throws before anything is drawn when a film or a voice that is to be packed has not been made from the present sources. */
async function needMasters(source: Source, stale: ReadonlySet<string>): Promise<void> {
  const missing: string[] = []
  for (const kind of kinds)
    if (stale.has(kind) && !isMadeFrom(join(workOf(source), masterName(kind)), await pictureHash(source, kind)))
      missing.push(`the ${kind} film: run npm run studio -- build ${source.id} --only film`)
  for (const { language } of source.part.film?.audio ?? [])
    if (
      stale.has(`narration ${language}`) &&
      !isMadeFrom(join(workOf(source), 'narration', `${language}.m4a`), narrationHash(source, language))
    )
      missing.push(`the narration ${language}: run npm run studio -- build ${source.id} --only narration`)
  if (missing.length > 0)
    throw new Error(`${source.id}: not made yet from the sources as they are now:\n  ${missing.join('\n  ')}`)
}

/** Seconds of the pictures that stand for the films. */
export function stillTimes({ part, scene }: Source): {
  poster: number
  interactive: number
  pdf1: number
  pdf2: number
} {
  const steps = part.interactive_film?.steps ?? []
  const showing = steps.find((step) => step.loop !== null) ?? steps[0]
  return {
    poster: part.film?.poster_at ?? (part.film?.duration ?? 0) / 2,
    // The end of the first cycle: the state that the film is about, in motion.
    interactive: part.interactive_film?.poster_at ?? showing?.loop?.[0] ?? 0,
    pdf1: scene.pdf[0],
    pdf2: scene.pdf[1],
  }
}

/** Two frames of each film that was drawn anew, for the hashes. */
type Drawn = Map<Kind, { at: number; jpeg: Buffer }[]>

async function takeStills(source: Source): Promise<Drawn> {
  const folder = join(workOf(source), 'stills')
  mkdirSync(folder, { recursive: true })
  const times = stillTimes(source)
  const main: Kind = source.part.film ? 'narrated' : 'interactive'
  const wanted = [
    ...(source.part.film ? [['poster', 'narrated'] as const] : []),
    ...(source.part.interactive_film ? [['interactive', 'interactive'] as const] : []),
    ['pdf1', main] as const,
    ['pdf2', main] as const,
  ]
  const drawn: Drawn = new Map()
  for (const kind of kinds) {
    const shots = wanted
      .filter(([, of]) => of === kind)
      .map(([name]) => ({ at: times[name], file: join(folder, `${name}.png`) }))
    if (shots.length > 0) drawn.set(kind, await drawFrames(source, kind, shots))
  }
  return drawn
}

async function writeLabels(source: Source): Promise<void> {
  const { part, scene, folder } = source
  const rig = await loadRig(scene.rig)
  const write = (name: string, data: unknown) => writeFileSync(join(folder, 'media', name), `${JSON.stringify(data)}\n`)
  if (part.film && scene.film)
    write(part.film.labels, labelTrack(filmSet(rig, filmOrder(source, 'narrated')), scene.film, part.film))
  if (part.interactive_film?.labels && scene.interactive_film)
    write(
      part.interactive_film.labels,
      stepLabels(
        filmSet(rig, filmOrder(source, 'interactive')),
        scene.interactive_film,
        part.interactive_film.steps,
        part.interactive_film,
      ),
    )
}

async function freshHashes(source: Source, before: MediaHashes | null, drawn: Drawn): Promise<MediaHashes> {
  const { part } = source
  const picture = async (kind: Kind, old: MediaHashes['film'] | undefined): Promise<MediaHashes['film']> => {
    if (!(kind === 'narrated' ? part.film : part.interactive_film)) return null
    const frames = drawn.get(kind)
    if (old && !frames) return { ...old, code: codeHash(source, kind) }
    return {
      picture: await pictureHash(source, kind),
      code: codeHash(source, kind),
      frames: (frames ?? []).map(({ at, jpeg }) => ({ at, sha256: sha256(jpeg) })),
    }
  }
  return {
    format: 2,
    film: await picture('narrated', before?.film),
    interactive: await picture('interactive', before?.interactive),
    labels: labelsHash(source),
    stills: stillsHash(source),
    narration: Object.fromEntries(
      (part.film?.audio ?? []).map(({ language }) => [language, narrationHash(source, language)]),
    ),
    captions: Object.fromEntries((part.film?.captions ?? []).map((tag) => [tag, captionsHash(source, tag)])),
    media: mediaFiles(join(source.folder, 'media')),
  }
}

function writeHashes(source: Source, hashes: MediaHashes): void {
  writeFileSync(hashesPath(source), `${JSON.stringify(hashes, null, 2)}\n`)
}
