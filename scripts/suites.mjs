// Defines the suites of `npm test`: what each runs, which suites run in parallel, and their time budgets.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryPostgres } from '../bench/postgres.ts'
import { errorsIn } from './failures.mjs'
import { root, setup, SetupFailed } from './setup.mjs'
import { sourcesHash } from './sources-hash.mjs'

const bin = (path) => join(root, 'node_modules', path)

/** In one thread, because several would check the same types several times. */
const types = ['--noEmit', '--singleThreaded', '-p', 'tsconfig.json', '--incremental']
const typesMemory = ['--tsBuildInfoFile', '.runtime/types.tsbuildinfo']
/** A file that passed and is unchanged passes: after the first run the check takes a moment. */
const format = ['--check', '--log-level=warn', '**/*.{ts,tsx,mjs,css}']
const formatMemory = ['--cache', '--cache-strategy=content', '--cache-location=.runtime/prettier-cache']

/**
 * `budget`: seconds of processor time of the suite and all processes that it starts. The budget is processor time, not
 * wall time, because suites run side by side and machines have other work: a busy machine doubles the wall time of the
 * same tests, while their processor time stays within a fifth. On two cores, half the sum is the shortest possible time
 * of `npm test`. A suite that exceeds one and a half of its budget fails. TEST_TIME_FACTOR scales all budgets on a slow
 * machine.
 *
 * `workers`: how many processors the suite keeps busy; scripts/test.mjs runs as many suites side by side as fit, those
 * with the largest budget first. Suites that are `alone` count frames or start many programs, and run after all others.
 *
 * `long`: not part of the daily checks. `named`: runs only when it is asked for by name. `unless`: returns the reason for which the suite can be skipped.
 */
export const suites = {
  types: { budget: 40, workers: 1, run: program('typescript/bin/tsc', ...types, ...typesMemory) },
  lint: { budget: 50, workers: 1, run: program('oxlint/bin/oxlint', '--type-aware') },
  format: { budget: 50, workers: 1, run: program('prettier/bin/prettier.cjs', ...format, ...formatMemory) },
  docs: { budget: 20, workers: 1, run: tests() },
  web: { budget: 50, workers: 1, run: tests() },
  components: { budget: 190, workers: 1, run: tests({ browser: true }) },
  axe: { budget: 310, workers: 1, run: onPostgres(tests({ browser: true, pages: true })) },
  server: { budget: 430, workers: 2, run: onPostgres(tests({ projects: ['server', 'mocks'] })) },
  e2e: { budget: 490, workers: 2, run: onPostgres(tests({ browser: true, pages: true })) },
  studio: { budget: 220, workers: 2, run: tests(), unless: unchangedStudio, passed: rememberStudio },
  embedded: { budget: 330, workers: 2, long: true, run: onEmbedded(tests()) },
  postgres: { budget: 110, workers: 1, long: true, run: onPostgres(tests({ projects: ['backup'] }), true) },
  histories: { budget: 600, workers: 1, named: true, run: onPostgres(tests()) },
  portals: { budget: 340, alone: true, long: true, run: tests({ projects: ['portals', 'backup'] }) },
  films: { budget: 220, alone: true, long: true, run: tests({ browser: true, pages: true }) },
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
 * Runs the vitest project with the suite's name, or those named; scripts/report.mjs says what counts as a failed test.
 * `browser` finds Chromium first; `pages` builds the web client.
 */
function tests({ browser = false, pages = false, projects } = {}) {
  return async ({ name, show, results, filters }) => {
    const report = join(results, `${name}.json`)
    const env = { TEST_REPORT: report, ...(browser ? { CHROMIUM_PATH: await findBrowser() } : {}) }
    if (pages) await setup({ web: true })
    const reporters = ['--reporter=default', '--reporter=scripts/report.mjs']
    const which = (projects ?? [name]).flatMap((project) => ['--project', project])
    const { code } = await show([bin('vitest/vitest.mjs'), 'run', ...which, ...reporters, ...filters], env)
    return counts(report, code)
  }
}

/**
 * Runs the tests on the PostgreSQL server of this run, or of TEST_DATABASE_URL, which needs half the processor time of
 * the embedded engine. Uses the embedded engine where PostgreSQL is not installed, unless it is `required`.
 */
function onPostgres(runTests, required = false) {
  return async (asked) => {
    const url = process.env.TEST_DATABASE_URL ?? (await (postgres ??= temporaryPostgres()))?.url
    if (required && !url)
      throw new SetupFailed('No PostgreSQL for the tests. Install it (Debian, Ubuntu: apt-get install postgresql).')
    const show = (args, env) => asked.show(args, { ...env, ...(url ? { TEST_DATABASE_URL: url } : {}) })
    return runTests({ ...asked, show })
  }
}

/** Runs the tests on the embedded engine, even if TEST_DATABASE_URL names a server. */
function onEmbedded(runTests) {
  return (asked) =>
    runTests({ ...asked, show: (args, env) => asked.show(args, { ...env, TEST_DATABASE_URL: undefined }) })
}

/** The server of this run, for all suites, started by the first one that needs it. */
let postgres
export const stopPostgres = async () => (await postgres)?.stop()

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
