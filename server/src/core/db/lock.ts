import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { readFileSync, readlinkSync, rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A lock on a folder for the embedded database, which has no lock of its own and is corrupted when two processes write
 * to it.
 *
 * A process that wants the folder first puts a claim into `.lock`: a file whose name identifies the process. If no
 * other living process has a claim, it gets the folder and records that in the content of its claim. If there is
 * another living claim, it withdraws its own claim, and gives up if the other one holds the folder. So two processes
 * can never hold the folder at once. Each name is used once, so removing the claims of dead processes cannot affect a
 * living one.
 */

/** The folder is in use. The message is for the operator. */
export class FolderLocked extends Error {
  readonly folder: string
  /** The id of the process that holds the folder, in its own process namespace. */
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

/** How often a holder touches its claim, in milliseconds. */
const signOfLife = 1000
/** How long concurrent processes retry at random intervals before they give up, in milliseconds. */
const patience = 5000
const held = 'held'

/**
 * Locks a folder, which must exist. Returns a function that releases it. Throws FolderLocked while another living
 * process holds it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const place = resolve(folder)
  const claims = join(place, '.lock')
  await mkdir(claims, { recursive: true })
  const own = claimName({ space: processSpace(), pid: process.pid, started: look(process.pid)?.started ?? '0' })
  const mine = join(claims, own)
  const until = Date.now() + patience
  // Touches the claim from the start; otherwise a process in another container would take it for a dead one.
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
      // Two concurrent processes have seen each other's claims. A random wait lets one of them find the folder free.
      await sleep(20 + Math.random() * 180)
    }
  } catch (error) {
    await withdraw()
    throw error
  }
  // A process that ends by process.exit() removes its claim. After a crash the next start removes it.
  const onExit = () => rmSync(mine, { force: true })
  process.once('exit', onExit)
  return async () => {
    process.off('exit', onExit)
    await withdraw()
  }
}

/**
 * Records that the claim holds the folder. Returns false if it is gone, because this process was suspended so long that
 * it seemed dead.
 */
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
  /** The process namespace: a machine, or one container on it, since it was booted. */
  space: string
  pid: number
  /** The start time of the process, in ticks of its machine; '0' if the system does not provide it. */
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

/** Another process may have reused the process id; its start time then differs. */
function isRunning({ pid, started }: Claim): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: the process runs, under another user.
    if (codeOf(error) !== 'EPERM') return false
  }
  const now = look(pid)
  return !now || (now.started === started && !now.ended)
}

/** A process in another container cannot be looked up: it is alive if its claim is touched during this check. */
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

/** Reads /proc/<pid>/stat: fields 3 (state) and 22 (start). The name in field 2 may contain spaces and brackets. */
function look(pid: number): { started: string; ended: boolean } | undefined {
  const line = orNothing(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  // A zombie has ended; its parent has not collected it yet.
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
