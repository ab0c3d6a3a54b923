import type { CustomerData } from '@cutaway/contract/customer-page.ts'
import { WatchedRanges } from '../../player/engine/watched-ranges.ts'
import { post, postLast } from './calls.ts'
import { uuid } from './elements.ts'

/**
 * Reports that a customer looks at the page, that a frame of the film was shown, and which ranges were watched. Every
 * report contains the whole visit, so that a lost or late one changes nothing.
 */

const every = 5_000

export function startReports(data: CustomerData, video: HTMLVideoElement | null): void {
  const about = {
    randomNumber: data.token,
    view_key: visitOf(data.token),
    part_id: data.part_id,
    language_id: data.language_id,
  }
  const watching = new WatchedRanges()
  const watched: [number, number][] = []
  let firstFrame = false
  /** The last reported state. */
  let told = ''

  const report = () => ({ ...about, first_frame: firstFrame, stretches: joined(watched).flat() })
  const stateOf = (body: ReturnType<typeof report>) => `${body.first_frame} ${body.stretches.join()}`

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

  whenSeen(() => void tell())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && told !== '') tellLast()
  })
  addEventListener('pagehide', () => {
    if (told !== '') tellLast()
  })
  if (!video) return

  const moment = () => video.currentTime
  const seen = () => {
    if (firstFrame) return
    firstFrame = true
    void tell()
  }
  video.addEventListener('playing', () => {
    watching.play(moment())
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(seen)
  })
  video.addEventListener('timeupdate', () => {
    watching.progress(moment(), video.playbackRate)
    // Browsers without a frame callback: if time advances, frames are shown.
    if (!video.paused && moment() > 0 && !('requestVideoFrameCallback' in video)) seen()
  })
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
