// Prepares a fresh clone to run Cutaway: Node 24, the packages of package-lock.json, the built web pages. Uses
// built-ins of Node 20 only, because it runs before anything is installed. A step is skipped if its result exists, so
// that a later start costs a few milliseconds.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { run, Stopped } from './child.mjs'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const runtime = join(root, '.runtime')
/** Installed if the system's Node is older than this version's major. */
const nodeVersion = '24.21.0'
const windows = process.platform === 'win32'

/** An expected set-up failure with a one-sentence message. */
export class SetupFailed extends Error {}

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

/** Prints one line with the duration in seconds. Uses stderr, because `describe` owns stdout. */
async function step(title, work) {
  const start = performance.now()
  process.stderr.write(`Setting up: ${title} … `)
  try {
    const result = await work()
    process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stderr.write(error instanceof Stopped ? 'stopped\n' : 'failed\n')
    throw error
  }
}

// ── one set-up at a time ──────────────────────────────────────────────────────────────────────────────────────────

const lockFile = join(runtime, 'setup.lock')
const heartbeat = 5_000
/**
 * A holder touches its lock every `heartbeat`. A lock that has not been touched for this long is stale, whatever
 * machine it came from.
 */
const abandoned = 60_000

function isStale(path) {
  try {
    const { pid, host } = JSON.parse(readFileSync(path, 'utf8'))
    if (Date.now() - statSync(path).mtimeMs > abandoned) return true
    if (host !== hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    if (error.code === 'ESRCH') return true
    // The lock has just been created and is still empty, so its age decides.
    if (error instanceof SyntaxError) return Date.now() - statSync(path, { throwIfNoEntry: false })?.mtimeMs > abandoned
    return false
  }
}

function take(path) {
  try {
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname() }), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

/** Removes a stale lock. Only one process at a time may do so; otherwise two could remove each other's lock. */
function clearStale() {
  const judge = `${lockFile}.judge`
  if (!take(judge)) {
    if (isStale(judge)) rmSync(judge, { force: true })
    return
  }
  try {
    if (isStale(lockFile)) rmSync(lockFile, { force: true })
  } finally {
    rmSync(judge, { force: true })
  }
}

async function alone(work) {
  mkdirSync(runtime, { recursive: true })
  for (let told = false; !take(lockFile);) {
    if (isStale(lockFile)) clearStale()
    else {
      if (!told) process.stderr.write('Setting up: another run is at it, waiting\n')
      told = true
      await sleep(250)
    }
  }
  const beat = setInterval(() => utimesSync(lockFile, new Date(), new Date()), heartbeat)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(lockFile, { force: true })
  }
}

// ── npm ───────────────────────────────────────────────────────────────────────────────────────────────────────────

async function npm(args, env) {
  const flags = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const patience = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=10000']
  let result
  try {
    result = await run('npm', [...args, ...flags, ...patience], { cwd: root, env, quiet: true, shell: windows })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    throw new SetupFailed(
      'npm is not on the PATH. It comes with Node.js: install Node.js 20 or newer together with npm.',
    )
  }
  if (result.code === 0) return
  const said = result.output.replace(/^npm error {5}at .*\n/gm, '').trim()
  const unreachable =
    /ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|ERR_SOCKET_TIMEOUT|_CERT|CERT_|network/i.test(
      said,
    )
  throw new SetupFailed(
    `npm ${args[0]} failed.` +
      (unreachable
        ? ' The package registry cannot be reached: check the network, the proxy and `npm config get registry`, then run the command again.'
        : '') +
      `\nWhat npm said:\n${said}`,
  )
}

// ── Node ──────────────────────────────────────────────────────────────────────────────────────────────────────────

const wantedMajor = Number(nodeVersion.split('.')[0])
const systemNodeWillDo = Number(process.versions.node.split('.')[0]) >= wantedMajor

/** The package with nothing but Node's binary for this machine, so that no install script has to run. */
const nodePackage = `${process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'}-${windows ? 'win' : process.platform}-${process.arch}`
const ownNode = join(runtime, 'node_modules', nodePackage, 'bin', windows ? 'node.exe' : 'node')
const nodeStamp = join(runtime, 'node-version')
const hasNode = () => systemNodeWillDo || (read(nodeStamp) === nodeVersion && existsSync(ownNode))

const tellNode = `Install Node.js ${wantedMajor} or newer yourself, then run the command again.`

async function installNode() {
  rmSync(nodeStamp, { force: true })
  writeFileSync(join(runtime, 'package.json'), '{ "private": true }\n')
  try {
    await npm([
      'install',
      '--prefix',
      runtime,
      '--no-save',
      '--no-package-lock',
      '--ignore-scripts',
      `${nodePackage}@${nodeVersion}`,
    ])
  } catch (error) {
    if (error instanceof SetupFailed && /E404|ETARGET|EBADPLATFORM/.test(error.message))
      throw new SetupFailed(
        `There is no ready-made Node ${nodeVersion} for ${process.platform} ${process.arch}. ${tellNode}`,
      )
    throw error
  }
  const works = await run(ownNode, ['--version'], { quiet: true }).catch((error) => {
    if (error instanceof Stopped) throw error
    return { output: error.message }
  })
  if (works.output.trim() !== `v${nodeVersion}`)
    throw new SetupFailed(
      `The Node ${nodeVersion} installed into .runtime does not run here: ${works.output.trim()}\n${tellNode}`,
    )
  writeFileSync(nodeStamp, nodeVersion)
}

// ── packages ──────────────────────────────────────────────────────────────────────────────────────────────────────

const lockHashFile = join(root, 'node_modules/.cutaway-lock')
const lockHash = () => sha256(read(join(root, 'package-lock.json')) ?? '')
const hasPackages = () => read(lockHashFile) === lockHash()

/**
 * Returns whether node_modules matches package-lock.json, whatever installed it. npm writes its own record when an
 * install is complete. Packages for other platforms are not in that record.
 */
function installedByHand() {
  const record = read(join(root, 'node_modules/.package-lock.json'))
  if (!record) return false
  const wanted = JSON.parse(read(join(root, 'package-lock.json'))).packages
  const installed = JSON.parse(record).packages
  const isPackage = (path) => path.includes('node_modules/') && !wanted[path]?.link
  return (
    Object.keys(wanted).every(
      (path) => !isPackage(path) || wanted[path].optional || wanted[path].version === installed[path]?.version,
    ) && Object.keys(installed).every((path) => !isPackage(path) || installed[path].version === wanted[path]?.version)
  )
}

// ── web pages ─────────────────────────────────────────────────────────────────────────────────────────────────────

const builtFile = join(root, 'web/dist/.built')

function* filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile()) yield path
  if (!found?.isDirectory()) return
  for (const name of readdirSync(path).toSorted())
    if (name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name)) yield* filesUnder(join(path, name))
}

/** Returns the hash of all sources of the built pages. */
function webHash() {
  const hash = createHash('sha256')
  for (const input of ['web', 'contract', 'package-lock.json', 'tsconfig.json'])
    for (const file of filesUnder(join(root, input))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  return hash.digest('hex')
}

const hasWeb = () => read(builtFile) === webHash()

// ── all of it ─────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Ensures Node and the packages, and with `web` the built pages. Returns the Node to run programs with, and an
 * environment that has it first on the PATH. Throws SetupFailed with a message for the user, and Stopped if a signal
 * interrupted it.
 */
export async function setup({ web = false } = {}) {
  const node = systemNodeWillDo ? process.execPath : ownNode
  const env = { ...process.env, PATH: [dirname(node), process.env.PATH].filter(Boolean).join(delimiter) }
  const ready = () => hasNode() && hasPackages() && (!web || hasWeb())
  if (!ready())
    await alone(async () => {
      if (!hasNode()) await step(`Node ${wantedMajor}`, installNode)
      if (!hasPackages()) {
        // Includes dev packages whatever NODE_ENV says, because the web build needs them.
        if (!installedByHand()) await step('packages', () => npm(['ci', '--include=dev'], env))
        writeFileSync(lockHashFile, lockHash())
      }
      if (web && !hasWeb())
        await step('web pages', async () => {
          const hash = webHash()
          const built = await run(node, ['node_modules/vite/bin/vite.js', 'build', 'web'], {
            cwd: root,
            env,
            quiet: true,
          })
          if (built.code !== 0) throw new SetupFailed(`The web pages cannot be built.\n${built.output.trim()}`)
          writeFileSync(builtFile, hash)
        })
    })
  return { node, env }
}
