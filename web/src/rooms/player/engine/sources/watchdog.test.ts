import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchProgress } from './watchdog.ts'

const film = () => ({ currentTime: 0, paused: false, ended: false })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a film that should play and has not moved for 6 s has stalled', () => {
  const stalled = vi.fn()
  const stop = watchProgress(film(), stalled)
  vi.advanceTimersByTime(5900)
  expect(stalled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(stalled).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(6000)
  expect(stalled).toHaveBeenCalledTimes(2)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(stalled).toHaveBeenCalledTimes(2)
})

test('a film that moves, is paused or has ended has not stalled', () => {
  const stalled = vi.fn()
  const video = film()
  watchProgress(video, stalled)
  for (let i = 0; i < 40; i += 1) {
    video.currentTime += 0.5
    vi.advanceTimersByTime(500)
  }
  video.paused = true
  vi.advanceTimersByTime(30_000)
  Object.assign(video, { paused: false, ended: true })
  vi.advanceTimersByTime(30_000)
  expect(stalled).not.toHaveBeenCalled()
})

test('a pause restarts the count', () => {
  const stalled = vi.fn()
  const video = film()
  watchProgress(video, stalled)
  vi.advanceTimersByTime(5000)
  video.paused = true
  vi.advanceTimersByTime(1000)
  video.paused = false
  vi.advanceTimersByTime(5000)
  expect(stalled).not.toHaveBeenCalled()
})
