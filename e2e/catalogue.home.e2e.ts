import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserWorld, expectAccessible, moving, type BrowserWorld } from './support/world.ts'

/** Covers the home page with the choices of the site and the business. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld()
})
afterAll(() => w.close())

const region = (page: Page, name: string) => page.getByRole('region', { name })
describe('the news panel', () => {
  test('links to the full article, and from there to the film', async () => {
    const page = await w.loggedIn('advisor')
    await region(page, 'News').getByRole('link', { name: 'Three steps that customers ask to see again' }).click()
    await page.getByRole('heading', { level: 1, name: 'News' }).waitFor()
    expect(new URL(page.url()).hash).toMatch(/^#news-\d+$/)
    const article = page.getByRole('article').filter({ hasText: 'Three steps' })
    await article.getByText('press 1, 2 or 3 while you talk').waitFor()
    await article.getByRole('link', { name: 'Watch “Brake pad wear”' }).click()
    await page.getByRole('heading', { level: 1, name: 'Brake pad wear' }).waitFor()
  })
})

describe('custom animations on home', () => {
  const tile = (page: Page, name: string) => region(page, 'Your own videos').getByRole('button', { name })

  test('plays the video of Dana’s business above the page, with the keyboard alone', async () => {
    const page = await w.loggedIn('advisor', moving)
    await tile(page, 'Your brake check').focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your brake check' })
    await dialog.waitFor()
    await expect
      .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime), { timeout: 60_000 })
      .toBeGreaterThan(0.3)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Your brake check')
  })

  test('plays a valid URL or shows an error, frames the player of a listed host, and rejects the rest', async () => {
    const rows = [
      { part_id: 'custom-link', video_name: 'Gone', video_url: 'https://videos.example/gone.mp4' },
      {
        part_id: 'custom-frame',
        video_name: 'Our workshop',
        video_url: '<iframe src="https://player.vimeo.com/video/76979871" onload="alert(1)"></iframe>',
      },
      { part_id: 'custom-evil', video_name: 'Evil', video_url: '<iframe src="https://evil.example/embed/1"></iframe>' },
    ]
    const none = { user_id: null, businessentity_id: null, poster_url: null, duration: null, deleted_at: null }
    await w.server.database.system
      .insertInto('custom_videos')
      .values(rows.map((row) => ({ web_site_id: 33, ...none, ...row })))
      .execute()
    const page = await w.loggedIn('advisor', { site: 33 })
    await page.context().route(/vimeo|videos\.example/, (route) => route.abort())
    await tile(page, 'Our workshop').click()
    const frame = page.getByRole('dialog').locator('iframe')
    await frame.waitFor()
    await expect.poll(() => frame.getAttribute('src')).toBe('https://player.vimeo.com/video/76979871')
    await expect.poll(() => frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-presentation')
    await expect.poll(() => frame.getAttribute('onload')).toBeNull()
    await page.keyboard.press('Escape')
    await tile(page, 'Gone').click()
    await page.getByRole('dialog').getByText('Can’t play this video').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await expect.poll(() => tile(page, 'Evil').count()).toBe(0)
  })
})

test('stores the choice of narrated or interactive films, also when the page is loaded again', async () => {
  const page = await w.loggedIn('distributor')
  await page.getByRole('radio', { name: 'Interactive' }).check()
  await page.goto('/home?system=1')
  await page.getByRole('radio', { name: 'Interactive', checked: true }).waitFor()
  const films = page.getByRole('main').getByRole('link', { name: /steps|\d:\d\d/ })
  await films.first().waitFor()
  for (const words of await films.allInnerTexts()) expect(words).toContain('steps')
})

test('a film card shows its picture, the word for new films, its length and the star', async () => {
  // Sets the clock to a day on which films of the library are new.
  w.server.clock.forward((Date.parse('2026-11-22') - w.server.clock.now().getTime()) / 1000)
  const page = await w.arriving('advisor')
  for (const path of ['/home?system=1', '/new_animations']) {
    await page.goto(path)
    const isMarked = path.startsWith('/home')
    const card = page.getByRole('main').locator('a[href="/animation/BRKDRM"]')
    await expect
      .poll(() => card.locator('img').evaluate((picture: HTMLImageElement) => picture.naturalWidth))
      .toBeGreaterThan(100)
    // On the page of the new films the word would say nothing.
    await expect.poll(() => card.getByText('New', { exact: true }).count()).toBe(isMarked ? 1 : 0)
    await card.getByText(/^\d:\d\d$/).waitFor()
    await page.getByRole('button', { name: 'Favorite: Drum brake (Narrated)' }).waitFor()
  }
})
