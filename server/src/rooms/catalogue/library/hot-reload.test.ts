import { contract } from '@cutaway/contract'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { libraryFolder } from '../../../start.ts'
import { world, type Person, type World } from '../../../testing/world.ts'

/** Films and their texts are delivered and corrected while the server runs. */

const folder = mkdtempSync(join(tmpdir(), 'cutaway-library-'))
const text = join(folder, 'parts/BRKDSC/text.en-US.yaml')
let w: World
let dana: Person

beforeAll(async () => {
  cpSync(libraryFolder({ libraryDir: undefined }), folder, { recursive: true })
  w = await world({ env: { LIBRARY_DIR: folder } })
  dana = await w.loggedIn('advisor')
})
afterAll(async () => {
  await w.close()
  rmSync(folder, { recursive: true, force: true })
})

async function inSystems(name: string): Promise<boolean> {
  const params = { user: (await dana.me()).user_id, lang: 'en-US', brand: 1, driverside: 'left' } as const
  const { allAnimation } = await dana.call(contract.catalogue.getMainSystemsSubSystemsHierarchy, { params })
  return allAnimation.some((film) => film.part_name === name)
}
async function found(keyword: string): Promise<string[]> {
  const body = { keyword, langaudeId: 'en-US', video_type: 'narrated' } as const
  return (await dana.call(contract.catalogue.getSearchedResults, { body })).map((film) => film.part_name)
}

test('a corrected name is served and searchable at once, and a broken file changes nothing', async () => {
  const original = readFileSync(text, 'utf8')
  expect(await inSystems('Disc brake')).toBe(true)
  expect(await found('disc brake')).toContain('Disc brake')

  writeFileSync(text, original.replace(/^name: .*/m, 'name: Zephyr brake'))
  await expect.poll(() => inSystems('Zephyr brake')).toBe(true)
  expect(await inSystems('Disc brake')).toBe(false)
  expect(await found('zephyr')).toEqual(['Zephyr brake'])

  // The watcher reads the broken file, then the repaired one; in between the old texts remain.
  const warned = vi.spyOn(w.running.services.log, 'warn')
  writeFileSync(text, 'name: [')
  await expect.poll(() => warned.mock.calls.length).toBeGreaterThan(0)
  expect(await inSystems('Zephyr brake')).toBe(true)

  writeFileSync(text, original)
  await expect.poll(() => inSystems('Disc brake')).toBe(true)
})
