// Defines the suites of `npm test`: what each runs, which suites run in parallel, and their time budgets.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryPostgres } from '../bench/postgres.ts'
import { errorsIn } from './failures.mjs'
import { root, setup, SetupFailed } from './setup.mjs'
import { sourcesHash } from './sources-hash.mjs'

const bin = (path) => join(root, 'node_modules', path)

/**
 * `budget`: seconds of processor time of the suite and all processes that it starts. The budget is processor time, not
 * wall time, because suites run side by side and machines have other work: a busy machine doubles the wall time of the
 * same tests, while their processor time stays within a fifth. On two cores, half the sum is the shortest possible time
 * of `npm test`. A suite that exceeds one and a half of its budget fails. TEST_TIME_FACTOR scales all budgets on a slow
 * machine.
 *
 * `lane`: suites of one lane run one after another; the lanes run side by side. `quick` suites use one core each and
 * fill the capacity that the workers of the `main` suites leave. `alone` suites count frames or kill processes, and
 * wait for both lanes.
 *
 * `long`: not part of the daily checks. `unless`: returns the reason for which the suite can be skipped.
 */
export const suites = {
  types: { budget: 40, lane: 'quick', run: program('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json') },
  lint: { budget: 40, lane: 'quick', run: program('oxlint/bin/oxlint', '--type-aware') },
  format: {
    budget: 40,
    lane: 'quick',
    run: program('prettier/bin/prettier.cjs', '--check', '--log-level=warn', '**/*.{ts,tsx,mjs,css}'),
  },
  docs: { budget: 15, lane: 'quick', run: tests() },
  web: { budget: 40, lane: 'quick', run: tests() },
  components: { budget: 70, lane: 'quick', run: tests({ browser: true }) },
  axe: { budget: 180, lane: 'quick', run: tests({ browser: true, pages: true }) },
  server: { budget: 380, lane: 'main', run: onPostgres(tests()) },
  e2e: { budget: 700, lane: 'main', run: tests({ browser: true, pages: true }) },
  studio: { budget: 220, lane: 'main', run: tests(), unless: unchangedStudio, passed: rememberStudio },
  portals: { budget: 300, lane: 'alone', long: true, run: tests() },
  films: { budget: 300, lane: 'alone', long: true, run: tests({ browser: true, pages: true }) },
}

/** Runs one program. Its exit code is the result. */
function program(path, ...args) {
  return async ({ show }) => {
    const { code, output } = await show([bin(path), ...args])
    if (code === 0) return { passed: 1, failed: 0, skipped: 0, failures: [] }
    return failed(errorsIn(output) || `ended with exit code ${code}: its output is above`)
  }
}

/** Returns the counts of a suite that failed as a whole. */
function failed(error) {
  return { passed: 0, failed: 1, skipped: 0, failures: [{ error }] }
}

/**
 * Runs the vitest project with the suite's name; scripts/report.mjs says what counts as a failed test. `browser` finds
 * Chromium first; `pages` builds the web client.
 */
function tests({ browser = false, pages = false } = {}) {
  return async ({ name, show, results, filters }) => {
    const report = join(results, `${name}.json`)
    const env = { TEST_REPORT: report, ...(browser ? { CHROMIUM_PATH: await findBrowser() } : {}) }
    if (pages) await setup({ web: true })
    const reporters = ['--reporter=default', '--reporter=scripts/report.mjs']
    const { code } = await show([bin('vitest/vitest.mjs'), 'run', '--project', name, ...reporters, ...filters], env)
    return counts(report, code)
  }
}

/**
 * Runs the tests on a PostgreSQL server of their own, which needs half the processor time of the embedded engine. Uses
 * the embedded engine where PostgreSQL is not installed, and for `all`: .ci/run repeats the tests on a server.
 */
function onPostgres(runTests) {
  return async (asked) => {
    if (asked.all || process.env.TEST_DATABASE_URL) return runTests(asked)
    const postgres = await temporaryPostgres()
    if (!postgres) return runTests(asked)
    const show = (args, env) => asked.show(args, { ...env, TEST_DATABASE_URL: postgres.url })
    try {
      return await runTests({ ...asked, show })
    } finally {
      await postgres.stop()
    }
  }
}

function counts(report, code) {
  if (!existsSync(report)) return failed('ran no test')
  const result = JSON.parse(readFileSync(report, 'utf8'))
  if (result.passed + result.failed === 0) return { ...failed('ran no test'), skipped: result.skipped }
  if (code === 0 || result.failed > 0) return result
  return { ...result, failed: 1, failures: [{ error: `vitest ended with exit code ${code}` }] }
}

/** Returns the path of Chromium, or throws SetupFailed with what to install. */
export async function findBrowser() {
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
    'No Chromium for the browser tests. Install one (Debian, Ubuntu: apt-get install chromium) or set CHROMIUM_PATH to its program.',
  )
}

// ── the studio ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Takes minutes and depends only on these files (and their imports), which rarely change. */
const studioSources = ['studio', 'library', 'package-lock.json', 'tsconfig.json', 'vitest.config.ts']
const studioPassed = join(root, '.runtime/studio-passed')

function unchangedStudio() {
  const before = existsSync(studioPassed) ? readFileSync(studioPassed, 'utf8') : undefined
  return before === sourcesHash(studioSources)
    ? 'studio/ and library/ are as they were when its tests last passed here; `npm test -- studio` runs them all the same'
    : undefined
}

function rememberStudio() {
  mkdirSync(dirname(studioPassed), { recursive: true })
  writeFileSync(studioPassed, sourcesHash(studioSources))
}
