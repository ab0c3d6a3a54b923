import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Config } from '../../core/config.ts'

/**
 * The program ffmpeg, which decodes what strangers upload. It runs with one thread, at a low priority, for a limited
 * time, with a demuxer that was chosen here, and opens files only: no playlist can make it read from a network.
 */

/** Returns the path of the program; null if the machine has none or the configuration wants none. */
export function findFfmpeg({ ffmpeg }: Pick<Config, 'ffmpeg'>): string | null {
  if (ffmpeg === 'none') return null
  if (ffmpeg !== undefined) {
    if (!isProgram(ffmpeg)) throw new Error(`FFMPEG_PATH: ${ffmpeg} is no program that can be run`)
    return ffmpeg
  }
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, 'ffmpeg')).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The program ended with an error. */
export class FfmpegFailed extends Error {
  readonly isDiskFull: boolean
  constructor(code: number | null, said: string) {
    super(`ffmpeg ended with ${code ?? 'a signal'}: ${said.trim().slice(-600)}`)
    this.name = 'FfmpegFailed'
    this.isDiskFull = /no space left on device/i.test(said)
  }
}

export interface FfmpegRun {
  program: string
  /** The demuxer: 'mov', 'matroska'. */
  format: string
  /** Absolute path of the file that is read. */
  input: string
  /** Options before the input: a moment. */
  before?: readonly string[]
  /** Options of the output, and its absolute path as the last one. */
  output: readonly string[]
  signal: AbortSignal
  /** Seconds after which the program is ended. */
  seconds: number
  /** Called with the seconds of the film that are done. */
  progress?: (seconds: number) => void
}

/** Runs the program. Rejects with FfmpegFailed. */
export async function runFfmpeg({ program, format, input, before = [], output, signal, seconds, progress }: FfmpegRun) {
  const args = [
    '-nostdin -hide_banner -loglevel error -filter_threads 1 -progress pipe:1'.split(' '),
    ['-protocol_whitelist', 'file', '-threads', '1', ...before, '-f', format, '-i', `file:${input}`],
    ['-map_metadata', '-1', '-map_chapters', '-1', '-threads', '1', ...output.slice(0, -1)],
    ['-y', `file:${output.at(-1)!}`],
  ].flat()
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // It needs nothing of the server's environment, which holds secrets.
      env: { LC_ALL: 'C' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
      killSignal: 'SIGKILL',
    })
    if (child.pid !== undefined) lower(child.pid)
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-4000)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const done = /out_time_us=(\d+)/g.exec(text)?.[1]
      if (done !== undefined) progress?.(Number(done) / 1_000_000)
    })
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new FfmpegFailed(code, said))))
  })
}

function lower(pid: number): void {
  try {
    setPriority(pid, 10)
  } catch {
    // The program has ended already.
  }
}
