import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A lock on a folder, for the embedded database, which has none and breaks when two processes write it.
 *
 * Whoever wants the folder first puts a claim into `.lock` there: a file whose name says who it is. A claim that stands
 * alone among the living gets the folder and says so in its content; who sees another living claim withdraws the own one,
 * and gives up when that one holds the folder. So two can never hold it at once, and as each name is used once, clearing away the claims of the dead can
 * hit nobody alive.
 */

/** The folder is in use. The message is for people. */
export class FolderLocked extends Error {
  readonly folder: string
  /** The process that holds it, as numbered where it runs. */
  readonly pid: number
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. ` +
        'Stop that one first, or give this one a folder of its own: DATA_DIR=another-folder',
    )
    this.name = 'FolderLocked'
    this.folder = folder
    this.pid = pid
  }
}

/** How often a holder shows that it lives, in milliseconds. */
const signOfLife = 1000
/** How long those who start at once draw lots before they give up, in milliseconds. */
const patience = 5000
const held = 'held'

/** Locks a folder, which must exist, and answers what releases it. Throws FolderLocked while another living process has it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const place = resolve(folder)
  const claims = join(place, '.lock')
  await mkdir(claims, { recursive: true })
  const own = claimName({ space: processSpace(), pid: process.pid, started: look(process.pid)?.started ?? '0' })
  const mine = join(claims, own)
  const until = Date.now() + patience
  // From the first moment on, or somebody in another container would take this claim for a dead one.
  const timer = setInterval(() => void touch(mine), signOfLife).unref()
  const withdraw = async () => {
    clearInterval(timer)
    await rm(mine, { force: true })
  }
  try {
    for (;;) {
      await writeFile(mine, '', { flag: 'wx' })
      const other = await livingClaim(claims, own)
      if (!other && (await confirm(mine))) break
      await rm(mine, { force: true })
      if (other && (other.holds || Date.now() > until)) throw new FolderLocked(place, other.pid)
      // Two who started at once have seen each other; chance lets one of them come back to an empty place.
      await sleep(20 + Math.random() * 180)
    }
  } catch (error) {
    await withdraw()
    throw error
  }
  // A process that ends by process.exit() takes its claim along; after a crash the next start does.
  const onExit = () => rmSync(mine, { force: true })
  process.once('exit', onExit)
  return async () => {
    process.off('exit', onExit)
    await withdraw()
  }
}

/** Says that the claim holds the folder; false when it is gone, because this process stood still so long that it seemed dead. */
async function confirm(path: string): Promise<boolean> {
  try {
    await writeFile(path, held, { flag: 'r+' })
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

interface Claim {
  /** Where process numbers mean the same: a machine, or one container on it, since it was switched on. */
  space: string
  pid: number
  /** When the process began, in ticks of its machine; '0' where the system does not tell. */
  started: string
}

const claimName = ({ space, pid, started }: Claim) => [space, pid, started, randomUUID().slice(0, 8)].join('.')

function parseClaim(name: string): Claim | undefined {
  const [, space, pid, started] = /^([0-9a-f]{12})\.(\d+)\.(\d+)\.[0-9a-f]{8}$/.exec(name) ?? []
  return space && pid && started ? { space, pid: Number(pid), started } : undefined
}

async function livingClaim(claims: string, own: string): Promise<(Claim & { holds: boolean }) | undefined> {
  for (const name of await readdir(claims)) {
    const claim = name === own ? undefined : parseClaim(name)
    if (!claim) continue
    const path = join(claims, name)
    const lives = claim.space === processSpace() ? isRunning(claim) : await showsLife(path)
    if (lives) return { ...claim, holds: (await readFile(path, 'utf8').catch(() => '')) === held }
    await rm(path, { force: true })
  }
  return undefined
}

/** The same number can have been given to another process since, which then began at another time. */
function isRunning({ pid, started }: Claim): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it runs, under another user.
    if (codeOf(error) !== 'EPERM') return false
  }
  const now = look(pid)
  return !now || (now.started === started && !now.ended)
}

/** A process in another container cannot be looked up: it lives when its claim is touched while we watch. */
async function showsLife(path: string): Promise<boolean> {
  const touched = async () => (await stat(path).catch(() => undefined))?.mtimeMs
  const before = await touched()
  if (before === undefined) return false
  for (let waited = 0; waited < 2.5 * signOfLife; waited += 250) {
    await sleep(250)
    const now = await touched()
    if (now === undefined) return false
    if (now !== before) return true
  }
  return false
}

async function touch(path: string) {
  const now = new Date()
  await utimes(path, now, now).catch(() => undefined)
}

/** What /proc/<pid>/stat says: fields 3 (state) and 22 (start). The name in field 2 may hold spaces and brackets. */
function look(pid: number): { started: string; ended: boolean } | undefined {
  const line = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended; only its parent has not noticed yet.
  return fields[19] ? { started: fields[19], ended: fields[0] === 'Z' || fields[0] === 'X' } : undefined
}

let space: string | undefined
function processSpace(): string {
  const bootId = () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
  const processNames = () => readlinkSync('/proc/self/ns/pid')
  const facts = [hostname(), orNothing(bootId), orNothing(processNames)].join(' ')
  space ??= createHash('sha256').update(facts).digest('hex').slice(0, 12)
  return space
}

function orNothing(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
