import { expect, test } from 'vitest'
import { playAtOnce } from './play-at-once.ts'

const refusal = new DOMException('play() failed because the user did not interact first', 'NotAllowedError')

const mute = (video: { muted: boolean }) => {
  video.muted = true
}

/** A video in a browser that permits sound, only silent films, or neither. */
function videoIn(browser: 'permits' | 'silent only' | 'refuses', error: unknown = refusal) {
  return {
    muted: false,
    playing: false,
    async play() {
      if (browser === 'refuses' || (browser === 'silent only' && !this.muted)) throw error
      this.playing = true
    },
  }
}

test('a film starts with sound if the browser permits it', async () => {
  const video = videoIn('permits')
  expect(await playAtOnce(video, mute)).toBe('as-is')
  expect(video).toMatchObject({ playing: true, muted: false })
})

test('a film starts muted if the browser permits silent films only', async () => {
  const video = videoIn('silent only')
  expect(await playAtOnce(video, mute)).toBe('silenced')
  expect(video).toMatchObject({ playing: true, muted: true })
})

test('a film that the browser refuses stays paused and keeps its sound for the click', async () => {
  const video = videoIn('refuses')
  expect(await playAtOnce(video, mute)).toBe('refused')
  expect(video).toMatchObject({ playing: false, muted: false })
})

test('a failed source is no reason to mute the film', async () => {
  const video = videoIn('silent only', new DOMException('no supported source', 'NotSupportedError'))
  expect(await playAtOnce(video, mute)).toBe('refused')
  expect(video.muted).toBe(false)
})
