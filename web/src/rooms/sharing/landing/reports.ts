import type { CustomerData } from '@cutaway/contract/customer-page.ts'
import { WatchedRanges } from '../../player/engine/watched-ranges.ts'
import { post, postLast } from './calls.ts'
import { uuid } from './elements.ts'

/**
 * Tells the server that somebody looks at the page, that a picture of the film was on the screen, and which parts were
 * watched. Every report holds all of the visit, so that one that is lost or comes late changes nothing.
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
  /** What the server has been told of. */
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
    // What did not arrive is told again with the next report.
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
    // Browsers without a callback for frames: time goes on, so pictures do.
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

/** A page that a browser draws ahead, or in a tab behind, has not been looked at. */
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

/** One key for a visit: it stays when the page is opened anew in the same tab, for another film or language. */
function visitOf(token: string): string {
  const name = `cutaway.visit.${token}`
  try {
    const kept = sessionStorage.getItem(name) ?? uuid()
    sessionStorage.setItem(name, kept)
    return kept
  } catch {
    // Storage may be forbidden: then each page is a visit.
    return uuid()
  }
}

/** In order, those that touch as one; the server accepts a list of some length only. */
export function joined(stretches: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = []
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1] + 0.3) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result.slice(0, 200)
}
