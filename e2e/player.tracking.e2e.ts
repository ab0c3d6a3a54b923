import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { browserWorld, moving, type BrowserWorld } from './support/world.ts'

/** Covers view tracking, including a page closed in mid-film and a lost connection. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld({}, moving)
})
afterAll(() => w.close())
beforeEach(async () => {
  for (const table of ['views', 'user_history', 'watched'] as const)
    await w.server.database.system.deleteFrom(table).execute()
})

const rows = (table: 'views' | 'user_history' | 'watched') =>
  w.server.database.system.selectFrom(table).selectAll().execute() as Promise<Record<string, unknown>[]>

async function open(page: Page, part: string) {
  await page.goto(`/animation/${part}`)
  await expect.poll(() => page.evaluate(() => document.querySelector('video')?.readyState ?? 0)).toBeGreaterThan(2)
}
const play = (page: Page) => page.evaluate(() => document.querySelector('video')!.play())
async function playedTo(page: Page, second: number) {
  await expect.poll(() => page.evaluate(() => document.querySelector('video')!.currentTime)).toBeGreaterThan(second)
}

/** Waits until every report has a response, so that closing the page sends nothing twice. */
async function nothingUntold(page: Page) {
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('untold:'))))
    .toEqual([])
}

test('lists an opened film in the history, and counts it as shown only when it plays', async () => {
  const page = await w.arriving('advisor', { reducedMotion: 'reduce' })
  await open(page, 'BRKDSC')
  await expect.poll(async () => (await rows('user_history')).map((r) => r['part_id'])).toEqual(['BRKDSC'])
  expect(await rows('views')).toEqual([])
  await play(page)
  await expect
    .poll(async () => (await rows('views')).map((r) => [r['part_id'], r['what'], r['tracktype']]))
    .toEqual([['BRKDSC', 'film', 'portal']])
  await nothingUntold(page)
  await page.context().close()
})

test('counts a film up to the second at which the page is closed', async () => {
  // Uses a separate film, because the previous page reports its last seconds while it closes.
  const film = 'ENGFST'
  const of = async (table: 'views' | 'watched') => (await rows(table)).filter((row) => row['part_id'] === film)
  const page = await w.arriving('kiosk')
  await open(page, film)
  await play(page)
  await playedTo(page, 2)
  await page.goto('/home')
  await expect.poll(async () => (await of('watched')).length).toBe(1)
  const [{ stretches }] = (await of('watched')) as [{ stretches: number[] }]
  expect(stretches[0]).toBeLessThan(0.5)
  expect(stretches[1]).toBeGreaterThan(1.5)
  expect((await of('views')).map((row) => row['tracktype'])).toEqual(['kiosk'])
  await page.context().close()
})

test('sends events that occurred offline once the connection is back, without duplicates', async () => {
  const film = 'BRKDSC-INT'
  const views = async () => (await rows('views')).filter((row) => row['part_id'] === film)
  const page = await w.arriving('advisor')
  await open(page, film)
  await expect.poll(async () => (await rows('user_history')).length).toBe(1)
  // Only a film that has been loaded can be played without a connection.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page
    .getByRole('button', { name: /Brakes applied/ })
    .first()
    .click()
  await page.waitForTimeout(2500)
  expect(await views()).toEqual([])
  await page.context().setOffline(false)
  await expect.poll(async () => (await views()).length).toBe(1)
  await page.waitForTimeout(500)
  expect(await views()).toHaveLength(1)
  await nothingUntold(page)
  await page.context().close()
})
