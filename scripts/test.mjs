// npm test [-- all | types lint format docs server studio web e2e portals films] [text in a test file's path]
//
// Runs the checks of every day, or those named (text picks files of the suites named), and ends with one line: N passed,
// N failed. `all` are these and the long ones, which a change is not taken without (.ci/run). Types, lint and format count
// as one check each. A suite that runs no test has failed. Run by scripts/run.mjs, which sets up what it needs.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endAs, run } from './child.mjs'
import { root, setup, SetupFailed } from './setup.mjs'

const bin = (path) => join(root, 'node_modules', path)

const steps = {
  types: () => check(bin('typescript/bin/tsc'), ['--noEmit', '-p', 'tsconfig.json']),
  lint: () => check(bin('oxlint/bin/oxlint'), ['--type-aware']),
  format: () => check(bin('prettier/bin/prettier.cjs'), ['--check', '--log-level=warn', '**/*.{ts,tsx,mjs,css}']),
  docs: () => suite('docs'),
  server: () => suite('server'),
  studio: () => suite('studio'),
  web: () => suite('web'),
  e2e: () => journeys('e2e'),
  portals: () => suite('portals'),
  films: () => journeys('films'),
}

/** Too long for every day. */
const long = new Set(['portals', 'films'])

/** A suite in real browsers, with the built pages. */
async function journeys(project) {
  const browser = await findBrowser()
  await setup({ web: true })
  return suite(project, { CHROMIUM_PATH: browser })
}

/** One program whose exit code is the verdict. */
async function check(program, args) {
  const { code } = await show([program, ...args])
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/** One vitest project. A file that cannot be loaded counts as a failed test, and so does an error between tests. */
async function suite(project, env = {}) {
  const report = join(results, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await show([bin('vitest/vitest.mjs'), 'run', '--project', project, ...reporters, ...filters], env)
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, why: 'ran no test' }
  const {
    numPassedTests: passed,
    numFailedTests,
    numPendingTests,
    numTodoTests,
    testResults,
  } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((t) => t.status === 'failed'),
  )
  const failed = numFailedTests + broken.length
  const skipped = numPendingTests + numTodoTests
  if (passed + failed === 0) return { passed, failed: 1, skipped, why: 'ran no test' }
  if (code !== 0 && failed === 0) return { passed, failed: 1, skipped, why: `vitest ended with exit code ${code}` }
  return { passed, failed, skipped }
}

async function findBrowser() {
  const { chromium } = await import('playwright-core')
  const known = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ]
  const found = [process.env.CHROMIUM_PATH, ...known].find((path) => path && existsSync(path))
  if (found) return found
  throw new SetupFailed(
    'No Chromium for the browser journeys. Install one (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH to its program.',
  )
}

/** Runs a script of node_modules. A signal ends the whole run, not only the step that it met. */
async function show(args, env = {}) {
  const ended = await run(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
  if (ended.stoppedBy) {
    rmSync(results, { recursive: true, force: true })
    endAs({ signal: ended.stoppedBy })
  }
  return ended
}

const asked = process.argv.slice(2)
const isAll = asked.includes('all')
const named = isAll ? Object.keys(steps) : asked.filter((word) => Object.hasOwn(steps, word))
const filters = asked.filter((word) => word !== 'all' && !Object.hasOwn(steps, word))
if (filters.length && !named.length) {
  console.error(`npm test -- <${Object.keys(steps).join('|')}> ${filters.join(' ')}: name the suite too.`)
  process.exit(2)
}
const results = mkdtempSync(join(tmpdir(), 'cutaway-test-'))
const total = { passed: 0, failed: 0 }
const lines = []
const everyDay = Object.keys(steps).filter((name) => !long.has(name))
for (const name of named.length ? named : everyDay) {
  console.log(`\n── ${name} ──`)
  const start = performance.now()
  let counts
  try {
    counts = await steps[name]()
  } catch (error) {
    if (!(error instanceof SetupFailed)) throw error
    counts = { passed: 0, failed: 1, skipped: 0, why: error.message }
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  total.passed += counts.passed
  total.failed += counts.failed
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
  lines.push(
    `${name.padEnd(7)} ${counts.passed} passed, ${counts.failed} failed${skipped} in ${seconds} s${counts.why ? `: ${counts.why}` : ''}`,
  )
}
rmSync(results, { recursive: true, force: true })
console.log(`\n${lines.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
