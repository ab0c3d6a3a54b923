import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { trackRate } from '../master.ts'
import { ffmpeg } from '../tools.ts'
import { readWav } from '../wav.ts'

/** Seconds by which a recording may be longer or shorter than its film. */
const tolerance = 0.5

/** Throws unless a recording (its name and length in seconds) is as long as its film. */
export function checkLength(name: string, length: number, duration: number): void {
  if (Math.abs(length - duration) > tolerance)
    throw new Error(
      `${name} lasts ${length.toFixed(1)} s, but the film ${duration.toFixed(1)} s; ` +
        `a recording is the whole track, at most ${tolerance} s longer or shorter than the film`,
    )
}

/**
 * Reads the recording of a speaker: any WAV file, the whole track of a film of `duration` seconds. Answers mono samples at
 * the rate of the track, exactly as long as the film.
 */
export async function readRecording(path: string, duration: number): Promise<Float32Array<ArrayBuffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-recording-'))
  try {
    const wav = join(folder, 'track.wav')
    const form = ['-ac', '1', '-ar', String(trackRate), '-c:a', 'pcm_f32le']
    await ffmpeg('-i', path, form, wav)
    const { samples } = readWav(await readFile(wav))
    checkLength(basename(path), samples.length / trackRate, duration)
    const track = new Float32Array(Math.round(duration * trackRate))
    track.set(samples.subarray(0, track.length))
    return track
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
