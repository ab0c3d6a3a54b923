import type { WallItem } from '@cutaway/contract/rooms/signage/plan.ts'
import type { PlayReason } from '@cutaway/contract/rooms/signage/plays.ts'
import { playAtOnce } from '../../../player/engine/sources/play-at-once.ts'
import type { Stream } from '../../../player/engine/sources/stream.ts'
import type { Source } from './order.ts'

/**
 * One of the two layers of a wall. It holds one video, one picture and one place for boards and frames, which it uses again
 * for every item, so that months of items leave nothing behind.
 */

/** An item that could not be shown. */
export class NotShown extends Error {
  readonly reason: PlayReason
  constructor(reason: PlayReason) {
    super(`not shown: ${reason}`)
    this.name = 'NotShown'
    this.reason = reason
  }
}

/** Draws a board or a frame into a place; returns what removes it. */
export type Mount = (place: HTMLElement, item: WallItem) => () => void

export interface LayerOptions {
  mount: Mount
  className: { layer: string; media: string }
  /** Milliseconds for which an item may load before its next source is tried. */
  patience: number
}

const hasPicture = 2 // HTMLMediaElement.HAVE_CURRENT_DATA

export class Layer {
  readonly element = document.createElement('div')
  readonly video = document.createElement('video')
  readonly #picture = document.createElement('img')
  readonly #place = document.createElement('div')
  readonly #options: LayerOptions
  #stream: Stream | null = null
  #unmount: (() => void) | null = null
  /** Counts what is loaded, so that a load that was given up changes nothing. */
  #load = 0
  item: WallItem | null = null
  /** The sources that have not failed; the first one is in use. */
  left: readonly Source[] = []

  constructor(options: LayerOptions) {
    this.#options = options
    this.element.className = options.className.layer
    for (const media of [this.video, this.#picture, this.#place]) {
      media.className = options.className.media
      media.hidden = true
      this.element.append(media)
    }
    this.#picture.alt = ''
    Object.assign(this.video, {
      playsInline: true,
      preload: 'auto',
      disablePictureInPicture: true,
      disableRemotePlayback: true,
    })
    this.video.tabIndex = -1
  }

  get showsFilm(): boolean {
    return !this.video.hidden
  }

  /** Loads an item up to its first picture. Throws NotShown if none of the sources has one. */
  async prepare(item: WallItem, sources: readonly Source[], { at = 0 }: { at?: number } = {}): Promise<void> {
    this.clear()
    const load = this.#load
    this.item = item
    if (item.kind === 'image') await this.#loadPicture(item)
    else if (item.kind === 'menu' || sources.length === 0) this.#fillPlace(item)
    else await this.#loadFilm(sources, at)
    if (load !== this.#load) throw new NotShown('stopped')
  }

  async #loadPicture({ sources, poster_url }: WallItem): Promise<void> {
    const url = sources.plain ?? poster_url
    if (url === null) throw new NotShown('gone')
    this.#picture.src = url
    this.#picture.hidden = false
    try {
      await inTime(this.#picture.decode(), this.#options.patience)
    } catch {
      throw new NotShown(navigator.onLine ? 'media' : 'network')
    }
  }

  #fillPlace(item: WallItem): void {
    if (item.kind !== 'menu') throw new NotShown('gone')
    this.#place.hidden = false
    // What is drawn goes a moment after the item: it takes its own element along, so that the place is free at once.
    const own = document.createElement('div')
    own.style.display = 'contents'
    this.#place.append(own)
    const unmount = this.#options.mount(own, item)
    this.#unmount = () => {
      own.remove()
      unmount()
    }
  }

  async #loadFilm(sources: readonly Source[], at: number): Promise<void> {
    const load = this.#load
    let reason: PlayReason = 'media'
    for (const [index, source] of sources.entries()) {
      this.left = sources.slice(index)
      try {
        // oxlint-disable-next-line no-await-in-loop -- one source after another
        await inTime(this.#loadSource(source, at), this.#options.patience)
        if (load === this.#load) this.video.hidden = false
        return
      } catch (error) {
        if (load !== this.#load) return
        reason = !navigator.onLine ? 'network' : error instanceof Late ? 'stalled' : 'media'
        this.#unload()
      }
    }
    throw new NotShown(reason)
  }

  async #loadSource({ via, url }: Source, at: number): Promise<void> {
    const { video } = this
    const load = this.#load
    const loaded = firstPicture(video, at)
    // Both outcomes are awaited below; a failure before that is no unhandled one.
    loaded.catch(() => undefined)
    if (via === 'hls' && !video.canPlayType('application/vnd.apple.mpegurl')) {
      const { attachStream } = await import('../../../player/engine/sources/hls.ts')
      if (load !== this.#load) return
      const failed = new Promise<never>((_, reject) => {
        this.#stream = attachStream(video, url, {
          at,
          tag: this.item?.language_code ?? '',
          quality: 'auto',
          shownHeight: 720,
          onHeights: () => undefined,
          onHeight: () => undefined,
          onTongues: () => undefined,
          onFatal: () => {
            reject(new Error('the stream failed'))
            video.dispatchEvent(new Event('streamfailed'))
          },
        })
      })
      failed.catch(() => undefined)
      await Promise.race([loaded, failed])
      return
    }
    video.src = url
    if (at > 0) video.currentTime = at
    await loaded
  }

  /**
   * Starts the film and returns once a frame of it is displayed. `muted` is asked by the browser or wanted; `onSilenced`
   * is called if the browser permits silent films only.
   */
  async start(onSilenced: () => void): Promise<void> {
    if (!this.showsFilm) return
    const { video } = this
    const shown = displayed(video)
    const how = await playAtOnce(video, (one) => {
      one.muted = true
      onSilenced()
    })
    if (how === 'refused') throw new NotShown(navigator.onLine ? 'media' : 'network')
    await shown
  }

  /** Forgets the item and frees what it holds. */
  clear(): void {
    this.#load += 1
    this.item = null
    this.left = []
    this.#unload()
    this.#unmount?.()
    this.#unmount = null
    this.#place.hidden = true
    this.#picture.removeAttribute('src')
    this.#picture.hidden = true
  }

  #unload(): void {
    const { video } = this
    this.#stream?.destroy()
    this.#stream = null
    video.hidden = true
    if (!video.hasAttribute('src') && video.readyState === 0) return
    video.pause()
    video.removeAttribute('src')
    video.load()
  }
}

class Late extends Error {}

async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late('late')), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when the picture at a second is decoded. */
function firstPicture(video: HTMLVideoElement, at: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const events = ['loadeddata', 'seeked', 'canplay'] as const
    const done = () => {
      for (const event of events) video.removeEventListener(event, look)
      video.removeEventListener('error', fail)
    }
    const look = () => {
      if (video.readyState < hasPicture || video.seeking || Math.abs(video.currentTime - at) > 0.5) return
      done()
      resolve()
    }
    const fail = () => {
      if (!video.error) return
      done()
      reject(new Error(video.error.message))
    }
    for (const event of events) video.addEventListener(event, look)
    video.addEventListener('error', fail)
  })
}

/** The longest wait for a frame: a page in the background displays none. */
const frameWithin = 1000

function displayed(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, frameWithin)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(done)
    else requestAnimationFrame(() => requestAnimationFrame(done))
  })
}
