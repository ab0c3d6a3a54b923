import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { z } from 'zod'
import { mediaOf, type Media } from './media-version.ts'
import { packPart, streamsOf, unpackPart } from './packed-part.ts'
import { packText, PackedText } from './packed-text.ts'
import { fingerprintOf, readRecords, writeRecords, type PartRecord } from './part-records.ts'
import type { OwnMedia } from './own-films.ts'
import { TroubleCodesFile, troubleCodesOf, type TroubleCodes } from './trouble-codes.ts'
import { LabelTrack, PartFile, PartText, StepLabels, Streams, SystemsFile, type SystemEntry } from './part.format.ts'
import { loadVehicles, type Vehicle } from '../vehicle/vehicles.ts'
import { loadWarningLights, type WarningLight } from '../lights/warning-lights.ts'

/**
 * The library: the systems, parts and vehicles under library/, read at start and held in memory. A part is a folder in
 * the format of library/README.md; a folder that breaks the format aborts the start with a message that names the file.
 */

export interface LibraryPart {
  /** Name of the folder, under which its media are served. */
  folder: string
  mediaFolder: string
  /** Names of the files in the media folder. */
  media: ReadonlySet<string>
  /** Changes with the media, so that their URLs can be cached immutably. */
  version: string
  part: z.output<typeof PartFile>
  /** Number of steps of the interactive film. */
  stepCount: number
  /** By language tag. */
  texts: Map<string, z.output<typeof PartText>>
  streams: z.output<typeof Streams> | null
  /** Whether the narrated film has a track of labels. */
  hasLabels: boolean
  system: SystemEntry
  subSystem: SystemEntry['sub_systems'][number]
  /** Of a video of a business, which is not of the library. */
  own?: OwnMedia
}

/** One film of a part: the narrated or the interactive one. */
export interface Film {
  partId: string
  kind: 'narrated' | 'interactive'
  of: LibraryPart
}

export interface Library {
  systems: SystemEntry[]
  parts: LibraryPart[]
  /** Narrated and interactive films, in the order of the systems. */
  films: Film[]
  /** The vehicles of the turntable in the 360° view. */
  vehicles: readonly Vehicle[]
  /** By set and order. */
  warningLights: readonly WarningLight[]
  /** The meanings of trouble codes. */
  troubleCodes: TroubleCodes
  /** Media that substitute for customer uploads. */
  samplesFolder: string
  /** Returns a film by id, ignoring case. */
  film(partId: string): Film | undefined
  folder(name: string): LibraryPart | undefined
}

declare module '../../../core/services.ts' {
  interface Services {
    library: Library
  }
}

/**
 * Reads the library in a folder. `recordsFile` keeps what was read for the next start; without it every file is read
 * and checked.
 */
export function loadLibrary(directory: string, recordsFile?: string): Library {
  const { systems } = read(join(directory, 'systems.yaml'), SystemsFile)
  systems.sort((a, b) => a.order - b.order)
  for (const s of systems) s.sub_systems.sort((a, b) => a.order - b.order)
  const folders = readdirSync(join(directory, 'parts')).filter((name) =>
    statSync(join(directory, 'parts', name)).isDirectory(),
  )
  const kept = recordsFile ? readRecords(recordsFile) : new Map<string, PartRecord>()
  const records = new Map<string, PartRecord>()
  const parts = folders.toSorted().flatMap((folder) => {
    const at = join(directory, 'parts', folder)
    const media = mediaOf(join(at, 'media'))
    const record = recordOf(at, media, kept.get(folder))
    records.set(folder, record)
    return record.listed.draft ? [] : [partOf(record, { folder, at, media, systems })]
  })
  const isSame = kept.size === records.size && [...records].every(([folder, record]) => kept.get(folder) === record)
  if (recordsFile && !isSame) writeRecords(recordsFile, records)
  parts.sort(
    (a, b) =>
      a.system.order - b.system.order || a.subSystem.order - b.subSystem.order || a.folder.localeCompare(b.folder),
  )

  const films = parts.flatMap((of): Film[] => [
    ...(of.part.narrated ? [{ partId: of.part.narrated, kind: 'narrated' as const, of }] : []),
    ...(of.part.interactive ? [{ partId: of.part.interactive, kind: 'interactive' as const, of }] : []),
  ])
  const byId = new Map<string, Film>()
  for (const film of films) {
    const id = film.partId.toLowerCase()
    if (byId.has(id)) throw new Error(`library: duplicate part id ${film.partId}`)
    byId.set(id, film)
  }
  return {
    systems,
    parts,
    films,
    vehicles: loadVehicles(directory),
    warningLights: loadWarningLights(directory),
    troubleCodes: troubleCodesOf(
      read(join(directory, 'trouble-codes.yaml'), TroubleCodesFile),
      parts.flatMap(({ part }) => part.trouble_codes),
    ),
    samplesFolder: join(directory, 'samples/media'),
    film: (partId) => byId.get(partId.toLowerCase()),
    folder: (name) => parts.find((p) => p.folder === name),
  }
}

/** Returns what is known of a part: the kept record if no file of the part changed, else a new one. */
function recordOf(at: string, media: Media, kept: PartRecord | undefined): PartRecord {
  const texts = readdirSync(at).flatMap((name) => {
    const tag = /^text\.(.+)\.yaml$/.exec(name)?.[1]
    return tag ? [{ tag, file: join(at, name) }] : []
  })
  const file = join(at, 'part.yaml')
  const mediaFolder = join(at, 'media')
  const described = [...media.files].filter((name) => name.endsWith('.json')).map((name) => join(mediaFolder, name))
  const fingerprint = fingerprintOf([file, ...texts.map((text) => text.file), ...described], media.version)
  if (kept?.fingerprint === fingerprint) return kept

  const part = read(file, PartFile)
  if (part.draft) return { fingerprint, ...packPart(compact(part), null), texts: [], hasLabels: false }
  if (!texts.some(({ tag }) => tag === 'en-US')) throw new Error(`library: ${at} has no text.en-US.yaml`)
  placeStepLabels(part, mediaFolder)
  return {
    fingerprint,
    ...packPart(
      compact(part),
      optional(join(mediaFolder, part.film?.streams ?? ''), part.film?.streams, Streams),
    ),
    texts: texts.map((text) => [text.tag, packText(compact(read(text.file, PartText)))]),
    hasLabels: optional(join(mediaFolder, part.film?.labels ?? ''), part.film?.labels, LabelTrack) !== null,
  }
}

/** Copies data. A string that was cut out of a file's text would keep the whole text in memory. */
const compact = <T>(data: T): T => JSON.parse(JSON.stringify(data)) as T

interface Place {
  folder: string
  at: string
  media: Media
  systems: readonly SystemEntry[]
}

function partOf(record: PartRecord, { folder, at, media, systems }: Place): LibraryPart {
  const part = unpackPart(record)
  const system = systems.find((s) => s.slug === part.system)
  const subSystem = system?.sub_systems.find((s) => s.slug === part.sub_system)
  if (!system || !subSystem) throw new Error(`library: ${folder}: unknown system ${part.system} / ${part.sub_system}`)
  return new RecordedPart(record, {
    folder,
    mediaFolder: join(at, 'media'),
    media: media.files,
    version: media.version,
    part,
    stepCount: record.stepCount,
    texts: new Map(record.texts.map(([tag, text]) => [tag, new PackedText(text)])),
    hasLabels: record.hasLabels,
    system,
    subSystem,
  }) as RecordedPart & Fields
}

type Fields = Omit<LibraryPart, 'streams'>

class RecordedPart {
  readonly #record: PartRecord

  constructor(record: PartRecord, fields: Fields) {
    this.#record = record
    Object.assign(this, fields)
  }
  get streams(): LibraryPart['streams'] {
    return streamsOf(this.#record)
  }
}

/** Adds the step labels to a film from the studio; they are in a file beside the film. */
function placeStepLabels({ interactive_film: film }: z.output<typeof PartFile>, mediaFolder: string): void {
  const placed = optional(join(mediaFolder, film?.labels ?? ''), film?.labels, StepLabels)
  for (const step of film?.steps ?? []) step.labels ??= placed?.steps[step.id] ?? []
}

function read<S extends z.ZodType>(path: string, schema: S): z.output<S> {
  const parsed = schema.safeParse(
    path.endsWith('.json') ? JSON.parse(readFileSync(path, 'utf8')) : load(readFileSync(path, 'utf8')),
  )
  if (!parsed.success) throw new Error(`library: ${path} breaks the part format:\n${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** Returns undefined if a named media file is missing; the player then shows an error state. */
function optional<S extends z.ZodType>(path: string, name: string | undefined, schema: S): z.output<S> | null {
  return name && existsSync(path) ? read(path, schema) : null
}

/** Returns the text of a language, else of the same language in another region (en-AU for en-GB), else English. */
export function textFor<T>(texts: Map<string, T>, tag: string): T {
  const family = tag.split('-')[0]
  return texts.get(tag) ?? [...texts].find(([t]) => t.split('-')[0] === family)?.[1] ?? texts.get('en-US')!
}

/** Returns the name of a film in a language; the part id if the film is no longer in the library. */
export function partName(library: Pick<Library, 'film'>, partId: string, tag: string): string {
  const film = library.film(partId)
  return film ? textFor(film.of.texts, tag).name : partId
}
