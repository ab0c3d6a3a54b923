// node scripts/run.mjs <command> [arguments]
//
// Sets up what is missing, then runs the command with Node 24. Behind the `npm` scripts of package.json.
import { join } from 'node:path'
import { endAs, run, Stopped } from './child.mjs'
import { root, setup, SetupFailed } from './setup.mjs'

const commands = {
  start: { web: true, args: ['server/src/main.ts'] },
  dev: { args: ['--watch', '--watch-preserve-output', 'server/src/main.ts'], env: { CUTAWAY_DEV: '1' } },
  test: { args: ['scripts/test.mjs'] },
  bench: { web: true, args: ['bench/run.ts'] },
  describe: { args: ['server/src/describe.ts'] },
  backup: { args: ['server/src/backup.ts'] },
  restore: { args: ['server/src/restore.ts'] },
  site: { args: ['server/src/site.ts'] },
  'mail-domain': { args: ['server/src/maildomain.ts'] },
  'check-sums': { args: ['scripts/check-sums.ts'] },
  mutate: { args: ['scripts/mutate.ts'] },
  studio: { args: ['--disable-warning=THREE_CJS_DEPRECATED', 'studio/src/main.ts'] },
  screenshots: { args: ['scripts/screenshots.ts'] },
}

const [name, ...given] = process.argv.slice(2)
const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined
if (!command) {
  console.error(`Usage: node scripts/run.mjs <${Object.keys(commands).join('|')}> [arguments]`)
  process.exit(2)
}

/** Node keeps compiled scripts here, so that the next process starts in half the time. */
const compiled = { NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache') }

try {
  const { node, env } = await setup({ web: command.web })
  endAs(await run(node, [...command.args, ...given], { cwd: root, env: { ...compiled, ...env, ...command.env } }))
} catch (error) {
  if (error instanceof Stopped) endAs(error)
  else if (error instanceof SetupFailed) {
    console.error(`\n${error.message}`)
    process.exit(1)
  } else throw error
}
