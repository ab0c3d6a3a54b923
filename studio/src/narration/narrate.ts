import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineOf, speak as ownVoice } from './voices/engines.ts'
import { master, trackRate } from './master.ts'
import { fit, Overrun, overruns } from './overrun.ts'
import { readRecording } from './voices/recording.ts'
import type { Script } from './script.ts'
import { lay, pauses, trim } from './sound.ts'
import { wordsOf, type Speak, type Speech, type SpokenWord } from './speech.ts'
import { spreadWords } from './spread.ts'
import { ffmpeg } from './tools.ts'
import { readWav, writeWav } from './wav.ts'

/** A line as it is heard. Times are seconds of the film. */
export interface NarratedLine {
  text: string
  /** What the voice was given: the text, or the line's own `spoken`. */
  said: string
  start: number
  end: number
  /** Seconds that the voice takes for the line at its own speed: what has to fit the slot. */
  spoken: number
  /** How much faster it is said to fit: 1 to 1.12. */
  tempo: number
  words: SpokenWord[]
}

/** What lies beside a track, as `<tag>.json`: captions follow it. */
export interface Narration {
  format: 1
  language: string
  voice: 'synthetic' | 'human'
  engine: string
  /** Seconds. */
  duration: number
  /** LUFS. */
  loudness: number
  /** dB. */
  true_peak: number
  lines: NarratedLine[]
}

/**
 * Makes the narration of one language: `<tag>.m4a` of the film's `duration` (seconds) and `<tag>.json` in `folder`.
 * A `recording` (path of a WAV file) takes the place of the voice. Throws Overrun when lines do not fit their slots, and
 * MissingTool when the voice is not installed; the files from before then stay.
 */
export async function narrate(given: {
  language: string
  script: Script
  duration: number
  folder: string
  recording?: string
  speak?: Speak
}): Promise<Narration> {
  const { language, script, duration, folder, recording } = given
  const { samples, lines } = recording
    ? { samples: await readRecording(recording, duration), lines: linesOfSlots(script) }
    : await say(language, script, duration, given.speak ?? ownVoice)

  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${language}.unfinished.m4a`)
  const mastered = await master(samples, unfinished)
  const narration: Narration = {
    format: 1,
    language,
    voice: recording ? 'human' : 'synthetic',
    engine: recording ? 'recording' : engineOf(language),
    duration,
    loudness: mastered.loudness,
    true_peak: mastered.truePeak,
    lines: lines.map(rounded),
  }
  await rename(unfinished, join(folder, `${language}.m4a`))
  await writeFile(join(folder, `${language}.json`), `${JSON.stringify(narration, null, 2)}\n`)
  return narration
}

/** A track of all lines, each at the start of its slot, at one level. */
async function say(
  language: string,
  script: Script,
  duration: number,
  speak: Speak,
): Promise<{ samples: Float32Array; lines: NarratedLine[] }> {
  const said: Speech[] = []
  for (const { text, spoken } of script.lines) said.push(trim(await speak(spoken ?? text, { language })))
  const lengths = said.map(({ samples, rate }) => samples.length / rate)
  const tooLong = overruns(script, lengths)
  if (tooLong.length) throw new Overrun(tooLong.join('\n'))

  const pieces: { samples: Float32Array; start: number }[] = []
  const lines: NarratedLine[] = []
  for (const [i, line] of script.lines.entries()) {
    const { tempo } = fit(lengths[i]!, line.end - line.start)
    const samples = await atTempo(said[i]!, tempo)
    pieces.push({ samples, start: line.start })
    const end = Math.min(line.start + samples.length / trackRate, duration)
    const words = wordsOfLine(line.text, said[i]!, tempo).map((word) => ({
      text: word.text,
      start: line.start + word.start,
      end: Math.min(line.start + word.end, end),
    }))
    lines.push({
      text: line.text,
      said: line.spoken ?? line.text,
      start: line.start,
      end,
      spoken: lengths[i]!,
      tempo,
      words,
    })
  }
  return { samples: lay(pieces, trackRate, duration), lines }
}

/** Times from the start of the line, at the tempo at which it is said. */
function wordsOfLine(text: string, speech: Speech, tempo: number): SpokenWord[] {
  const own = wordsOf(text)
  const words =
    // The voice may have been given other words than those to be read, but as many.
    speech.words?.length === own.length
      ? speech.words.map((word, i) => ({ text: own[i]!, start: word.start, end: word.end }))
      : spreadWords(text, 0, speech.samples.length / speech.rate, pauses(speech))
  return words.map((word) => ({ text: word.text, start: word.start / tempo, end: word.end / tempo }))
}

/** The line at the rate of the track, faster by `tempo` at the same pitch. */
async function atTempo({ samples, rate }: Speech, tempo: number): Promise<Float32Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-line-'))
  try {
    const [from, to] = [join(folder, 'from.wav'), join(folder, 'to.wav')]
    await writeFile(from, writeWav(samples, rate))
    const chain = `${tempo > 1 ? `atempo=${tempo.toFixed(4)},` : ''}aresample=${trackRate}`
    await ffmpeg('-i', from, '-af', chain, '-c:a', 'pcm_f32le', to)
    return readWav(await readFile(to)).samples
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** With a recording only the slots are known. */
function linesOfSlots({ lines }: Script): NarratedLine[] {
  return lines.map(({ text, spoken, start, end }) => ({
    text,
    said: spoken ?? text,
    start,
    end,
    spoken: end - start,
    tempo: 1,
    words: spreadWords(text, start, end),
  }))
}

/** Times to the millisecond, which is what captions can say. */
function rounded(line: NarratedLine): NarratedLine {
  const ms = (x: number) => Math.round(x * 1000) / 1000
  const times = ({ text, start, end }: SpokenWord): SpokenWord => ({ text, start: ms(start), end: ms(end) })
  return {
    ...times(line),
    said: line.said,
    spoken: ms(line.spoken),
    tempo: ms(line.tempo),
    words: line.words.map(times),
  }
}
