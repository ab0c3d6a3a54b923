import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  browserWorld,
  desktop,
  expectAccessible,
  expectNoSidewaysScroll,
  hebrew,
  moving,
  phone,
  type BrowserWorld,
} from './support/world.ts'

/**
 * Covers the player: the narrated film with keys and languages, the interactive film step by step, and error states.
 */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld({}, moving)
})
afterAll(() => w.close())

/** With reduced motion a film waits for a click, so that a test can look at its start. */
const still = { reducedMotion: 'reduce' } as const

const time = (page: Page) => page.evaluate(() => document.querySelector('video')?.currentTime ?? -1)
const isPaused = (page: Page) => page.evaluate(() => document.querySelector('video')?.paused ?? true)
/** Returns the width and height of the frame that holds the picture. */
const shapeOfFilm = (page: Page) =>
  page.evaluate((): [number, number] => {
    const box = document.querySelector('video')?.parentElement?.getBoundingClientRect()
    return [box?.width ?? 0, box?.height ?? 0]
  })
const open = async (page: Page, part: string) => {
  await page.goto(`/animation/${part}`)
  await page.getByRole('heading', { level: 1, name: 'Disc brake' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.readyState ?? 0)).toBeGreaterThan(1)
}

describe('the narrated film', () => {
  test('plays at once when its URL is opened, in the video element that the server wrote', async () => {
    const page = await w.arriving('advisor')
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () =>
        Object.assign(window, { early: document.querySelector('#early-film') }),
      )
    })
    await open(page, 'BRKDSC')
    await expect.poll(() => isPaused(page)).toBe(false)
    const adopted = await page.evaluate(
      () => 'early' in window && window.early !== null && window.early === document.querySelector('video'),
    )
    expect(adopted).toBe(true)
    await expect.poll(() => page.locator('video').count()).toBe(1)
  })

  test('waits on its first frame for a press on the large play button where motion is reduced', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC')
    const start = page.getByRole('button', { name: 'Play Disc brake' })
    await start.waitFor()
    expect([await isPaused(page), await time(page)]).toEqual([true, 0])
    await start.click()
    await expect.poll(() => isPaused(page)).toBe(false)
  })

  test('ends with an offer to share it and with the next film of its system, which plays at once', async () => {
    const page = await w.arriving('advisor')
    await open(page, 'BRKDSC')
    await page.evaluate(() => (document.querySelector('video')!.currentTime = 24.5))
    const end = page.getByRole('region', { name: 'Show it to your customer' })
    await end.getByRole('button', { name: 'Share with customer' }).waitFor()
    await expectAccessible(page)
    await end.getByRole('link', { name: /Drum brake/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Drum brake' }).waitFor()
    await expect.poll(() => isPaused(page)).toBe(false)
  })

  test('responds to keys: space, 5 seconds forward, 2.3 back, captions and labels', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC')
    await page.getByRole('button', { name: 'Play', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => time(page)).toBeCloseTo(5, 1)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => time(page)).toBeCloseTo(2.7, 1)
    await page.keyboard.press('Space')
    await expect.poll(() => isPaused(page)).toBe(false)
    // The label of the focused button names its next action.
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    await page.keyboard.press('Space')
    await expect.poll(() => isPaused(page)).toBe(true)
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    const captions = page.getByRole('button', { name: 'Captions' })
    const before = await captions.getAttribute('aria-pressed')
    await page.keyboard.press('c')
    await expect.poll(() => captions.getAttribute('aria-pressed')).not.toBe(before)
  })

  test('is 16:9, starts at volume 0.5 in steps of 0.05, and hides the sound reminder after 6 s', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC')
    const [width, height] = await shapeOfFilm(page)
    expect(width / height).toBeCloseTo(16 / 9, 2)
    const volume = () => page.evaluate(() => document.querySelector('video')?.volume)
    expect(await volume()).toBe(0.5)
    await page.getByRole('button', { name: 'Mute' }).focus()
    await page.keyboard.press('ArrowUp')
    expect(await volume()).toBe(0.55)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    expect(await volume()).toBe(0.45)
    await page.keyboard.press('m')
    // The page itself measures: a busy computer may see the reminder late.
    const milliseconds = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let shown = 0
          const look = new MutationObserver(() => {
            const isShown = document.querySelector('[role="status"] button, output button') !== null
            if (isShown) shown ||= performance.now()
            else if (shown) resolve(performance.now() - shown)
          })
          look.observe(document.body, { childList: true, subtree: true })
        }),
    )
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByRole('status').getByRole('button').waitFor()
    expect(await milliseconds).toBeGreaterThan(4500)
  })

  test('offers qualities, and previews the target of a seek', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC')
    const quality = page.getByRole('button', { name: /^Quality/ })
    await quality.click()
    await expect.poll(() => page.getByRole('menuitemradio').allInnerTexts()).toEqual(['Auto', '720p', '270p'])
    await page.keyboard.press('Escape')
    // A menu that closes gives the focus back to its button.
    await expect.poll(() => quality.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Picture in picture' }).waitFor()
    const timeline = page.getByRole('slider', { name: 'Position in the film' })
    await page.getByRole('button', { name: 'Play', exact: true }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => timeline.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('[style*="thumbnails"], [style*="sprite"]').count()).toBe(1)
  })

  test('shows its description and keywords', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC')
    await page.getByRole('tab', { name: 'Description' }).click()
    await expect
      .poll(() => page.getByRole('list', { name: 'Keywords' }).getByRole('listitem').count())
      .toBeGreaterThan(2)
    await open(page, 'BRKDSC-INT')
    await page.getByText('Description', { exact: true }).click()
    await expect
      .poll(() => page.getByRole('list', { name: 'Keywords' }).getByRole('listitem').count())
      .toBeGreaterThan(2)
  })

  test('seeks to a clicked line of the transcript', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC')
    await page.getByText('On release, the seal pulls the piston back.').click()
    await expect.poll(() => time(page)).toBeGreaterThanOrEqual(16)
  })

  test('offers captions or other narrations to Mali, who reads Thai, because there is no Thai narration', async () => {
    const page = await w.arriving('advisor', { locale: 'th-TH' })
    await page.goto('/animation/BRKDSC')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'English' }).first().waitFor()
    await expect.poll(() => main.getByRole('button', { name: /Español/ }).count()).toBeGreaterThan(0)
    await expectAccessible(page)
  })
})

describe('the interactive film', () => {
  test('plays a step to its last frame and stops, and loops a looping step', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC-INT')
    expect(await page.evaluate(() => document.querySelector('video')?.muted)).toBe(true)
    const step = (name: RegExp) => page.getByRole('button', { name }).first()
    await step(/New pad/).click()
    await expect.poll(() => isPaused(page)).toBe(false)
    await expect.poll(() => isPaused(page)).toBe(true)
    expect(await time(page)).toBeGreaterThan(6.8)
    expect(await time(page)).toBeLessThan(7.1)
    await expect.poll(() => step(/New pad/).getAttribute('aria-pressed')).toBe('true')

    await step(/Brakes applied/).click()
    await new Promise((resolve) => setTimeout(resolve, 4500))
    expect(await isPaused(page)).toBe(false)
    expect(await time(page)).toBeGreaterThanOrEqual(3.5)
    expect(await time(page)).toBeLessThan(4.6)
  })

  test('is 15:9 and muted, and starts on its first play_time', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC-INT')
    const [width, height] = await shapeOfFilm(page)
    expect(width / height).toBeCloseTo(15 / 9, 2)
    expect(await page.evaluate(() => document.querySelector('video')?.muted)).toBe(true)
    expect(await isPaused(page)).toBe(true)
    expect(await time(page)).toBeLessThan(0.1)
    const labels = page.getByRole('button', { name: 'Labels' })
    await page
      .getByRole('button', { name: /At rest/ })
      .first()
      .click()
    await expect.poll(() => page.locator('[data-part="box"]').count()).toBeGreaterThan(2)
    await labels.click()
    await expect.poll(() => labels.getAttribute('aria-pressed')).toBe('false')
    await expect.poll(() => page.locator('[data-part="box"]').count()).toBe(0)
  })

  test('responds to the number keys, and the later of two quick clicks wins', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC-INT')
    await page
      .getByRole('button', { name: /At rest/ })
      .first()
      .focus()
    await page.keyboard.press('5')
    await page.keyboard.press('4')
    await expect.poll(() => isPaused(page)).toBe(false)
    await expect.poll(() => isPaused(page)).toBe(true)
    expect(await time(page)).toBeGreaterThan(6.8)
    expect(await time(page)).toBeLessThan(7.1)
  })

  test('switches to the narrated film and back with one button', async () => {
    const page = await w.arriving('advisor', still)
    await open(page, 'BRKDSC')
    await page.getByRole('radio', { name: 'Interactive' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/animation/BRKDSC-INT')
    await page
      .getByRole('button', { name: /Brakes applied/ })
      .first()
      .waitFor()
  })
})

describe('every part of the library', () => {
  const library = join(import.meta.dirname, '../library/parts')
  const folders = readdirSync(library).filter(
    (name) => !/^draft: true$/m.test(readFileSync(join(library, name, 'part.yaml'), 'utf8')),
  )
  let pages: Page[]
  beforeAll(async () => {
    pages = [await w.loggedIn('advisor'), await w.loggedIn('advisor', hebrew)]
  })
  afterAll(() => Promise.all(pages.map((page) => page.context().close())))

  test.each(folders)('%s can be watched and clicked through, in English and in Hebrew', async (folder) => {
    for (const [index, page] of pages.entries())
      for (const part of [folder, `${folder}-INT`]) {
        await page.goto(`/animation/${part}`)
        const heading = page.getByRole('heading', { level: 1 })
        await heading.waitFor()
        if (index === 1) expect(await heading.innerText()).toMatch(/[\u05d0-\u05ea]/)
        await expect
          .poll(() => page.evaluate(() => document.querySelector('video')?.readyState ?? 0))
          .toBeGreaterThan(1)
        if (part === folder) continue
        const steps = page.getByRole('main').locator('[aria-pressed][data-step]')
        await expect.poll(() => steps.count()).toBeGreaterThanOrEqual(3)
        for (const step of await steps.all()) {
          await step.click()
          await expect.poll(() => step.getAttribute('aria-pressed')).toBe('true')
        }
      }
  })
})

test('shows a message and a link back for an unknown part', async () => {
  const page = await w.arriving('advisor', still)
  await page.goto('/animation/NOSUCH')
  await page.getByText('Part not found').first().waitFor()
  await expectAccessible(page)
})

test('shows the error message of the player, not a blank page, when the file of a film is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-library-'))
  await cp(join(import.meta.dirname, '../library'), folder, { recursive: true })
  await rm(join(folder, 'parts/BRKDSC/media/video-720.mp4'))
  await rm(join(folder, 'parts/BRKDSC/media/interactive.mp4'))
  const other = await browserWorld({ LIBRARY_DIR: folder })
  try {
    const page = await other.arriving('advisor')
    for (const part of ['BRKDSC', 'BRKDSC-INT']) {
      await page.goto(`/animation/${part}`)
      await expect.poll(() => page.getByRole('main').innerText()).toMatch(/not found|not available/i)
      await expectAccessible(page)
    }
  } finally {
    await other.close()
    await rm(folder, { recursive: true, force: true })
  }
})

describe.each([
  { name: 'desktop', options: desktop },
  { name: 'desktop in Hebrew', options: { ...desktop, ...hebrew } },
  { name: 'tablet', options: { viewport: { width: 1024, height: 768 } } },
  { name: 'phone', options: phone },
  { name: 'phone in Hebrew', options: { ...phone, ...hebrew } },
])('on a $name', ({ options }) => {
  test('both kinds of film are accessible and fit the width', async () => {
    const page = await w.arriving('advisor', options)
    for (const part of ['BRKDSC', 'BRKDSC-INT']) {
      await page.goto(`/animation/${part}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })
})
