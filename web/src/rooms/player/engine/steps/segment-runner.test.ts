import { beforeEach, describe, expect, test } from 'vitest'
import { runSegments, type SegmentRunner } from './segment-runner.ts'
import { frameAt, timeOf } from './segments.ts'

/** A fake video of 30 frames per second, advanced manually. A seek completes at the next tick. */
class FilmByHand extends EventTarget {
  paused = true
  ended = false
  seeking = false
  readyState = 4
  readonly frames: number[] = []
  #second = 0
  #next: VideoFrameRequestCallback | null = null
  readonly length = 360

  get currentTime() {
    return this.#second
  }
  set currentTime(second: number) {
    this.#second = Math.min(second, this.length / 30)
    this.seeking = true
    this.ended = false
  }
  play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  }
  pause() {
    this.paused = true
  }
  requestVideoFrameCallback(next: VideoFrameRequestCallback) {
    this.#next = next
    return 1
  }
  cancelVideoFrameCallback() {
    this.#next = null
  }
  /** Advances by one frame. */
  tick(times = 1) {
    for (let i = 0; i < times; i += 1) {
      if (this.seeking) {
        this.seeking = false
        this.dispatchEvent(new Event('seeked'))
      } else if (this.paused || this.ended) continue
      else this.#second = timeOf(frameAt(this.#second) + 1)
      if (frameAt(this.#second) >= this.length) {
        this.ended = true
        this.paused = true
        this.dispatchEvent(new Event('ended'))
        continue
      }
      this.frames.push(frameAt(this.#second))
      const shownNow = this.#next
      this.#next = null
      shownNow?.(0, {
        mediaTime: frameAt(this.#second) / 30,
        expectedDisplayTime: 0,
        presentationTime: 0,
        presentedFrames: 0,
        width: 0,
        height: 0,
      })
    }
  }
}

const step = (id: string, start: number, end: number, loop: [number, number] | null = null) => ({
  id,
  segment: { start, end, loop: loop && { start: loop[0], end: loop[1] } },
})

describe('steps on a video', () => {
  let film: FilmByHand
  let steps: SegmentRunner
  beforeEach(() => {
    film = new FilmByHand()
    steps = runSegments(film, [step('rest', 0, 60), step('applied', 60, 135, [111, 135]), step('worn', 270, 360)])
  })

  test('a step plays to its last frame and stays selected', () => {
    steps.play('rest')
    film.tick(200)
    expect(film.paused).toBe(true)
    expect(frameAt(film.currentTime)).toBe(60)
    expect(Math.max(...film.frames)).toBe(60)
    expect(steps.get()).toEqual({ step: 'rest', ended: true })
    expect(steps.progressAt(film.currentTime)).toBe(1)
  })

  test('a loop continues until another step is chosen', () => {
    steps.play('applied')
    film.tick(300)
    expect(film.paused).toBe(false)
    expect(Math.max(...film.frames)).toBe(134)
    expect(film.frames.slice(80).every((frame) => frame >= 111)).toBe(true)
    steps.play('rest')
    film.tick(200)
    expect(steps.get()).toEqual({ step: 'rest', ended: true })
  })

  test('the newer of two quick clicks wins, also during a seek', () => {
    steps.play('worn')
    steps.play('rest')
    film.tick(5)
    steps.play('worn')
    steps.play('rest')
    film.tick(200)
    expect(steps.get()).toEqual({ step: 'rest', ended: true })
    expect(frameAt(film.currentTime)).toBe(60)
  })

  test('a step may end with the file', () => {
    steps.play('worn')
    film.tick(200)
    expect(film.ended).toBe(true)
    expect(steps.get()).toEqual({ step: 'worn', ended: true })
  })

  test('playing from the last frame repeats the step', async () => {
    steps.play('rest')
    film.tick(200)
    await film.play()
    film.tick(10)
    expect(steps.get()).toEqual({ step: 'rest', ended: false })
    expect(frameAt(film.currentTime)).toBeLessThan(20)
  })

  test('after a manual seek, playback continues in the step at the new position', async () => {
    film.currentTime = timeOf(90)
    film.tick()
    expect(steps.get()).toEqual({ step: 'applied', ended: false })
    await film.play()
    film.tick(200)
    expect(film.paused).toBe(false)
    expect(Math.max(...film.frames)).toBe(134)
  })

  test('the play button before any click plays the step at the current position', async () => {
    await film.play()
    film.tick(200)
    expect(steps.get()).toEqual({ step: 'rest', ended: true })
  })

  test('does nothing after it is stopped', () => {
    steps.play('rest')
    film.tick(5)
    steps.stop()
    film.tick(100)
    expect(film.paused).toBe(false)
  })
})
