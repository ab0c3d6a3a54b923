import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { knownTrack, type KnownLengths } from '../narration/known.ts'
import type { Narration } from '../narration/narrate.ts'
import type { HeardLine } from './captions.ts'
import { isMade, type Choice, type MediaGroup } from './groups.ts'
import type { PartToPackage, TextToPackage } from './part.ts'
import { masterPath } from './masters.ts'
import { audioName } from './streams.ts'

/** The file with the times of all narrations, in the media. */
export const narrationFile = 'narration.json'

type Film = NonNullable<PartToPackage['film']>
type Track = KnownLengths['tracks'][number]

export const narrationGroup = (language: string): MediaGroup => `narration ${language}`

/** The files of a narration in the media. */
export function narrationFiles(language: string): string[] {
  return [`${audioName(language)}.mp4`, `${audioName(language)}.m3u8`]
}

/**
 * The narrations of a film, in the order of part.yaml: the new ones from `work`, the others from the media from before.
 * Throws when one is missing, or is not of the present script, duration or voice.
 */
export async function readNarrations(
  film: Film,
  texts: Map<string, TextToPackage>,
  work: string,
  choice: Choice,
): Promise<Track[]> {
  const before = await readBefore(choice.media)
  const tracks: Track[] = []
  for (const { language, voice } of film.audio) {
    const kept = before.tracks.find((track) => track.language === language)
    const isKept = kept && !isMade(choice, narrationGroup(language), narrationFiles(language))
    const track = isKept ? kept : await readNew(work, language, film.duration)
    const script = texts.get(language)?.script.map(({ text }) => text)
    if (JSON.stringify(script) !== JSON.stringify(track.lines.map(({ text }) => text)))
      throw new Error(`the narration ${language} is of another script; make it anew`)
    if (track.voice !== voice)
      throw new Error(`part.yaml calls the voice of ${language} ${voice}, but it is ${track.voice}`)
    tracks.push(track)
  }
  return tracks
}

async function readBefore(media: string): Promise<KnownLengths> {
  const path = join(media, narrationFile)
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as KnownLengths) : { format: 1, tracks: [] }
}

async function readNew(work: string, language: string, duration: number): Promise<Track> {
  const path = masterPath(work, 'narration', `${language}.json`)
  const narration = JSON.parse(await readFile(path, 'utf8')) as Narration
  if (narration.duration !== duration)
    throw new Error(`the narration ${language} lasts ${narration.duration} s, the film ${duration} s`)
  return knownTrack(narration)
}

/**
 * When the lines of the captions of a language are heard: with its own voice, or else with the first one, whose words are
 * not its words. None where the film has no voice.
 */
export function heardIn(language: string, film: Film, tracks: Track[]): HeardLine[] | undefined {
  const own = film.audio.findIndex((track) => track.language === language || track.also_for.includes(language))
  const lines = tracks[Math.max(own, 0)]?.lines
  return own >= 0 ? lines : lines?.map(({ start, end }) => ({ start, end }))
}
