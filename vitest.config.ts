import { defineConfig } from 'vitest/config'

/** Browser journeys that count the frames and seconds of films. */
const films = ['e2e/player.e2e.ts', 'e2e/player.tracking.e2e.ts']

/** Portals that are started as processes of their own, killed in the middle of work, copied and put back. */
const portals = [
  'server/src/crash.test.ts',
  'server/src/sending.crash.test.ts',
  'server/src/backup.test.ts',
  'server/src/core/backup/backup.test.ts',
]

/** The suites of `npm test`, each a project. scripts/test.mjs runs them one after another and counts. */
export default defineConfig({
  test: {
    // Server files each bring up a database of their own, so more workers than cores only wait for each other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'docs',
          include: ['docs/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          // Worlds are closed by those who open them; files need no thread of their own beside that, which costs a quarter.
          isolate: false,
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'demo/**/*.test.ts'],
          exclude: [...portals, '**/node_modules/**'],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'portals',
          include: portals,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'studio',
          include: ['studio/**/*.test.ts'],
          // *.studio.test.ts needs programs and voices from outside: npm run studio -- test.
          exclude: ['**/node_modules/**', 'studio/**/*.studio.test.ts'],
          // A rig is built of solids for some seconds, three times as long when Vite rewrites its imports.
          experimental: { viteModuleRunner: false },
          // Nothing in it keeps anything: the library of shapes is loaded once for each worker, not for each file.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'studio-tools',
          include: ['studio/**/*.studio.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          exclude: [...films, '**/node_modules/**'],
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'films',
          include: films,
          // They have the computer to themselves: one browser and one server at a time.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // A busy computer answers later than a second.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
})
