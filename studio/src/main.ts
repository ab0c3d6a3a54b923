import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildParts } from './build/build.ts'
import { checkPart } from './check/check.ts'
import { compareFrames } from './check/frames.ts'
import { printFault } from './check/fault.ts'
import { warningsOf } from './check/warnings.ts'
import { preview } from './preview/serve.ts'
import type { Kind } from './render/film-order.ts'
import { refuseStills, renderStills, sheetTimes } from './render/stills.ts'
import { describeRig } from './rig-sheet.ts'
import { checkSamples } from './samples/check-samples.ts'
import { loadRig, partIds, readSource, rigNames, workFolder } from './source.ts'
import { buildVehicles, checkVehicles, sheetOfVehicle } from './vehicles/command.ts'

/** `npm run studio -- <command>`: the commands of the studio. docs/add-a-film.md shows their use. */

const usage = `Usage: npm run studio -- <command>
  check [PART…] [--frames]     holds sources against rig and media; --frames also renders two frames of each film and compares
  build [PART…] [--only narration|film|package]     makes what is missing or stale; goes on where it was interrupted
  vehicle build [ID…]          the 360 views; vehicle sheet ID [--rendered] [--out file.png]: twelve pictures with their spots
  samples                      the film and the picture that stand for what customers upload
  rig [NAME]                   what a rig offers to a film: channels and anchors; without NAME: the rigs
  preview PART                 the live rig in a browser, with a time slider
  sheet PART [--at 1.5,4] [--kind interactive] [--labels en-US] [--columns 3] [--width 640] [--out file.png]
  test                         the tests that need ffmpeg and the voices
  still PART --at 1.5,4 [--kind interactive] [--labels en-US] [--out file.png]
Without PART: all parts.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string' },
    kind: { type: 'string', default: 'narrated' },
    labels: { type: 'string' },
    columns: { type: 'string', default: '3' },
    width: { type: 'string', default: '640' },
    out: { type: 'string' },
    only: { type: 'string' },
    frames: { type: 'boolean', default: false },
    rendered: { type: 'boolean', default: false },
  },
})

class UsageError extends Error {}

/** One of the values that an option may take. */
function oneOf<const T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((a) => a === value)
  if (!found) throw new UsageError(`--${option} is one of ${allowed.join(', ')}`)
  return found
}

async function stills(id: string | undefined, columns: number): Promise<void> {
  if (!id) throw new UsageError('Which part?')
  const kind: Kind = oneOf('kind', values.kind, ['narrated', 'interactive'])
  const source = readSource(id)
  const times = values.at?.split(',').map(Number) ?? sheetTimes(source, kind)
  refuseStills(source, kind, times, values.labels ?? null)
  const files = await renderStills(source, kind, times, {
    language: values.labels ?? null,
    columns,
    width: Number(values.width),
    file: values.out ?? join(workFolder, `${id}-${kind}.png`),
  })
  console.log(files.join('\n'))
}

async function check(ids: string[]): Promise<void> {
  let faults = 0
  const drafts: string[] = []
  for (const id of ids) {
    const found = await checkPart(id)
    for (const fault of found) console.log(printFault(fault))
    faults += found.length
    // A part that breaks its format cannot be read for more.
    const source = found.length === 0 ? readSource(id) : null
    if (source) for (const warning of warningsOf(source)) console.log(`(${printFault(warning)})`)
    if (source?.part.draft) drafts.push(id)
    if (values.frames && source && !source.part.draft)
      for (const result of await compareFrames(source)) {
        console.log(result.says)
        if (!result.same) faults++
      }
  }
  if (given.length === 0)
    for (const fault of [...checkSamples(), ...checkVehicles()]) {
      console.log(fault)
      faults++
    }
  if (drafts.length > 0)
    console.log(
      `${drafts.join(', ')}: ${drafts.length === 1 ? 'a draft' : 'drafts'}, not shown in the portal; sources and labels were checked, media were not.`,
    )
  const whole = ids.length === 1 ? '1 part is as it should be.' : `${ids.length} parts are as they should be.`
  console.log(faults === 0 ? whole : faults === 1 ? '1 fault.' : `${faults} faults.`)
  if (faults > 0) process.exitCode = 1
}

/** Runs the tests that `npm test` leaves out, because they need programs and voices from outside. */
function toolTests(): number {
  const root = join(import.meta.dirname, '../..')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  return (
    spawnSync(process.execPath, [vitest, 'run', '--project', 'studio-tools'], { cwd: root, stdio: 'inherit' }).status ??
    1
  )
}

async function rig(name: string | undefined): Promise<void> {
  for (const known of name ? [name] : rigNames()) {
    const found = await loadRig(known)
    console.log(name ? describeRig(found) : `${known}: ${found.says}`)
  }
}

async function vehicle([task, ...names]: string[]): Promise<void> {
  if (task === 'build') await buildVehicles(names)
  else if (task === 'sheet' && names[0])
    await sheetOfVehicle(names[0], values.out ?? join(workFolder, `${names[0]}.png`), values.rendered)
  else throw new UsageError('vehicle build [ID…], or vehicle sheet ID')
}

const [command, ...given] = positionals
const ids = given.length > 0 ? given : partIds()
try {
  if (command === 'check') await check(ids)
  else if (command === 'build')
    await buildParts(ids, values.only ? oneOf('only', values.only, ['narration', 'film', 'package']) : null)
  else if (command === 'samples') await (await import('./samples/build-samples.ts')).buildSamples()
  else if (command === 'vehicle') await vehicle(given)
  else if (command === 'rig') await rig(given[0])
  else if (command === 'preview') await preview(given[0])
  else if (command === 'test') process.exitCode = toolTests()
  else if (command === 'still') await stills(given[0], 0)
  else if (command === 'sheet') await stills(given[0], Number(values.columns))
  else throw new UsageError(command ? `There is no command ${command}.` : 'A command is missing.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error(usage)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
