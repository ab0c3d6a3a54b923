import type { Orders } from '@cutaway/contract/rooms/signage/plays.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi, type FakeHandlers, refusal } from '../../../../testing/fake-api.ts'
import { render } from '../../../../testing/render.tsx'
import { PlayLog } from '../kept/play-log.ts'
import { brake, oil, planOf, soon, toEnd } from '../wall-fixtures.ts'
import { PairedWall } from './PairedWall.tsx'
import PairPage from './PairPage.tsx'
import { StartsAgain } from './StartsAgain.tsx'

/** The television of the waiting room, from its code to its loop and back. */

const plan = planOf([brake, oil])
const orders = (more: Partial<Orders> = {}): Orders => ({
  server_time: new Date().toISOString(),
  name: 'Waiting room',
  plan_version: plan.version,
  reloads: 0,
  identify: false,
  muted: true,
  play: null,
  ...more,
})

/** Reports come every five seconds. */
const long = { timeout: 60_000 }

beforeEach(async () => {
  localStorage.clear()
  await new PlayLog().clear()
})

async function open(more: FakeHandlers['signage'] = {}) {
  await page.viewport(960, 540)
  const api = fakeApi({
    signage: {
      getScreenPlan: () => plan,
      screenBeat: () => orders(),
      tellPlays: ({ body }) => ({ stored: body.plays.length }),
      makeScreenCode: () => ({
        code: 'K7M4X2',
        secret: 'x'.repeat(43),
        expires_at: '2026-11-20T18:10:00.000Z',
        server_time: '2026-11-20T18:00:00.000Z',
      }),
      claimScreen: () => ({ state: 'waiting' as const }),
      ...more,
    },
  })
  await render(<PairPage />, { path: '/pair' })
  return api
}
const front = () =>
  [...document.querySelectorAll<HTMLVideoElement>('video:not([hidden])')].toSorted(
    (a, b) => Number(b.parentElement!.style.zIndex) - Number(a.parentElement!.style.zIndex),
  )[0] ?? null
const plays = async () => {
  await expect.poll(() => (front()?.currentTime ?? 0) > 0.1, soon).toBe(true)
}
const code = () => page.getByRole('img', { name: /K 7 M 4 X 2/ })

test('a screen shows a code until it is paired, by a clock that may be wrong by hours', async () => {
  let paired = false
  await open({
    getScreenPlan: () => (paired ? plan : refusal('screen_not_paired', 401)),
    claimScreen: () => ({ state: paired ? ('paired' as const) : ('waiting' as const) }),
  })
  await expect.element(code()).toBeVisible()
  // Ten minutes from now, although this computer's clock shows another year.
  await expect.element(page.getByText(/A new code appears in (10:00|9:5\d)/)).toBeVisible()
  paired = true
  await plays()
})

test('a code that is over is replaced', async () => {
  let count = 0
  await open({
    getScreenPlan: () => refusal('screen_not_paired', 401),
    claimScreen: () => ({ state: 'over' as const }),
    makeScreenCode: () => ({
      code: (count += 1) === 1 ? 'AAAAA2' : 'K7M4X2',
      secret: 'x'.repeat(43),
      expires_at: '2026-11-20T18:10:00.000Z',
      server_time: '2026-11-20T18:00:00.000Z',
    }),
  })
  await expect.element(code(), soon).toBeVisible()
})

test('a screen that starts without network plays the last loop', async () => {
  localStorage.setItem('wall-plan', JSON.stringify(plan))
  await open({ getScreenPlan: () => refusal('server_error', 500), screenBeat: () => refusal('server_error', 500) })
  await plays()
  expect(front()!.src).toContain('BRKDSC')
})

test('a screen that is revoked while it plays ends the film, and then shows a code', async () => {
  let revoked = false
  let told = 0
  await open({
    screenBeat: () => {
      if (!revoked) return orders()
      told += 1
      return refusal('screen_not_paired', 401)
    },
    getScreenPlan: () => (revoked ? refusal('screen_not_paired', 401) : plan),
  })
  await plays()
  revoked = true
  // After its second refused report it still plays.
  const video = front()!
  await expect.poll(() => told, long).toBeGreaterThan(1)
  await expect.poll(() => code().query()).toBeNull()
  expect(video.paused).toBe(false)
  toEnd(video)
  await expect.element(code(), soon).toBeVisible()
  expect(localStorage.getItem('wall-plan')).toBeNull()
}, 120_000)

test('plays are told with the time by the server’s clock, although the screen’s is wrong by hours', async () => {
  const behind = 5 * 3600_000
  const api = await open({
    screenBeat: () => orders({ server_time: new Date(Date.now() - behind).toISOString() }),
  })
  await plays()
  await expect.poll(() => api.calls('screenBeat').length, soon).toBeGreaterThan(0)
  toEnd(front())
  await expect.poll(() => api.calls('tellPlays').length, long).toBeGreaterThan(0)
  const { plays: told } = api.calls('tellPlays')[0]!.body as { plays: { ended_at: string; title: string }[] }
  expect(told[0]!.title).toBe('Brake disc')
  expect(Math.abs(new Date(told[0]!.ended_at).getTime() - (Date.now() - behind))).toBeLessThan(60_000)
}, 120_000)

test('at three at night the page loads itself anew between two items, once it is six hours old', async () => {
  const real = performance.now.bind(performance)
  let older = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + older)
  onTestFinished(() => clock.mockRestore())
  const reload = vi.fn<() => void>()
  fakeApi({
    signage: {
      // Three at night in Los Angeles, as the server says.
      screenBeat: () => orders({ server_time: '2026-11-20T11:05:00.000Z' }),
      tellPlays: ({ body }) => ({ stored: body.plays.length }),
    },
  })
  await render(<PairedWall first={plan} onPlan={() => undefined} onRevoked={() => undefined} reload={reload} />)
  await plays()
  const first = front()!
  toEnd(first)
  await expect.poll(() => front() !== first, soon).toBe(true)
  expect(reload).not.toHaveBeenCalled()
  older = 7 * 3600_000
  toEnd(front())
  await expect.poll(() => reload.mock.calls.length, soon).toBe(1)
})

test('a reload that was asked for happens once', async () => {
  const reload = vi.fn<() => void>()
  let reloads = 3
  const api = fakeApi({
    signage: {
      screenBeat: () => orders({ reloads }),
      tellPlays: ({ body }) => ({ stored: body.plays.length }),
    },
  })
  await render(<PairedWall first={plan} onPlan={() => undefined} onRevoked={() => undefined} reload={reload} />)
  await expect.poll(() => api.calls('screenBeat').length, soon).toBe(1)
  reloads = 4
  await expect.poll(() => api.calls('screenBeat').length, long).toBeGreaterThan(2)
  expect(reload).toHaveBeenCalledTimes(1)
}, 120_000)

test('what is told to a wall that has gone is left to the next one', async () => {
  let answer: (() => void) | undefined
  fakeApi({
    signage: {
      screenBeat: () => new Promise((resolve) => (answer = () => resolve(orders({ reloads: 4 })))),
      tellPlays: ({ body }) => ({ stored: body.plays.length }),
    },
  })
  const { leave } = await render(
    <PairedWall first={plan} onPlan={() => undefined} onRevoked={() => undefined} reload={() => undefined} />,
  )
  await expect.poll(() => answer, soon).toBeDefined()
  leave()
  answer!()
  await new PlayLog().clear()
  expect(localStorage.getItem('wall-reloads')).toBeNull()
})

test('a film that is deleted while it is on the wall plays to its end, and never again', async () => {
  let now = plan
  await open({ screenBeat: () => orders({ plan_version: now.version }), getScreenPlan: () => now })
  await plays()
  now = planOf([oil], { version: 'without brake' })
  await expect.poll(() => localStorage.getItem('wall-plan'), long).toContain('without brake')
  const first = front()!
  expect(first.src).toContain('BRKDSC')
  toEnd(first)
  await expect.poll(() => front()?.src, soon).toContain('ENGOIL')
  toEnd(front())
  await expect.poll(() => front() !== first && front()?.src.includes('ENGOIL'), soon).toBe(true)
}, 120_000)

test('after a fault of the page it is reported, and the page starts again by itself', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => {
    timers.mockRestore()
    quiet.mockRestore()
  })
  const start = vi.fn<() => void>()
  const Fault = () => {
    throw new Error('a fault')
  }
  const api = fakeApi({ sites: { vvconsolelog: () => null } })
  await render(
    <StartsAgain start={start}>
      <Fault />
    </StartsAgain>,
  )
  await expect.poll(() => timers.mock.calls.some(([, time]) => time === 10_000), soon).toBe(true)
  const [run] = timers.mock.calls.find(([, time]) => time === 10_000)!
  run()
  expect(start).toHaveBeenCalled()
  await expect.poll(() => api.calls('vvconsolelog').length, soon).toBe(1)
})
