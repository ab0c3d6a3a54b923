import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../testing/fake-api.ts'
import { danasSession } from '../../../testing/people.ts'
import { render } from '../../../testing/render.tsx'
import LoopPage from './LoopPage.tsx'
import { brake, oil, planOf, soon } from './wall-fixtures.ts'

/** Dana plays her loop in the browser of the counter, and a touch screen plays it by itself. */

const kept = planOf([brake, oil], { muted: 0 })
let version = kept.version
beforeEach(() => {
  version = kept.version
})

async function open({ touch = false, ...more }: FakeHandlers['signage'] & { touch?: boolean } = {}) {
  await page.viewport(960, 540)
  const api = fakeApi({
    signage: {
      getWallPlan: () => kept,
      getWallPlanVersion: () => ({ version, now: new Date().toISOString() }),
      ...more,
    },
    player: { insertTrackPartViewedLoop: () => null },
  })
  const session = { ...danasSession(), TouchScreenMode: touch ? ('customer' as const) : null }
  const shown = await render(<LoopPage />, {
    session,
    path: '/play_looped_animations',
    routes: [{ path: '/home', element: <h1>Home</h1> }],
  })
  return { ...shown, api }
}
const front = () => document.querySelector<HTMLVideoElement>('video:not([hidden])')
const plays = async () => {
  await expect.poll(() => (front()?.currentTime ?? 0) > 0.1, soon).toBe(true)
}

test('full screen keeps the second of the film, on the way in and out', async () => {
  await open()
  await plays()
  const video = front()!
  video.currentTime = 9
  await expect.poll(() => video.seeking, soon).toBe(false)
  await userEvent.hover(page.getByRole('button', { name: 'Leave the loop' }))
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await expect.poll(() => document.fullscreenElement !== null, soon).toBe(true)
  expect(front()).toBe(video)
  expect(video.currentTime).toBeGreaterThanOrEqual(9)
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect.poll(() => document.fullscreenElement, soon).toBeNull()
  expect(front()).toBe(video)
  expect(video.currentTime).toBeGreaterThanOrEqual(9)
})

test('Escape leaves full screen, and the film plays on where it was', async () => {
  const { path } = await open()
  await plays()
  const video = front()!
  video.currentTime = 9
  await expect.poll(() => video.seeking, soon).toBe(false)
  await userEvent.hover(page.getByRole('button', { name: 'Leave the loop' }))
  await page.getByRole('button', { name: 'Full screen', exact: true }).click()
  await expect.poll(() => document.fullscreenElement !== null, soon).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.fullscreenElement, soon).toBeNull()
  expect(path()).toBe('/play_looped_animations')
  expect(front()).toBe(video)
  expect(video.currentTime).toBeGreaterThanOrEqual(9)
})

test('a browser that refuses full screen is only noted', async () => {
  const noted = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const refused = vi.spyOn(HTMLElement.prototype, 'requestFullscreen').mockRejectedValue(new Error('not here'))
  onTestFinished(() => {
    noted.mockRestore()
    refused.mockRestore()
  })
  await open({ getWallPlan: () => ({ ...kept, play_video_fullscreen: 1 }) })
  await plays()
  expect(noted).toHaveBeenCalledWith('full screen was refused', expect.any(Error))
})

test('a touch beside the film leaves a touch screen’s loop for the home page; one on the film does not', async () => {
  const { path } = await open({ touch: true })
  await plays()
  await page.elementLocator(front()!).click()
  expect(path()).toBe('/play_looped_animations')
  await page.getByText('418 Harbor Road').click()
  await expect.poll(path).toBe('/home')
})

test('a touch beside the film does nothing for a person', async () => {
  const { path } = await open()
  await plays()
  await page.getByText('418 Harbor Road').click()
  expect(path()).toBe('/play_looped_animations')
})

test('after ten hours the page closes, or goes home where it may not', async () => {
  const close = vi.spyOn(window, 'close').mockImplementation(() => undefined)
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => {
    close.mockRestore()
    timers.mockRestore()
  })
  const { path } = await open()
  await plays()
  const [run] = timers.mock.calls.find(([, time]) => time === 36_000_000)!
  run()
  expect(close).toHaveBeenCalled()
  await expect.poll(path).toBe('/home')
})

test('a loop that did not load says so, and loads with a press', async () => {
  let fails = true
  await open({ getWallPlan: () => (fails ? refusal('server_error', 500) : kept) })
  await expect.element(page.getByRole('heading', { name: 'The loop was not loaded' })).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await plays()
})

test('each film is counted as a view of the loop', async () => {
  const { api } = await open()
  await plays()
  await expect
    .poll(() => api.calls('insertTrackPartViewedLoop').map(({ body }) => body), soon)
    .toMatchObject([{ tracktype: 'loop', video_type: 'narrated' }])
})
