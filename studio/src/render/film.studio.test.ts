import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from '../narration/tools.ts'
import { readSource } from '../source.ts'
import { openStudioPage } from './browser.ts'
import { filmOrder } from './film-order.ts'
import { renderMaster, type Progress } from './film.ts'

/** Rendering: the same every time, and never begun anew after an interruption. Needs Chromium and ffmpeg. */

const folder = mkdtempSync(join(tmpdir(), 'cutaway-film-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Five seconds of the tyre, small: three chunks of 20, 20 and 10 frames. */
const order = { ...filmOrder(readSource('TYRWER'), 'narrated'), duration: 5, width: 160, height: 90, fps: 10 }

test('the same moment is the same picture, byte for byte, whatever was drawn before', async () => {
  const studio = await openStudioPage()
  try {
    await studio.page.evaluate((o) => window.studio.open(o), order)
    const frame = (time: number) =>
      studio.picture((address) =>
        studio.page.evaluate(([t, a]) => window.studio.frame(t, 0.96, a), [time, address] as const),
      )
    const first = await frame(4)
    await frame(1)
    expect((await frame(4)).equals(first)).toBe(true)
  } finally {
    await studio.close()
  }
})

test('a render that was interrupted goes on with the first chunk that is missing', async () => {
  const seen: Progress[] = []
  await expect(
    renderMaster(order, folder, (progress) => {
      seen.push(progress)
      if (progress.done === 25) throw new Error('somebody pulls the plug')
    }),
  ).rejects.toThrow('pulls the plug')
  expect(readdirSync(folder).filter((name) => name.endsWith('.mp4'))).toEqual(['chunk-000.mp4'])
  const kept = statSync(join(folder, 'chunk-000.mp4')).mtimeMs

  const after: Progress[] = []
  const again = await renderMaster(order, folder, (progress) => {
    if (progress.done === 20) expect(statSync(join(folder, 'chunk-000.mp4')).mtimeMs).toBe(kept)
    after.push(progress)
  })
  expect(after[0]).toEqual({ done: 20, total: 50, remaining: null })
  expect(after.at(-1)).toMatchObject({ done: 50, total: 50, remaining: 0 })
  const probed = await run('ffprobe', [
    '-v',
    'error',
    '-count_frames',
    '-select_streams',
    'v',
    '-show_entries',
    'stream=nb_read_frames',
    '-of',
    'csv=p=0',
    again,
  ])
  expect(probed.stdout.trim()).toBe('50')
  expect(existsSync(join(folder, 'chunk-000.mp4'))).toBe(false)
})
