import { firstVia, heightsOfMaster, type Line, type Sources, type Via } from './sources.ts'
import { holdFrame } from './held-frame.ts'
import type { AttachStream, Quality, Stream } from './stream.ts'
import { watchProgress } from './watchdog.ts'

/**
 * Manages the source of the video element: the plain file, or an adaptive stream. The stream replaces the plain file at
 * the same second when a language or quality is chosen, or when the plain file stalls. A stream that fails falls back
 * to the plain file once.
 */

export interface PlaybackState {
  via: Via | null
  /** Available qualities, highest first; empty until known, or if there is only one. */
  heights: readonly number[]
  quality: Quality
  /** Height of the current picture. */
  height: number | null
  /** Tag of the current narration. */
  spoken: string
  /** Set if the film cannot be played: a short reference that the user can quote. */
  failure: { reference: string } | null
}

export interface PlaybackOptions {
  /** Tag of the narration in the plain file. */
  spoken: string
  /** The element already has the plain file. */
  adopted: boolean
  /** Returns the URL of the plain file in another language, or null. */
  plainIn: (tag: string) => Promise<string | null>
  /** Logs a film that cannot be played and returns the reference. */
  report: (what: string) => string
}

export interface Playback {
  get: () => PlaybackState
  subscribe: (listener: () => void) => () => void
  speak: (tag: string) => void
  setQuality: (quality: Quality) => void
  /** Loads the available qualities before the stream itself is needed. */
  askHeights: () => void
  /** Retries after a failure: from the first source, at the same second. */
  retry: () => void
  stop: () => void
}

declare global {
  interface Navigator {
    /** Network Information API, available in Chromium only. */
    readonly connection?: Line
  }
}

/** The parts of a video element that playback uses. */
export type PlaybackVideo = Pick<HTMLVideoElement, 'currentTime' | 'playbackRate' | 'src'> &
  Readonly<Pick<HTMLVideoElement, 'paused' | 'ended' | 'videoHeight' | 'error' | 'play'>> & {
    addEventListener: (type: string, listener: () => void) => void
    removeEventListener: (type: string, listener: () => void) => void
  }

/** The parts of the browser environment that playback uses. */
export interface Surroundings<Video> {
  /** Whether streams are supported. */
  adaptive: boolean
  line: Line | undefined
  /** Address of the page. */
  base: string
  load: (via: 'hls' | 'dash') => Promise<{ attachStream: AttachStream<Video> }>
  fetchText: (url: string) => Promise<string>
  /** Holds the current frame until the next source has one. */
  hold: (video: Video) => void
}

const browser = (): Surroundings<HTMLVideoElement> => ({
  // Checks MediaSource itself, never canPlayType.
  adaptive: 'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis,
  line: navigator.connection,
  base: document.baseURI,
  load: (via) => (via === 'hls' ? import('./hls.ts') : import('./dash.ts')),
  fetchText: async (url) => {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
    return answer.text()
  },
  hold: holdFrame,
})

export const startPlayback = (video: HTMLVideoElement, sources: Sources, options: PlaybackOptions): Playback =>
  startPlaybackIn(browser(), video, sources, options)

export function startPlaybackIn<Video extends PlaybackVideo>(
  around: Surroundings<Video>,
  video: Video,
  sources: Sources,
  options: PlaybackOptions,
): Playback {
  const streamVia = !around.adaptive ? null : sources.hls ? 'hls' : sources.dash ? 'dash' : null
  const listeners = new Set<() => void>()
  let state: PlaybackState = {
    via: null,
    heights: [],
    quality: 'auto',
    height: null,
    spoken: options.spoken,
    failure: null,
  }
  let plainUrl = sources.mp4
  let stream: Stream | null = null
  /** Increases with every change of the source; events of an older source are ignored. */
  let turn = 0
  let streamFailed = false
  let retriedPlain = false
  let askedHeights = false
  /** The second to resume from, if the element has lost it with its source. */
  let lastSecond = 0
  /** The intended playback state, which the element loses when a source fails. */
  let playsOn = false

  function set(change: Partial<PlaybackState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function fail(what: string): void {
    lastSecond = video.currentTime || lastSecond
    stream?.destroy()
    stream = null
    turn += 1
    set({ failure: { reference: options.report(what) } })
  }

  /** Sets another source and resumes at the same second and playback state. */
  function exchange(via: Via, put: (at: number) => void): void {
    const { playbackRate, paused, ended } = video
    const at = video.currentTime || lastSecond
    const plays = playsOn || (!paused && !ended)
    around.hold(video)
    stream?.destroy()
    stream = null
    set({ via, failure: null })
    put(at)
    video.playbackRate = playbackRate
    if (plays) void video.play().catch(() => undefined)
  }

  function loadPlain(url: string): void {
    turn += 1
    plainUrl = url
    exchange('mp4', (at) => {
      video.src = url
      if (at > 0) video.currentTime = at
    })
  }

  async function attach(via: 'hls' | 'dash', want: { tag?: string; quality?: Quality } = {}): Promise<void> {
    turn += 1
    const mine = turn
    const tag = want.tag ?? state.spoken
    const quality = want.quality ?? state.quality
    set({ spoken: tag, quality })
    // Absolute, because manifest entries are relative to it and the libraries take no base URL.
    const url = sources[via] && new URL(sources[via], around.base).href
    let attachStream: AttachStream<Video>
    try {
      ;({ attachStream } = await around.load(via))
    } catch {
      return streamGaveUp(mine, 'network')
    }
    if (mine !== turn || !url) return
    const shownHeight = state.via === 'mp4' && video.videoHeight > 0 ? video.videoHeight : null
    exchange(via, (at) => {
      stream = attachStream(video, url, {
        at,
        tag,
        quality,
        shownHeight,
        onHeights: (heights) => {
          if (mine === turn) set({ heights })
        },
        onHeight: (height) => {
          if (mine === turn) set({ height })
        },
        onTongues: () => {
          // A narration that the stream does not have may exist as a plain file.
          if (mine === turn && stream && !stream.speak(state.spoken)) void speakPlain(state.spoken)
        },
        onFatal: (reason) => streamGaveUp(mine, reason),
      })
    })
  }

  function streamGaveUp(ofTurn: number, reason: string): void {
    if (ofTurn !== turn) return
    const second = !streamFailed && plainUrl
    streamFailed = true
    // From here on, events of the stream are ignored, though it shows its frame until the plain file takes over.
    turn += 1
    if (second) void speakPlain(state.spoken, second)
    else fail(`stream: ${reason}`)
  }

  /** Loads the plain file of a language; calls `otherwise` if there is none. */
  async function speakPlain(tag: string, otherwise: string | null = null): Promise<void> {
    const mine = turn
    const own = tag === options.spoken ? sources.mp4 : await options.plainIn(tag).catch(() => null)
    const url = own ?? otherwise
    if (mine !== turn) return
    if (!url) return
    set({ spoken: own ? tag : options.spoken })
    loadPlain(url)
  }

  function begin(via: Via | null): void {
    if (via === 'mp4' && sources.mp4) loadPlain(sources.mp4)
    else if (via === 'hls' || via === 'dash') void attach(via)
    else fail('no file')
  }

  function onError(): void {
    if (state.via !== 'mp4' || state.failure || !video.error) return
    if (!retriedPlain && sources.mp4) {
      retriedPlain = true
      set({ spoken: options.spoken })
      loadPlain(sources.mp4)
    } else fail(`file: ${video.error.code} ${video.error.message}`)
  }

  function onStall(): void {
    if (state.failure) return
    if (state.via === 'mp4') {
      if (streamVia && !streamFailed) void attach(streamVia)
    } else if (state.via) streamGaveUp(turn, 'stalled')
  }

  const onResize = () => {
    if (video.videoHeight > 0) set({ height: video.videoHeight })
  }

  async function fetchHeights(): Promise<void> {
    if (askedHeights || streamVia !== 'hls' || !sources.hls) return
    askedHeights = true
    try {
      const heights = heightsOfMaster(await around.fetchText(sources.hls))
      if (state.heights.length === 0) set({ heights })
    } catch {
      // Requested again when the menu is reopened.
      askedHeights = false
    }
  }

  const onPlay = () => {
    playsOn = true
  }
  const onPause = () => {
    // A source that fails also fires a pause event.
    if (!video.error) playsOn = false
  }

  video.addEventListener('play', onPlay)
  video.addEventListener('pause', onPause)
  video.addEventListener('error', onError)
  video.addEventListener('resize', onResize)
  const stopWatching = watchProgress(video, onStall)

  const first = firstVia(sources, { early: options.adopted, adaptive: streamVia !== null, line: around.line })
  if (options.adopted && first === 'mp4') {
    set({ via: 'mp4' })
    onResize()
    onError()
  } else begin(first)

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    speak: (tag) => {
      if (tag === state.spoken && !state.failure) return
      if (stream?.speak(tag)) set({ spoken: tag })
      else if (streamVia && !streamFailed && !stream) void attach(streamVia, { tag })
      else void speakPlain(tag)
    },
    setQuality: (quality) => {
      if (quality === state.quality) return
      if (stream) {
        stream.setQuality(quality)
        set({ quality })
      } else if (streamVia && !streamFailed) void attach(streamVia, { quality })
    },
    askHeights: () => void fetchHeights(),
    retry: () => {
      streamFailed = false
      retriedPlain = false
      set({ failure: null })
      begin(sources.mp4 ? 'mp4' : first)
    },
    stop: () => {
      turn += 1
      stopWatching()
      video.removeEventListener('play', onPlay)
      video.removeEventListener('pause', onPause)
      video.removeEventListener('error', onError)
      video.removeEventListener('resize', onResize)
      stream?.destroy()
      stream = null
      listeners.clear()
    },
  }
}
