import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The programs and voices from outside that the studio uses; none is needed to run the portal. */

const execute = promisify(execFile)

/** By program: the Debian package that brings it. */
const packages = { ffmpeg: 'ffmpeg', ffprobe: 'ffmpeg', festival: 'festival', 'espeak-ng': 'espeak-ng' } as const
export type Program = keyof typeof packages

/** Something that the studio needs is not installed; the message says how to get it. */
export class MissingTool extends Error {}

/**
 * Runs a program to its end. Answers what it printed on both outputs; rejects with MissingTool when it is not
 * installed, and with its own last words when it fails.
 */
export async function run(
  program: Program,
  parameters: string[],
  { input }: { input?: string } = {},
): Promise<{ stdout: string; stderr: string }> {
  const started = execute(program, parameters, { maxBuffer: 64 * 1024 * 1024 })
  if (input !== undefined) started.child.stdin?.end(input)
  try {
    return await started
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw missing(program)
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new Error(`${program} failed: ${said.slice(-2000)}`, { cause: error })
  }
}

/** Parameters for ffmpeg that make the same file from the same input: no dates, no version of the writer. */
export const reproducible = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags', '+bitexact']

/** Runs ffmpeg, quietly and replacing what exists. Parameters may come in groups, for reading. */
export async function ffmpeg(...parameters: (string | string[])[]): Promise<void> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...parameters.flat()])
}

function missing(program: Program): MissingTool {
  const name = packages[program]
  return new MissingTool(
    `${program} is not installed. On Debian and Ubuntu: apt-get install ${name}. Elsewhere: the package ${name} of the system.`,
  )
}

/** Throws MissingTool unless the program can be started. */
export async function needProgram(program: Program): Promise<void> {
  await run(program, program.startsWith('ff') ? ['-version'] : ['--version'])
}

/** The Festival voice of the English narration. */
export const festivalVoice = 'cmu_us_slt_arctic_hts'

let festivalReady: Promise<void> | undefined

/** Throws MissingTool unless Festival and its voice are installed. Festival is asked once. */
export function needFestival(): Promise<void> {
  festivalReady ??= askFestival()
  return festivalReady
}

async function askFestival(): Promise<void> {
  const { stdout } = await run('festival', ['-b', '(format t "%l\\n" (voice.list))'])
  if (!stdout.includes(festivalVoice))
    throw new MissingTool(
      `Festival has no voice ${festivalVoice}. On Debian and Ubuntu: apt-get install festvox-us-slt-hts.`,
    )
}

/** The folder of the SVOX Pico voices when PICO_VOICES names no other. Git ignores it. */
const ownPicoVoices = join(import.meta.dirname, '../../voices')

/**
 * The two files of the SVOX Pico voice of a language: text analysis (`es-ES_ta.bin`) and signal generation
 * (`es-ES_zl0_sg.bin`). They lie in the folder that PICO_VOICES names, else in studio/voices. Throws MissingTool.
 */
export function picoVoice(language: string, folder = process.env.PICO_VOICES ?? ownPicoVoices): [string, string] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  const analysis = names.find((name) => name === `${language}_ta.bin`)
  const signal = names.find((name) => name.startsWith(`${language}_`) && name.endsWith('_sg.bin'))
  if (!analysis || !signal)
    throw new MissingTool(
      `The SVOX Pico voice for ${language} is missing: ${language}_ta.bin and ${language}_*_sg.bin in ${folder}. ` +
        'Both come with the Debian package libttspico-data (non-free), in /usr/share/pico/lang. ' +
        'Set PICO_VOICES to the folder that holds them.',
    )
  return [join(folder, analysis), join(folder, signal)]
}
