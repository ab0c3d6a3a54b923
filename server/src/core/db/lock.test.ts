import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderLocked, lockFolder } from './lock.ts'

let folder: string
let starters: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-lock-'))
})
afterEach(async () => {
  for (const child of starters.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/**
 * Starts a process that tries to lock the folder. Resolves with 'locked' or its message to the operator; the process
 * keeps running.
 */
async function starter(): Promise<{ child: ChildProcess; says: string }> {
  const program = `
    import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
    try { await lockFolder(${JSON.stringify(folder)}); console.log('locked') } catch (error) { console.log(error.message) }
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  starters.push(child)
  const [said] = await once(child.stdout, 'data')
  return { child, says: String(said).trim() }
}
const claims = () => readdir(join(folder, '.lock'))

test('tells the second process which process holds the folder and what to do', async () => {
  const release = await lockFolder(folder)
  const { says } = await starter()
  expect(says).toBe(
    `The data folder ${folder} is in use by process ${process.pid}. ` +
      'Stop that one first, or give this one a folder of its own: DATA_DIR=another-folder',
  )
  await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderLocked)
  await release()
  expect((await starter()).says).toBe('locked')
})

test('gives the folder to exactly one of four concurrent processes', async () => {
  for (let round = 0; round < 3; round += 1) {
    const all = await Promise.all([starter(), starter(), starter(), starter()])
    const winners = all.filter((s) => s.says === 'locked')
    expect(winners).toHaveLength(1)
    for (const loser of all.filter((s) => s !== winners[0]))
      expect(loser.says).toContain(`process ${winners[0]!.child.pid}.`)
    for (const { child } of all) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
})

test('lets the next start take the folder at once after kill -9', async () => {
  const { child, says } = await starter()
  expect(says).toBe('locked')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await claims()).toHaveLength(1)
  const began = Date.now()
  const release = await lockFolder(folder)
  // A claim that may be alive is respected for three seconds.
  expect(Date.now() - began).toBeLessThan(2500)
  expect(await claims()).toHaveLength(1)
  await release()
  expect(await claims()).toEqual([])
})

test('ignores a claim whose process id was reused by another process', async () => {
  const release = await lockFolder(folder)
  const [name] = await claims()
  await release()
  // The claim of a dead process with our process id: identical, except for its start time.
  const [space, pid, started, chance] = name!.split('.')
  await writeFile(join(folder, '.lock', [space, pid, Number(started) - 5000, chance].join('.')), '')
  await (
    await lockFolder(folder)
  )()
  expect(await claims()).toEqual([])
})

test('respects a claim from another container only while it is touched', async () => {
  const foreign = join(folder, '.lock', 'abcdefabcdef.1.4711.00000000')
  await mkdir(join(folder, '.lock'))
  await writeFile(foreign, 'held')
  const alive = setInterval(() => void utimes(foreign, new Date(), new Date()), 500)
  await expect(lockFolder(folder)).rejects.toThrow('in use by process 1.')
  clearInterval(alive)
  await (
    await lockFolder(folder)
  )()
  expect(await claims()).toEqual([])
})

test('ignores and leaves other files in the lock folder', async () => {
  await mkdir(join(folder, '.lock'))
  await writeFile(join(folder, '.lock', 'README'), 'hello')
  await (
    await lockFolder(folder)
  )()
  expect(await readFile(join(folder, '.lock', 'README'), 'utf8')).toBe('hello')
})
