import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { captions } from './captions.ts'
import { packAudio, packVideo } from './cmaf.ts'
import { dashManifest } from './dash.ts'
import {
  encodeFilm,
  encodeInteractive,
  encoding,
  interactiveBudget,
  listsBudget,
  partBudget,
  renditions,
} from './encode.ts'
import { encodedOnce } from './encoded.ts'
import { replaceFolder } from './folders.ts'
import { readFragments } from './fragments.ts'
import { makeOrKeep, type MediaGroup } from './groups.ts'
import { masterPath } from './masters.ts'
import { heardIn, narrationFile, narrationFiles, narrationGroup, readNarrations } from './narrations.ts'
import type { PartToPackage, TextToPackage } from './part.ts'
import { captionsPlaylist, mediaPlaylist } from './playlists.ts'
import { jpeg, poster, sprite, thumbnails, type Still } from './stills.ts'
import { audioName, captionsName, streamsOf, videoName } from './streams.ts'
import { termsOf } from './units.ts'

export type { MediaGroup } from './groups.ts'

/** Seconds of a master at which stills are taken; `interactive` of the interactive film, the others of the film. */
export interface StillTimes {
  poster?: number
  interactive?: number
  pdf1?: number
  pdf2?: number
}

export interface Packaging {
  /** Path of the folder of the part; its name stands in messages. */
  folder: string
  part: PartToPackage
  /** By language tag. */
  texts: Map<string, TextToPackage>
  /**
   * Path of the folder with the masters: `film.mp4`, `interactive.mp4`, `narration/<tag>.m4a` and `.json`, and perhaps
   * `stills/poster.png`, `interactive.png`, `pdf1.png`, `pdf2.png`, which come before the times of `stills`. Only what is
   * made has to be there.
   */
  work: string
  /** Path of the folder to write. Its labels.json, steps.json and hashes.json stay as they are. */
  media: string
  /** What is made anew; the rest is taken over from the media from before where it is there. Left out: everything. */
  make?: ReadonlySet<MediaGroup>
  stills?: StillTimes
}

type Film = NonNullable<PartToPackage['film']>
type InteractiveFilm = NonNullable<PartToPackage['interactive_film']>

/** Files of the media that others write. */
const kept = ['labels.json', 'steps.json', 'hashes.json']
const pdfSize = { width: 1280, height: 720 }

/**
 * Writes the media of a part from its masters; library/README.md lists the files. Either all of them are replaced or none.
 * Throws with the name of the part when a master is missing or belongs to another script.
 */
export async function packagePart(given: Packaging): Promise<void> {
  const { part, media } = given
  try {
    await replaceFolder(media, kept, async (to) => {
      if (part.film) {
        await packNarration(given, part.film, to)
      }
      if (part.interactive_film) await packInteractive(given, part.interactive_film, to)
      await packStills(given, to)
      if (part.film) {
        // Last, for its large pictures get what the others leave.
        await packFilm(given, part.film, to)
        await packStreams(part.film, to)
      }
    })
  } catch (error) {
    throw new Error(`${basename(given.folder)}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Voices, and the captions that follow them. */
async function packNarration(given: Packaging, film: Film, to: string): Promise<void> {
  const tracks = await readNarrations(film, given.texts, given.work, given)
  for (const { language } of film.audio)
    await makeOrKeep(given, narrationGroup(language), narrationFiles(language), to, async () => {
      const name = audioName(language)
      const track = masterPath(given.work, 'narration', `${language}.m4a`)
      const fragments = await packAudio(track, join(to, `${name}.mp4`), language)
      await writeFile(join(to, `${name}.m3u8`), mediaPlaylist(`${name}.mp4`, fragments))
    })
  if (tracks.length) await writeFile(join(to, narrationFile), `${JSON.stringify({ format: 1, tracks })}\n`)

  for (const language of film.captions) {
    const name = captionsName(language)
    await makeOrKeep(given, `captions ${language}`, [`${name}.vtt`, `${name}.m3u8`], to, async () => {
      const text = given.texts.get(language)
      if (!text) throw new Error(`captions in ${language}, but no text.${language}.yaml`)
      const lines = text.script.map((line) => line.text)
      const heard = heardIn(language, film, tracks) ?? text.script
      const { duration } = film
      await writeFile(join(to, `${name}.vtt`), captions({ language, lines, heard, duration, terms: termsOf(text) }))
      await writeFile(join(to, `${name}.m3u8`), captionsPlaylist(`${name}.vtt`, duration))
    })
  }
}

/** The pictures of the narrated film: renditions, sprite and thumbnails. */
async function packFilm(given: Packaging, film: Film, to: string): Promise<void> {
  const { duration, fps } = film
  const names = renditions.flatMap(({ height }) => [`${videoName(height)}.mp4`, `${videoName(height)}.m3u8`])
  await makeOrKeep(given, 'film', [...names, film.sprite, film.thumbnails], to, async () => {
    const source = masterPath(given.work, 'film.mp4')
    await sprite(source, join(to, film.sprite), duration)
    await writeFile(join(to, film.thumbnails), thumbnails(film.sprite, duration))
    for (const { height, budget: most } of renditions.toReversed()) {
      const budget = Math.min(most, partBudget - listsBudget - (await sizeOf(to)))
      const form = { width: widthOf(film, height), height, fps, budget }
      const name = `${videoName(height)}.mp4`
      const encoded = await encodedOnce(join(given.work, 'encoded'), name, source, { form, encoding }, (output) =>
        encodeFilm(source, output, form),
      )
      const fragments = await packVideo(encoded, join(to, name))
      if (Math.abs(fragments.duration - duration) > 1.5 / fps)
        throw new Error(`film.mp4 lasts ${fragments.duration} s, but part.yaml says ${duration} s`)
      await writeFile(join(to, `${videoName(height)}.m3u8`), mediaPlaylist(name, fragments))
    }
  })
}

/** Bytes of the files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

function widthOf(film: Film, height: number): number {
  return Math.round((film.width * height) / film.height / 2) * 2
}

/** What holds the tracks together; read from the tracks as they lie there, new and old ones alike. */
async function packStreams(film: Film, to: string): Promise<void> {
  const fragmentsOf = async (name: string) => readFragments(await readFile(join(to, `${name}.mp4`)))
  const video = await Promise.all(
    renditions.map(async ({ height }) => ({
      width: widthOf(film, height),
      height,
      fps: film.fps,
      fragments: await fragmentsOf(videoName(height)),
    })),
  )
  const audio = await Promise.all(
    film.audio.map(async (track) => ({ ...track, fragments: await fragmentsOf(audioName(track.language)) })),
  )
  const streams = streamsOf(film.duration, video, audio, film.captions)
  const fragments = new Map([
    ...video.map((v) => [`${videoName(v.height)}.mp4`, v.fragments] as const),
    ...audio.map((a) => [`${audioName(a.language)}.mp4`, a.fragments] as const),
  ])
  await writeFile(join(to, film.streams), `${JSON.stringify(streams, null, 2)}\n`)
  await writeFile(join(to, film.dash), dashManifest(streams, fragments))
}

async function packInteractive(given: Packaging, film: InteractiveFilm, to: string): Promise<void> {
  await makeOrKeep(given, 'interactive', [film.file], to, async () => {
    const source = masterPath(given.work, 'interactive.mp4')
    const form = { width: film.width, height: film.height, fps: film.fps, budget: interactiveBudget }
    const encoded = await encodedOnce(join(given.work, 'encoded'), film.file, source, { form, encoding }, (output) =>
      encodeInteractive(source, output, form),
    )
    await copyFile(encoded, join(to, film.file))
  })
}

/** Posters, and the pictures for the PDF library. */
async function packStills(given: Packaging, to: string): Promise<void> {
  const { film, interactive_film, pdf } = given.part
  const posters = [film?.poster, interactive_film?.poster].filter((name) => name !== undefined)
  await makeOrKeep(given, 'stills', [pdf.image1, pdf.image2, ...posters], to, async () => {
    if (film) await poster(still(given, 'poster'), join(to, film.poster), film)
    if (interactive_film) await poster(still(given, 'interactive'), join(to, interactive_film.poster), interactive_film)
    await jpeg(still(given, 'pdf1'), join(to, pdf.image1), pdfSize)
    await jpeg(still(given, 'pdf2'), join(to, pdf.image2), pdfSize)
  })
}

/** A frame of its own, or else a moment of a film. */
function still({ part, work, stills = {} }: Packaging, name: keyof StillTimes): Still {
  const frame = join(work, 'stills', `${name}.png`)
  if (existsSync(frame)) return { frame }
  const at = stills[name]
  if (at === undefined) throw new Error(`no picture stills/${name}.png and no second at which to take it`)
  const film = name === 'interactive' || !part.film ? 'interactive.mp4' : 'film.mp4'
  return { film: masterPath(work, film), at }
}
