import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserWorld, moving, type BrowserWorld } from '../support/world.ts'

/** Elena pairs the television of her waiting room; it plays its loop, also without network, and a film for a customer. */

let w: BrowserWorld
beforeAll(async () => {
  w = await browserWorld(undefined, moving)
})
afterAll(() => w.close())

const soon = { timeout: 60_000 }
/** The film in front: its address, its second, and a way to its end. */
const front = (tv: Page) =>
  tv.evaluate(() => {
    const [video] = [...document.querySelectorAll<HTMLVideoElement>('video:not([hidden])')].toSorted(
      (a, b) => Number(b.parentElement!.style.zIndex) - Number(a.parentElement!.style.zIndex),
    )
    return video ? { src: new URL(video.src).pathname, at: video.currentTime } : null
  })
const seek = (tv: Page, fromEnd: number) =>
  tv.evaluate((seconds) => {
    const [video] = [...document.querySelectorAll<HTMLVideoElement>('video:not([hidden])')].toSorted(
      (a, b) => Number(b.parentElement!.style.zIndex) - Number(a.parentElement!.style.zIndex),
    )
    video!.currentTime = video!.duration - seconds
  }, fromEnd)
const plays = async (tv: Page) => {
  await expect.poll(async () => (await front(tv))?.at ?? 0, soon).toBeGreaterThan(0)
}
const shows = async (tv: Page, film: string) => {
  await expect.poll(async () => (await front(tv))?.src ?? '', soon).toContain(film)
}

test('a screen is paired, plays on without network and tells it once, and plays a film for a customer', async () => {
  const elena = await w.server.loggedIn('enterprise')
  const { user_id } = await elena.me()
  const { signage } = (await import('@cutaway/contract')).contract
  await w.server.database.system.deleteFrom('loops').execute()
  for (const part_id of ['BRKDSC', 'ENGOIL'])
    await elena.call(signage.addLoopedAnimations, { body: { user_id, item: { part_id }, language_id: 50 } })
  await elena.call(signage.changeLoopPlayType, { body: { user_id, loop_play_type: 'custom' } })

  const tv = await w.visitor({ viewport: { width: 1280, height: 720 } })
  await tv.goto('/pair')
  const label = await tv.getByRole('img', { name: /^Code/ }).getAttribute('aria-label')
  const page = await w.arriving('enterprise')
  await page.goto('/screens')
  await page.waitForURL('**/looped_animations_settings?tab=screens')
  await page.getByRole('button', { name: 'Pair a screen' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Code on the screen' }).fill(label!.replace('Code', '').replaceAll(' ', ''))
  await dialog.getByText('Found: a screen').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Lounge')
  await dialog.getByRole('button', { name: 'Pair screen', exact: true }).click()
  await page.getByRole('row', { name: /Lounge/ }).waitFor()
  await plays(tv)
  await shows(tv, 'BRKDSC')

  // Both films are kept, and the page with them.
  const kept = () =>
    tv.evaluate(async () => {
      const names = async (cache: string) =>
        (await (await caches.open(cache)).keys()).map(({ url }) => new URL(url).pathname)
      return {
        films: (await names('cutaway-wall-media-1')).filter((path) => path.endsWith('.mp4')).length,
        page: (await names('cutaway-wall-shell-1')).includes('/pair'),
      }
    })
  await expect.poll(kept, soon).toEqual({ films: 2, page: true })

  // Without network the loop goes on, also after a reload.
  await tv.context().setOffline(true)
  await seek(tv, 0.5)
  await shows(tv, 'ENGOIL')
  await tv.reload()
  await plays(tv)
  await shows(tv, 'BRKDSC')
  await seek(tv, 0.5)
  await shows(tv, 'ENGOIL')
  await tv.context().setOffline(false)
  const rows = () =>
    w.server.database.system.selectFrom('screen_plays').select(['title', 'outcome']).orderBy('started_at').execute()
  await expect.poll(async () => (await rows()).length, soon).toBe(3)
  expect(await rows()).toEqual([
    { title: 'Disc brake', outcome: 'finished' },
    { title: 'Oil circuit', outcome: 'cut' },
    { title: 'Disc brake', outcome: 'finished' },
  ])

  // A film for a customer, and back to the second where the loop was.
  const before = (await front(tv))!.at
  const [screen] = await elena.call(signage.getScreens)
  await expect.poll(async () => (await elena.call(signage.getScreens))[0]!.state, soon).toBe('online')
  await elena.call(signage.playOnScreen, { body: { screen_id: screen!.screen_id, part_id: 'TYRWER', lang_id: 50 } })
  await shows(tv, 'TYRWER')
  await tv.getByText('For a customer').waitFor()
  const held = await tv.evaluate(() => {
    const video = [...document.querySelectorAll('video')].find(({ src }) => src.includes('ENGOIL'))!
    return { at: video.currentTime, paused: video.paused }
  })
  expect(held.paused).toBe(true)
  expect(held.at).toBeGreaterThanOrEqual(before)
  await seek(tv, 0.5)
  await shows(tv, 'ENGOIL')
  const after = (await front(tv))!.at
  expect(after).toBeGreaterThanOrEqual(held.at)
  expect(after - held.at).toBeLessThan(10)
  await expect.poll(async () => (await elena.call(signage.getScreens))[0]!.play_title, soon).toBeNull()

  // A revoked screen ends its film and shows a code.
  await elena.call(signage.revokeScreen, { params: { screen_id: screen!.screen_id } })
  await expect
    .poll(
      async () => {
        if (await tv.getByRole('img', { name: /^Code/ }).isVisible()) return true
        // Between two looks the film can end.
        await seek(tv, 0.5).catch(() => undefined)
        return false
      },
      { ...soon, interval: 3000 },
    )
    .toBe(true)
}, 300_000)
