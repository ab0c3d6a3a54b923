import { customVideoSource, type CustomVideoSource } from '@cutaway/contract/custom-video.ts'
import { sql } from 'kysely'
import type { Db } from '../../../core/db/database.ts'
import type { Site } from '../../../core/tenancy.ts'
import type { Film, Library, LibraryPart } from './library.ts'

/**
 * Videos of a business as films beside those of the library, so that they are sent, embedded and counted in the same way.
 * They are rows of the database, so they are read for the ids that a request names.
 */

/** Where the media of a video are, for a part that is not of the library. */
export interface OwnMedia {
  /** The path under which they are served: '/uploads/<folder>'; of a film on another website, the URL up to its name. */
  address: string
  /** Where the video is, if it is on another website: its file, or the player of that website. */
  elsewhere: CustomVideoSource | null
  /** The key of their folder in the storage; null: files of the folder of samples. */
  stored: string | null
  /** The name of the plain MP4. */
  plain: string
  /** The tags of the languages with captions. */
  captions: readonly string[]
}

/** The key of a folder of uploads in the storage. */
export const ownFolder = ({ web_site_id }: Pick<Site, 'web_site_id'>, folder: string): string =>
  `videos/${web_site_id}/${folder}`

/**
 * Returns a library that also finds the videos among `partIds`: those of one business and of the web site, or of 'any'
 * business where the ids come from rows that were checked when they were written. A deleted video keeps its name, so
 * that receipts can show it, but has no media.
 */
export async function withOwnFilms(
  db: Db,
  site: Site,
  library: Library,
  partIds: readonly string[],
  businessId: number | null | 'any',
): Promise<Library> {
  const wanted = [...new Set(partIds)].filter((id) => id.length > 6 && !library.film(id))
  if (wanted.length === 0) return library
  const rows = await findOwn(db, site, wanted, businessId)
  if (rows.length === 0) return library
  const films = new Map(rows.map((row) => [row.part_id.toLowerCase(), filmOf(site, library, row)]))
  return { ...library, film: (id) => library.film(id) ?? films.get(id.toLowerCase()) }
}

/** Returns the videos among `partIds` that are files, in their order (see withOwnFilms). */
export async function ownFilmsAmong(
  db: Db,
  site: Site,
  library: Library,
  partIds: readonly string[],
  businessId: number | null | 'any',
): Promise<Film[]> {
  const found = await withOwnFilms(db, site, library, partIds, businessId)
  const films = [...new Set(partIds)].flatMap((id) => found.film(id) ?? [])
  return films.filter((film) => film.of.own && hasFile(film))
}

/** Returns the videos of a business and of the web site that are files, by name. */
export async function ownFilms(db: Db, site: Site, library: Library, businessId: number | null): Promise<Film[]> {
  const rows = await ownVideos(db, site, businessId).where('v.deleted_at', 'is', null).orderBy('v.video_name').execute()
  return rows.map((row) => filmOf(site, library, row)).filter(hasFile)
}

/** Returns whether a video can be played: it is not deleted, and its file is known. Films of the library always can. */
export const canPlay = (film: Film): boolean => hasFile(film) || playerOf(film) !== null

/** Returns whether a film is a file that our players play, unlike the player of another website. */
export const hasFile = ({ of }: Film): boolean => !of.own || of.media.has(of.own.plain)

/** Returns the address of the other website's player that shows a film; null for a film that is a file. */
export const playerOf = ({ of }: Film): string | null =>
  of.own?.elsewhere?.kind === 'embed' ? of.own.elsewhere.url : null

/** Returns the origins from which a page plays a film, for its policy: none for a film of this portal. */
export const mediaOrigins = ({ of }: Film): string[] =>
  of.own?.elsewhere?.kind === 'link' ? [new URL(of.own.elsewhere.url).origin] : []

const ownVideos = (db: Db, site: Site, businessId: number | null | 'any') =>
  db
    .selectFrom('custom_videos as v')
    .select([
      'v.part_id',
      'v.video_name',
      'v.description',
      'v.video_url',
      'v.poster_url',
      'v.duration',
      'v.width',
      'v.height',
      'v.folder',
      'v.files',
      'v.created_at',
      sql<boolean>`v.deleted_at is null and v.state = 'ready'`.as('is_whole'),
      sql<{ language_id: number; video_name: string; description: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('language_id', t.language_id, 'video_name', t.video_name,
          'description', t.description))
        from custom_video_texts t
        where t.web_site_id = v.web_site_id and t.custom_video_id = v.custom_video_id), '[]')`.as('texts'),
      sql<number[]>`array(select c.language_id from custom_video_captions c
        where c.web_site_id = v.web_site_id and c.custom_video_id = v.custom_video_id)`.as('captions'),
    ])
    .where('v.web_site_id', '=', site.web_site_id)
    .$if(businessId !== 'any', (query) =>
      query.where((where) =>
        where.or([
          where('v.businessentity_id', 'is', null),
          where('v.businessentity_id', '=', businessId as number | null),
        ]),
      ),
    )

const findOwn = (db: Db, site: Site, partIds: readonly string[], businessId: number | null | 'any') =>
  ownVideos(db, site, businessId).where('v.part_id', 'in', partIds).execute()
type OwnRow = Awaited<ReturnType<typeof findOwn>>[number]

function filmOf(site: Site, library: Library, row: OwnRow): Film {
  const tags = site.languages.map(({ language_code }) => language_code)
  const tagOf = (id: number) => site.languages.find(({ language_id }) => language_id === id)?.language_code ?? ''
  const [address, plain] = split(row.video_url)
  const source = row.is_whole ? customVideoSource(row.video_url) : null
  const isFile = source !== null && source.kind !== 'embed'
  const [picturesAt, picture] = split(row.poster_url ?? '')
  const poster = picturesAt === address && picture !== '' ? picture : '-'
  const captions = row.captions.map(tagOf)
  const own: OwnMedia = {
    address,
    plain,
    stored: row.folder ? ownFolder(site, row.folder) : null,
    captions,
    elsewhere: source && source.kind !== 'file' ? source : null,
  }
  const { duration, width, height } = { duration: row.duration ?? 0, width: row.width ?? 16, height: row.height ?? 9 }
  const words = (name: string, description: string): LibraryPart['texts'] extends Map<string, infer T> ? T : never => ({
    name,
    subtitle: '',
    description,
    labels: {},
    badges: {},
    chapters: {},
    groups: {},
    steps: {},
    script: [],
    pdf: { text: '', caption1: '', caption2: '' },
    keywords: {},
    symptoms: {},
  })
  const track = { codecs: '', bandwidth: 0, average_bandwidth: 0, file: plain, playlist: '' }
  const of: LibraryPart = {
    own,
    folder: row.part_id,
    mediaFolder: library.samplesFolder,
    media: new Set(isFile ? [...row.files, plain, ...(poster === '-' ? [] : [poster])] : []),
    version: row.part_id,
    texts: new Map([
      ['en-US', words(row.video_name, row.description)],
      // Without a text of its own, a language has the first one.
      ...tags.map((tag) => [tag, words(row.video_name, row.description)] as const),
      ...row.texts.map((text) => [tagOf(text.language_id), words(text.video_name, text.description)] as const),
    ]),
    part: {
      format: 1,
      draft: false,
      narrated: row.part_id,
      interactive: null,
      system: '',
      sub_system: '',
      driver_sides: ['left', 'right'],
      vehicle_kinds: ['car', 'motorcycle'],
      added: row.created_at.toISOString().slice(0, 10),
      keywords: [],
      symptoms: [],
      trouble_codes: [],
      related: [],
      sources: [],
      film: {
        duration,
        fps: 30,
        width,
        height,
        streams: '-',
        dash: '-',
        labels: '-',
        poster,
        sprite: '-',
        thumbnails: '-',
        chapters: [],
        // One sound for every language.
        audio: [],
        captions: [],
      },
      pdf: { image1: '-', image2: '-' },
    },
    streams: {
      format: 1,
      duration,
      video: [{ ...track, width, height, frame_rate: 30 }],
      audio: [
        {
          ...track,
          language: tags[0] ?? 'en-US',
          also_for: tags,
          name: '',
          voice: 'human',
          channels: 2,
          sample_rate: 48_000,
        },
      ],
      subtitles: [],
    },
    stepCount: 0,
    hasLabels: false,
    system: { id: 0, slug: '', order: 0, name: {}, sub_systems: [] },
    subSystem: { id: 0, slug: '', order: 0, name: {} },
  }
  return { partId: row.part_id, kind: 'narrated', of }
}

/** '/uploads/a/film.mp4' -> ['/uploads/a', 'film.mp4'] */
function split(path: string): [string, string] {
  const at = path.lastIndexOf('/')
  return [path.slice(0, Math.max(0, at)), path.slice(at + 1)]
}
