import type { CustomerData } from '@cutaway/contract/pages/customer-page.ts'
import { WatchedRanges } from '../../player/engine/watched-ranges.ts'
import { post, postLast } from './calls.ts'
import { uuid } from '../../player/small/elements.ts'
import { onFirstFrame } from '../../player/small/first-frame.ts'

/**
 * Reports that a customer looks at the page, that a frame of the film was shown, and which ranges were watched. Every
 * report contains the whole visit, so that a lost or late one changes nothing.
 */

const every = 5_000

export interface Reports {
  view_key: string
  /** Decodes a frame of the film, if none was, and reports it. Resolves with whether the server has the report. */
  prove: () => Promise<boolean>
  /** Reports that the player of another website was opened: it tells the page nothing more. */
  begun: () => void
}

export function startReports(data: CustomerData, video: HTMLVideoElement | null): Reports {
  const view_key = visitOf(data.token)
  const about = {
    randomNumber: data.token,
    view_key,
    proof: data.proof,
    part_id: data.part_id,
    language_id: data.language_id,
  }
  const watching = new WatchedRanges()
  const watched: [number, number][] = []
  let firstFrame = false
  let decoded = false
  /** The last reported state. */
  let told = ''

  const report = () => ({
    ...about,
    first_frame: firstFrame,
    decoded: decoded || firstFrame,
    stretches: joined(watched).flat(),
  })
  const stateOf = (body: ReturnType<typeof report>) => `${body.first_frame} ${body.decoded} ${body.stretches.join()}`

  async function tell() {
    for (const stretch of watching.take()) watched.push(stretch)
    const body = report()
    const state = stateOf(body)
    if (state === told) return
    const before = told
    told = state
    // A failed report is repeated by the next one.
    if ((await post('animationVideoTracking', body)) === null && told === state) told = before
  }
  function tellLast() {
    for (const stretch of watching.take()) watched.push(stretch)
    const body = report()
    const state = stateOf(body)
    if (state !== told && postLast('animationVideoTracking', body)) told = state
  }

  async function prove(): Promise<boolean> {
    decoded ||= firstFrame || (await decodeFrame(video ?? detached(data.video_url)))
    const body = report()
    const isStored = decoded && (await post('animationVideoTracking', body)) !== null
    if (isStored) told = stateOf(body)
    return isStored
  }
  // The first touch of a person loads a frame, so that an answer does not wait for it.
  const warmUp = () => {
    if (video && video.readyState < 2) video.preload = 'metadata'
  }
  addEventListener('pointerdown', warmUp, { once: true })
  addEventListener('keydown', warmUp, { once: true })

  whenSeen(() => void tell())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && told !== '') tellLast()
  })
  addEventListener('pagehide', () => {
    if (told !== '') tellLast()
  })
  const begun = () => {
    firstFrame = true
    void tell()
  }
  if (!video) return { view_key, prove, begun }

  const moment = () => video.currentTime
  onFirstFrame(video, begun)
  video.addEventListener('playing', () => watching.play(moment()))
  video.addEventListener('timeupdate', () => watching.progress(moment(), video.playbackRate))
  const ended = () => {
    watching.progress(moment(), video.playbackRate)
    watching.stop()
    void tell()
  }
  video.addEventListener('pause', ended)
  video.addEventListener('ended', ended)
  video.addEventListener('seeking', () => watching.stop())
  video.addEventListener('seeked', () => {
    if (!video.paused) watching.play(moment())
  })
  video.addEventListener('waiting', () => watching.stop())
  setInterval(() => {
    if (!video.paused) void tell()
  }, every)
  return { view_key, prove, begun }
}

/** Milliseconds after which a browser that loads nothing without playback is asked to play. */
const patience = 2_500

/** Loads a film until a frame is decoded. Phones that save data decode only during playback, so it may start muted. */
async function decodeFrame(video: HTMLVideoElement | null): Promise<boolean> {
  if (!video) return true
  const isReady = () => video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
  const frame = () =>
    new Promise<boolean>((resolve) => {
      if (isReady()) return resolve(true)
      const timer = setTimeout(() => resolve(isReady()), patience)
      for (const event of ['loadeddata', 'error'])
        video.addEventListener(event, () => (clearTimeout(timer), resolve(isReady())), { once: true })
    })
  if (isReady()) return true
  // A load that failed, without a connection for example, does not start again by itself.
  if (video.error || video.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) video.load()
  video.preload = 'auto'
  if (await frame()) return true
  const { muted } = video
  video.muted = true
  await video.play().catch(() => undefined)
  const isDone = await frame()
  video.pause()
  video.muted = muted
  return isDone
}

/** A receipt shows no player: the film is decoded beside the page. */
function detached(url: string | null): HTMLVideoElement | null {
  if (url === null) return null
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.src = url
  return video
}

/** A prerendered page or a background tab has not been viewed. */
function whenSeen(work: () => void): void {
  const isSeen = () => document.visibilityState === 'visible' && !(document as { prerendering?: boolean }).prerendering
  if (isSeen()) return work()
  const look = () => {
    if (!isSeen()) return
    document.removeEventListener('visibilitychange', look)
    document.removeEventListener('prerenderingchange', look)
    work()
  }
  document.addEventListener('visibilitychange', look)
  document.addEventListener('prerenderingchange', look)
}

/** Returns the key of the visit, which survives a reload in the same tab, for another film or language. */
function visitOf(token: string): string {
  const name = `cutaway.visit.${token}`
  try {
    const kept = sessionStorage.getItem(name) ?? uuid()
    sessionStorage.setItem(name, kept)
    return kept
  } catch {
    // The browser may refuse storage: then each page load is a visit.
    return uuid()
  }
}

/** Sorts and merges adjacent ranges; the server accepts a limited number. */
export function joined(stretches: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = []
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1] + 0.3) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result.slice(0, 200)
}
