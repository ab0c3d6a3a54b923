// npm test [-- all | types lint format docs web server components e2e axe studio embedded postgres histories portals films] [text in a test file's path]
//
// Runs the checks of every day, or those named (text picks files of the suites named). Ends with a list of what failed,
// and one line: N passed, N failed. `all` are these and the long ones, which a change is not taken without (.ci/run). Types, lint and format count
// as one check each. A suite that runs no test has failed, and one that takes over one and a half of its budget too
// (scripts/suites.mjs). Run by scripts/run.mjs, which sets up what it needs.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAs, run, Stopped } from './child.mjs'
import { listFailures } from './failures.mjs'
import { root, SetupFailed } from './setup.mjs'
import { stopPostgres, suites } from './suites.mjs'

const names = Object.keys(suites)
const asked = process.argv.slice(2)
const isAll = asked.includes('all')
const named = asked.filter((word) => Object.hasOwn(suites, word))
const filters = asked.filter((word) => word !== 'all' && !Object.hasOwn(suites, word))
if (filters.length && !named.length) {
  console.error(`npm test -- <${names.join('|')}> ${filters.join(' ')}: name the suite too.`)
  process.exit(2)
}
const isChecked = isAll || named.length > 0 || (process.env.CI ?? 'false') !== 'false'
const timeFactor = Number(process.env.TEST_TIME_FACTOR ?? '1')
if (!(timeFactor > 0)) {
  console.error('TEST_TIME_FACTOR is how many times as long the suites may take here: a number above 0.')
  process.exit(2)
}

const results = mkdtempSync(join(tmpdir(), 'cutaway-test-'))
const lines = new Map()
const total = { passed: 0, failed: 0 }
const failures = []
/** The signal that asked the run to stop. */
let stoppedBy

/**
 * Runs the suite and records its result line. `aside` buffers the output of its programs until the suite has ended,
 * because another suite prints at the same time.
 */
async function runSuite(name, aside) {
  const suite = suites[name]
  const reason = isChecked ? undefined : suite.unless?.()
  if (reason) {
    console.log(`\n── ${name} ── left out: ${reason}`)
    lines.set(name, `left out: ${reason}`)
    return
  }
  console.log(aside ? `\n── ${name} ── begins` : `\n── ${name} ──`)
  const start = performance.now()
  let said = ''
  const timing = join(results, `${name}.seconds`)
  /** Runs a script of node_modules. */
  const show = async (args, env = {}) => {
    const colour = aside && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
    const ended = await run(process.execPath, [join(root, 'scripts/timed.mjs'), timing, ...args], {
      cwd: root,
      env: { ...process.env, ...colour, ...env },
      quiet: aside,
    })
    if (ended.stoppedBy) throw new Stopped(ended.stoppedBy)
    said += ended.output
    return ended
  }
  let counts
  try {
    counts = await suite.run({ name, show, results, filters })
  } catch (error) {
    if (error instanceof Stopped) {
      stoppedBy ??= error.signal ?? 'SIGTERM'
      return
    }
    if (!(error instanceof SetupFailed)) throw error
    counts = { passed: 0, failed: 1, skipped: 0, failures: [{ error: error.message }] }
  }
  const seconds = (performance.now() - start) / 1000
  const processor = existsSync(timing) ? Number(readFileSync(timing, 'utf8')) : undefined
  const tooLong = overBudget(suite, processor ?? seconds)
  if (counts.failed === 0 && !filters.length) suite.passed?.()
  if (tooLong) counts = { ...counts, failed: counts.failed + 1, failures: [...counts.failures, { error: tooLong }] }
  failures.push(...counts.failures.map((failure) => ({ suite: name, ...failure })))
  total.passed += counts.passed
  total.failed += counts.failed
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
  const time = `${seconds.toFixed(1)} s${processor === undefined ? '' : ` (${processor.toFixed(0)} s of processor time, budget ${suite.budget})`}`
  lines.set(name, `${counts.passed} passed, ${counts.failed} failed${skipped} in ${time}`)
  if (aside) console.log(`\n── ${name} ──\n${said}${name}: ${lines.get(name)}`)
}

/** Returns a message if the suite exceeded one and a half of its budget. */
function overBudget({ budget }, took) {
  const most = budget * 1.5 * timeFactor
  return took > most
    ? `took ${took.toFixed(0)} s, more than ${most.toFixed(0)} s: one and a half of its budget of ${budget} s (scripts/suites.mjs; TEST_TIME_FACTOR is ${timeFactor})`
    : undefined
}

/**
 * One more than the processors, because tests also wait. On one processor two suites still run side by side, and a
 * suite that is alone gets all.
 */
const places = availableParallelism() + 1

/** Runs the suites side by side, as many as there are places for, those with the largest budget first. */
async function runSuites(waiting) {
  const queue = waiting.toSorted((one, other) => suites[other].budget - suites[one].budget)
  const workersOf = (name) => (suites[name].alone ? places : Math.min(suites[name].workers, places))
  const isAside = queue.filter((name) => !suites[name].alone).length > 1
  let free = places
  const running = new Set()
  for (;;) {
    const next = stoppedBy ? undefined : queue.find((name) => workersOf(name) <= free && isTurn(name))
    if (next === undefined) {
      if (running.size === 0) return
      await Promise.race(running)
      continue
    }
    queue.splice(queue.indexOf(next), 1)
    free -= workersOf(next)
    const ended = begin(next)
    running.add(ended)
    void ended.finally(() => running.delete(ended))
  }
  async function begin(name) {
    await runSuite(name, isAside && !suites[name].alone)
    free += workersOf(name)
  }
  function isTurn(name) {
    return !suites[name].alone || queue.every((other) => suites[other].alone)
  }
}

const chosen = isAll
  ? names.filter((n) => !suites[n].named)
  : named.length
    ? names.filter((n) => named.includes(n))
    : names.filter((n) => !suites[n].long && !suites[n].named)
const start = performance.now()
try {
  await runSuites(chosen)
} finally {
  await stopPostgres()
}

rmSync(results, { recursive: true, force: true })
if (stoppedBy) endAs({ signal: stoppedBy })
else {
  const width = Math.max(...names.map((name) => name.length))
  console.log(`\n${chosen.map((name) => `${name.padEnd(width)} ${lines.get(name)}`).join('\n')}`)
  const list = listFailures(failures)
  if (list.length) console.log(`\n${list.join('\n')}`)
  console.log(
    `\nin ${((performance.now() - start) / 1000).toFixed(0)} s\n${total.passed} passed, ${total.failed} failed`,
  )
  process.exitCode = total.failed ? 1 : 0
}
