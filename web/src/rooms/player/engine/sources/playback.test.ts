import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Playback, type Surroundings, startPlaybackIn } from './playback.ts'
import type { Sources } from './sources.ts'
import type { StreamOptions } from './stream.ts'

class VideoByHand extends EventTarget {
  src = ''
  currentTime = 0
  playbackRate = 1
  paused = true
  ended = false
  videoHeight = 720
  error: MediaError | null = null
  play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
    return Promise.resolve()
  }
  fails() {
    this.error = {
      code: 4,
      message: 'not found',
      MEDIA_ERR_ABORTED: 1,
      MEDIA_ERR_NETWORK: 2,
      MEDIA_ERR_DECODE: 3,
      MEDIA_ERR_SRC_NOT_SUPPORTED: 4,
    }
    this.dispatchEvent(new Event('error'))
  }
}

/** An attached stream and the requests it received. */
interface Attached extends StreamOptions {
  url: string
  spoken: string[]
  qualities: unknown[]
  destroyed: boolean
}

const all: Sources = { mp4: '/en.mp4', hls: '/film.m3u8', dash: null, duration: 25 }

let video: VideoByHand
let streams: Attached[]
let reports: string[]
let playback: Playback
const loaded = () => vi.advanceTimersByTimeAsync(1)

function start(sources: Sources, { adopted = false, adaptive = true, speaks = ['en-US', 'es-ES'] } = {}): void {
  const around: Surroundings<VideoByHand> = {
    adaptive,
    line: undefined,
    base: 'http://localhost/animation/BRKDSC',
    load: async () => ({
      attachStream: (_, url, options) => {
        const attached: Attached = { ...options, url, spoken: [], qualities: [], destroyed: false }
        streams.push(attached)
        video.paused = true
        video.currentTime = options.at
        return {
          speak: (tag) => {
            attached.spoken.push(tag)
            return speaks.includes(tag)
          },
          setQuality: (quality) => attached.qualities.push(quality),
          destroy: () => {
            attached.destroyed = true
          },
        }
      },
    }),
    fetchText: async () => '#EXT-X-STREAM-INF:RESOLUTION=480x270\nlow\n#EXT-X-STREAM-INF:RESOLUTION=1280x720\nhigh',
    hold: () => undefined,
  }
  playback = startPlaybackIn(around, video, sources, {
    spoken: 'en-US',
    adopted,
    plainIn: async (tag) => (tag === 'fr-FR' || tag === 'es-ES' ? `/${tag}.mp4` : null),
    report: (what) => {
      reports.push(what)
      return 'REF'
    },
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  video = new VideoByHand()
  streams = []
  reports = []
})
afterEach(() => {
  playback.stop()
  vi.useRealTimers()
})

describe('a film that the server wrote into the page', () => {
  beforeEach(() => {
    video.src = '/en.mp4'
    start(all, { adopted: true })
  })

  test('is not reloaded', async () => {
    await loaded()
    expect([video.src, streams.length, playback.get().via, playback.get().height]).toEqual(['/en.mp4', 0, 'mp4', 720])
  })

  test('is replaced by the stream at the same second when a language is chosen, and keeps playing', async () => {
    video.currentTime = 7
    video.playbackRate = 1.5
    await video.play()
    playback.speak('es-ES')
    await loaded()
    expect(streams).toMatchObject([{ url: 'http://localhost/film.m3u8', at: 7, tag: 'es-ES', shownHeight: 720 }])
    expect([video.paused, video.playbackRate, playback.get().spoken]).toEqual([false, 1.5, 'es-ES'])
    playback.speak('en-US')
    expect(streams).toMatchObject([{ spoken: ['en-US'] }])
  })

  test('is replaced by the stream when a quality is chosen, and stays paused', async () => {
    playback.askHeights()
    await loaded()
    expect(playback.get().heights).toEqual([720, 270])
    playback.setQuality(270)
    await loaded()
    expect(streams).toMatchObject([{ quality: 270 }])
    expect(video.paused).toBe(true)
    playback.setQuality('auto')
    expect(streams).toMatchObject([{ qualities: ['auto'] }])
  })

  test('is replaced by the stream when it stalls', async () => {
    video.currentTime = 3
    await video.play()
    await vi.advanceTimersByTimeAsync(7000)
    expect(streams).toMatchObject([{ at: 3 }])
  })

  test('is reloaded once after an error, then fails', async () => {
    video.currentTime = 4
    video.src = ''
    video.fails()
    expect([video.src, video.currentTime, playback.get().failure]).toEqual(['/en.mp4', 4, null])
    video.fails()
    expect(playback.get().failure).toEqual({ reference: 'REF' })
    expect(reports).toEqual(['file: 4 not found'])
    playback.retry()
    expect([playback.get().failure, playback.get().via]).toEqual([null, 'mp4'])
  })
})

describe('a stream', () => {
  test('that fails falls back to the plain file once', async () => {
    start(all)
    await loaded()
    video.currentTime = 9
    streams[0]?.onFatal('network')
    streams[0]?.onFatal('network')
    await loaded()
    expect([video.src, video.currentTime, playback.get().via, playback.get().failure]).toEqual([
      '/en.mp4',
      9,
      'mp4',
      null,
    ])
    expect(streams).toMatchObject([{ destroyed: true }])
    video.fails()
    video.fails()
    expect(playback.get().failure).not.toBeNull()
  })

  test('that stalls falls back to the plain file in the current narration', async () => {
    start(all)
    await loaded()
    playback.speak('es-ES')
    video.currentTime = 9
    await video.play()
    await vi.advanceTimersByTimeAsync(7000)
    expect([video.src, video.currentTime, playback.get().spoken, video.paused]).toEqual([
      '/es-ES.mp4',
      9,
      'es-ES',
      false,
    ])
  })

  test('without the requested narration falls back to the plain file that has it', async () => {
    start(all)
    await loaded()
    playback.speak('fr-FR')
    await loaded()
    expect([video.src, playback.get().spoken]).toEqual(['/fr-FR.mp4', 'fr-FR'])
  })

  test('without a plain file ends in the error state', async () => {
    start({ ...all, mp4: null })
    await loaded()
    streams[0]?.onFatal('media')
    expect(playback.get().failure).not.toBeNull()
    expect(reports).toEqual(['stream: media'])
  })
})

test('without Media Source Extensions, switches language by plain file at the same second', async () => {
  start(all, { adaptive: false })
  video.currentTime = 5
  playback.speak('fr-FR')
  await loaded()
  expect([video.src, video.currentTime, streams.length]).toEqual(['/fr-FR.mp4', 5, 0])
})

test('reports a film without any file at once', () => {
  start({ mp4: null, hls: null, dash: null, duration: 0 })
  expect(playback.get().failure).toEqual({ reference: 'REF' })
})

test('a film that was playing when it failed resumes at the same second after a retry', async () => {
  start({ ...all, hls: null })
  await video.play()
  video.currentTime = 9
  video.fails()
  video.fails()
  expect(playback.get().failure).not.toBeNull()
  // The browser resets time and playback state with the source.
  video.paused = true
  video.dispatchEvent(new Event('pause'))
  video.currentTime = 0
  playback.retry()
  expect([playback.get().failure, video.currentTime, video.paused]).toEqual([null, 9, false])
})

test('a film that was paused when it failed stays paused after a retry', async () => {
  start({ ...all, hls: null })
  await video.play()
  video.paused = true
  video.dispatchEvent(new Event('pause'))
  video.fails()
  video.fails()
  playback.retry()
  expect([playback.get().failure, video.paused]).toEqual([null, true])
})
