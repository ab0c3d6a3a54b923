import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ffmpeg, reproducible, run } from './tools.ts'
import { writeWav } from './wav.ts'

/** Loudness of every narration, in LUFS: a step between two languages or two films would be heard. */
export const loudness = -18
/** How far the finished track may be from it, in LU. */
export const loudnessTolerance = 0.5
/** The highest true peak, in dB below full scale, so that no player clips. */
export const highestPeak = -2
/** Samples a second of every track. */
export const trackRate = 48_000

/** Rumble out, loud syllables nearer to soft ones, a little presence. */
const voiceChain =
  'highpass=f=75,equalizer=f=3200:t=q:w=1.2:g=2,acompressor=threshold=-22dB:ratio=2.5:attack=8:release=160'

/** How many dB the encoder may put on top of a peak, at so few bits; more is corrected by what is measured. */
const encoderRoom = 2
/** Most tracks are right at once, those with sharp peaks after four or five. */
const rounds = 10

export interface Mastered {
  /** Integrated, in LUFS. */
  loudness: number
  /** In dB. */
  truePeak: number
}

/** Loudness and true peak of a sound file, measured by EBU R 128. Silence has a loudness of -Infinity. */
export async function measure(file: string, chain = ''): Promise<Mastered> {
  const filter = `${chain ? `${chain},` : ''}loudnorm=print_format=json`
  const { stderr } = await run('ffmpeg', ['-hide_banner', '-nostats', '-i', file, '-af', filter, '-f', 'null', '-'])
  const { input_i, input_tp } = JSON.parse(stderr.slice(stderr.lastIndexOf('{'), stderr.lastIndexOf('}') + 1)) as {
    input_i: string
    input_tp: string
  }
  return { loudness: Number.parseFloat(input_i), truePeak: Number.parseFloat(input_tp) }
}

/**
 * Makes the finished track (AAC in m4a, 32 kbit/s, mono) of a raw one (mono at trackRate). The finished file itself is
 * measured, since the encoder changes both figures a little; gain and limit are corrected by what it shows. Throws when
 * the track is silent or does not come within the limits.
 */
export async function master(samples: Float32Array, output: string): Promise<Mastered> {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-master-'))
  try {
    const raw = join(folder, 'raw.wav')
    await writeFile(raw, writeWav(samples, trackRate))
    const before = await measure(raw, voiceChain)
    if (!Number.isFinite(before.loudness)) throw new Error('the narration is silent')
    let gain = loudness - before.loudness
    let limit = highestPeak - encoderRoom
    for (let round = 0; round < rounds; round += 1) {
      await encode(raw, gain, limit, output)
      const found = await measure(output)
      const off = loudness - found.loudness
      const over = found.truePeak - highestPeak
      if (Math.abs(off) < loudnessTolerance * 0.7 && over <= 0) return found
      // The limiter takes back a part of what the gain adds.
      gain += off * 1.5
      if (over > 0) limit -= over * 0.7 + 0.1
    }
    throw new Error(`the narration does not reach ${loudness} LUFS with peaks below ${highestPeak} dB`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Gain and limit in dB. The limiter works at four times the rate, so that it sees the peaks between samples. */
async function encode(raw: string, gain: number, limit: number, output: string): Promise<void> {
  const limiter = `alimiter=limit=${(10 ** (limit / 20)).toFixed(5)}:attack=2:release=60:level=disabled`
  const chain = `${voiceChain},volume=${gain.toFixed(2)}dB,aresample=${trackRate * 4},${limiter},aresample=${trackRate}`
  await ffmpeg(
    ['-i', raw, '-af', chain],
    ['-c:a', 'aac', '-b:a', '32k', '-ac', '1', '-ar', String(trackRate)],
    // The encoder puts a packet of silence in front, for which a player needs an edit list. Without it time 0 is 0.
    ['-bsf:a', String.raw`noise=drop=lt(pts\,0)`],
    reproducible,
    ['-movflags', '+faststart', output],
  )
}
