import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A copy of the working tree for faults and test runs, so that the tree itself is never modified. */

const root = join(import.meta.dirname, '../..')
const workspaces = ['contract', 'server', 'web', 'studio']

export interface Copy {
  /** Path of the copy. */
  folder: string
  read(path: string): Promise<string>
  write(path: string, text: string): Promise<void>
  /** Runs server test files. `failed` names the first test that failed, or is 'too long' after `limit` seconds. */
  run(files: string[], limit: number): Promise<{ passed: boolean; failed: string; seconds: number }>
  /** Returns the files under a folder as sorted paths relative to the root. */
  filesUnder(folder: string): Promise<string[]>
  remove(): Promise<void>
}

/** Copies tracked and untracked files; packages are linked. */
export async function copyTree(): Promise<Copy> {
  const at = await mkdtemp(join(tmpdir(), 'cutaway-mutate-'))
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  if (listed.status !== 0) throw new Error(`git ls-files failed: ${String(listed.stderr)}`)
  for (const path of new Set(String(listed.stdout).split('\0').filter(Boolean))) {
    await mkdir(dirname(join(at, path)), { recursive: true })
    await copyFile(join(root, path), join(at, path), constants.COPYFILE_FICLONE).catch(
      (error: NodeJS.ErrnoException) => {
        // Deleted but not yet committed.
        if (error.code !== 'ENOENT') throw error
      },
    )
  }
  await linkPackages(at)

  return {
    folder: at,
    read: (path) => readFile(join(at, path), 'utf8'),
    write: (path, text) => writeFile(join(at, path), text),
    filesUnder: async (folder) =>
      (await readdir(join(at, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(at.length + 1))
        .toSorted(),
    run: (files, limit) => runTests(at, files, limit),
    remove: () => rm(at, { recursive: true, force: true }),
  }
}

/** Links the packages of node_modules to those of the tree. Only our own workspaces point into the copy. */
async function linkPackages(at: string): Promise<void> {
  const packages = join(root, 'node_modules')
  await mkdir(join(at, 'node_modules/@cutaway'), { recursive: true })
  for (const name of await readdir(packages))
    if (name !== '@cutaway' && name !== '.vite' && name !== '.vitest')
      await symlink(join(packages, name), join(at, 'node_modules', name))
  for (const name of workspaces) {
    await symlink(join(at, name), join(at, 'node_modules/@cutaway', name))
    await symlink(join(root, name, 'node_modules'), join(at, name, 'node_modules'))
  }
}

async function runTests(at: string, files: string[], limit: number) {
  const start = performance.now()
  const vitest = join(at, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', '--bail', '1', '--no-color', ...files], {
    cwd: at,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  let isTooLong = false
  const timer = setTimeout(() => {
    isTooLong = true
    // Ends the process and its workers.
    process.kill(-child.pid!, 'SIGKILL')
  }, limit * 1000)
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(timer)
  const seconds = (performance.now() - start) / 1000
  const failed = isTooLong ? 'too long' : (/FAIL\s+(?:\|\w+\|)?\s*(.+)/.exec(output)?.[1] ?? output.trim().slice(-300))
  return { passed: code === 0, failed: code === 0 ? '' : failed, seconds }
}
