import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { demoPassword } from '../../demo/people.ts'
import { ask, cookieOf, passedOn, startPortal, type Portal } from './testing/portal.ts'
import { copySeeded } from './testing/seeded.ts'

/** `npm run backup` and `npm run restore` as an operator runs them. */

let folder: string
let portal: Portal
let address: string
let cookie: string

const data = (name: string) => join(folder, name)

async function run(command: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...args], {
    env: { ...passedOn(), INIT_CWD: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-commands-'))
  await copySeeded(inject('seededFolder'), data('first'))
  portal = startPortal({ DATA_DIR: data('first') })
  address = await portal.address
  const answer = await ask(address, '/api/v1/login', { body: { username: 'advisor', password: demoPassword } })
  cookie = cookieOf(answer)
})
afterAll(async () => {
  portal.kill('SIGKILL')
  await portal.ended
  await rm(folder, { recursive: true, force: true })
})

test('refuses the embedded database of a running portal', async () => {
  const refused = { code: 1, output: '', errors: expect.stringContaining(`in use by process ${portal.pid}`) }
  expect(await run('backup', ['copy'], { DATA_DIR: data('first') })).toEqual(refused)
  expect(existsSync(data('copy'))).toBe(false)
  expect((await ask(address, '/readyz')).status).toBe(200)
})

test(
  'a backup, restored into another folder, gives the same portal: Dana is still logged in',
  { timeout: 240_000 },
  async () => {
    portal.kill('SIGTERM')
    await portal.ended
    const backup = await run('backup', ['copy'], { DATA_DIR: data('first') })
    expect(backup).toMatchObject({ code: 0, errors: '' })
    expect(backup.output).toMatch(/^ {2}users: 1020 rows$/m)
    expect(backup.output).toContain(`Backup written to ${data('copy')}`)

    const restore = await run('restore', ['copy'], { DATA_DIR: data('second') })
    expect(restore).toMatchObject({ code: 0, errors: '' })
    portal = startPortal({ DATA_DIR: data('second') })
    const session = await ask(await portal.address, '/api/v1/getUserSession', { cookie })
    expect(session.body).toMatchObject({ status: 1, data: { user: { username: 'advisor' } } })

    portal.kill('SIGTERM')
    await portal.ended
    const again = await run('restore', ['copy'], { DATA_DIR: data('second') })
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining('not empty (34 web sites)') })
    expect((await run('restore', ['copy', '--replace'], { DATA_DIR: data('second') })).code).toBe(0)
  },
)

test('puts a backup without a name into the data folder, named by its time', async () => {
  expect((await run('backup', [], { DATA_DIR: data('first') })).code).toBe(0)
  const [made, ...more] = await readdir(join(data('first'), 'backups'))
  expect(made).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/)
  expect(more).toEqual([])
})

test.each([
  ['a folder without a database', 'backup', [], {}, 'There is no database in'],
  ['two folders', 'backup', ['a', 'b'], {}, 'Usage: npm run backup'],
  ['no folder to restore', 'restore', [], {}, 'Usage: npm run restore'],
  ['a folder that is not a backup', 'restore', ['.'], {}, 'is not a backup'],
  ['an invalid setting', 'restore', ['copy'], { PORT: 'x' }, 'PORT: '],
  ['an unreachable server', 'backup', [], { DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/a' }, 'cannot be reached'],
] as const)('is refused with one sentence: %s', async (_title, command, args, env, sentence) => {
  const { code, errors } = await run(command, [...args], { DATA_DIR: data('nowhere'), ...env })
  expect(code).toBe(1)
  expect(errors).toContain(sentence)
  expect(errors).not.toMatch(/\n\s+at |hunter2/)
  expect(existsSync(data('nowhere'))).toBe(false)
})
