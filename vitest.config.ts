import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { browserArguments, browserPath } from './e2e/support/browser.ts'

const chromium = browserPath()

/** Forms, dialogs and tables in a real browser, each with a server of its own: web/src/testing/. */
const components = 'web/**/*.browser.test.tsx'

/** Browser journeys that count the frames and seconds of films. */
const films = ['e2e/player.e2e.ts', 'e2e/player.tracking.e2e.ts']

/** A table of pages, looked at by axe in each direction and width. */
const axe = 'e2e/axe.e2e.ts'

/** Portals that are started as processes of their own, and killed in the middle of work. */
const portals = ['server/src/crash.test.ts', 'server/src/sending.crash.test.ts', 'server/src/backup.test.ts']

/** Databases that are copied and put back: on both engines. */
const backup = 'server/src/core/backup/backup.test.ts'

/** Ten years of subscriptions on the real engine, when asked for by name. HISTORIES=4 lives four of them. */
const histories = 'server/src/rooms/billing/life/history.test.ts'

/** What these test does not depend on the engine: once, in the suite `server`, is enough. */
const withoutEngine = [
  'server/src/core/{brand,config,html,sanitise-text,texts,texts.spelling}.test.ts',
  'server/src/core/{concurrency,http,observability,pdf,storage}/**',
  'server/src/core/db/{lock,notices,seal}.test.ts',
  'server/src/core/import/table.test.ts',
  'server/src/routes.test.ts',
  'server/src/security/{api-paths,easy-passwords,host,memory,slow-requests}.test.ts',
  'server/src/testing/**',
]

/** Replace a module, which others of the same thread may have loaded: each in a thread of its own. */
const mocks = 'server/**/*.mock.test.ts'

/** Compiles and tests a copy of the tree with the example of the page in it. */
const example = 'docs/add-a-call.test.ts'

/** Node strips the types itself, as in production. Vite would rewrite every import, which makes calls slower too. */
const native = { experimental: { viteModuleRunner: false } }

/**
 * A busy computer answers later than a second, so no test but server/src/nodes.test.ts, which measures how fast changes
 * arrive, sets a shorter time of its own.
 */
const patient = { poll: { timeout: 20_000 } }

/** The suites of `npm test`, each a project. scripts/test.mjs runs them one after another and counts. */
export default defineConfig({
  test: {
    // Server files each bring up a database of their own, so more workers than cores only wait for each other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'docs',
          testTimeout: 120_000,
          include: ['docs/**/*.test.ts', 'scripts/**/*.test.{ts,mjs}'],
          exclude: [example, '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'server',
          ...native,
          // Worlds are closed by those who open them; files need no thread of their own beside that, which costs a quarter.
          isolate: false,
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'demo/**/*.test.ts', 'client/**/*.test.ts'],
          exclude: [...portals, backup, histories, mocks, '**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'mocks',
          ...native,
          include: [mocks],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
      {
        test: {
          // On the embedded engine: the engine itself, what several nodes share, security, and a walk over every call. The
          // stories of the rooms run on PostgreSQL, which answers the same SQL in half the processor time.
          name: 'embedded',
          ...native,
          isolate: false,
          include: ['server/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: [
            ...portals,
            backup,
            ...withoutEngine,
            'server/src/rooms/**',
            'server/src/outside/**',
            '**/node_modules/**',
          ],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'portals',
          include: [...portals, example],
          globalSetup: 'server/src/testing/seeded.ts',
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'backup',
          include: [backup],
          testTimeout: 120_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'histories',
          ...native,
          include: [histories],
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'studio',
          include: ['studio/**/*.test.ts'],
          // *.studio.test.ts needs programs and voices from outside: npm run studio -- test.
          exclude: ['**/node_modules/**', 'studio/**/*.studio.test.ts'],
          // A rig is built of solids for some seconds, three times as long when Vite rewrites its imports.
          ...native,
          // Nothing in it keeps anything: the library of shapes is loaded once for each worker, not for each file.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'studio-tools',
          include: ['studio/**/*.studio.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          testTimeout: 120_000,
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: [components, '**/node_modules/**'],
        },
      },
      {
        extends: './web/vite.config.ts',
        // Texts and the contract lie beside web/.
        server: { fs: { allow: [import.meta.dirname] } },
        // Else the first file that needs one of these reloads the page in the middle of its tests.
        optimizeDeps: { entries: ['src/testing/*.ts*', 'src/**/*.browser.test.tsx'] },
        test: {
          name: 'components',
          // Modules are loaded once, not for each file: `render` takes away what a test showed and held.
          isolate: false,
          include: [components],
          setupFiles: ['web/src/testing/setup.ts'],
          testTimeout: 120_000,
          expect: patient,
          browser: {
            enabled: true,
            headless: true,
            // A browser of a busy computer needs more than a minute to begin.
            connectTimeout: 300_000,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: browserArguments, ...(chromium ? { executablePath: chromium } : {}) },
              // A dialog that still fades in has no contrast.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
          },
        },
      },
      {
        test: {
          name: 'e2e',
          ...native,
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...films, axe, '**/node_modules/**'],
          // A worker has one browser and loads the portal's code once; each file has a portal and data of its own.
          isolate: false,
          sequence: { groupOrder: 1 },
          testTimeout: 240_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'axe',
          ...native,
          include: [axe],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
      {
        test: {
          name: 'films',
          ...native,
          include: films,
          isolate: false,
          // They have the computer to themselves: one browser and one server at a time.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 240_000,
          hookTimeout: 300_000,
          expect: patient,
        },
      },
    ],
  },
})
