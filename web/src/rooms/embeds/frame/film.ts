import type { EmbedPageData, PlayerReady, ViewCall } from '@cutaway/contract/pages/embed-page.ts'
import { uuid } from '../../player/small/elements.ts'
import { startFilm } from '../../player/small/film.ts'
import { startFrame } from '../../player/small/frame.ts'
import { onFirstFrame } from '../../player/small/first-frame.ts'

/**
 * The player of the embed page, which loads once a person wants to play. It starts on the film, which may be playing
 * already, and hands what plays it to the page's script by an event: a script that starts a page exports nothing. It
 * imports no value of the contract, with which the portal's own scripts would load.
 */

const { player, report } = JSON.parse(document.getElementById('data')!.textContent) as EmbedPageData
const video = document.getElementById('film') as HTMLVideoElement | null
const view_key = uuid()
const seen = () => {
  if (report) void tell(report.call, { ...report.view, view_key })
}
if (video) onFirstFrame(video, seen)
const detail: PlayerReady = video
  ? startFilm(player, video, () => '')
  : player.frame_url
    ? startFrame(player.frame_url, seen)
    : undefined
document.dispatchEvent(new CustomEvent('cutaway-player', { detail }))

/**
 * Reports a view. A report that failed is kept while the page is open, and repeated once the browser is online again, or
 * later each time: the server counts it once.
 */
async function tell(call: ViewCall, view: object): Promise<void> {
  for (let seconds = 5; ; seconds = Math.min(seconds * 2, 300)) {
    try {
      const { status } = await fetch(`/api/v1/${call}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(view),
        credentials: 'omit',
        keepalive: true,
      })
      if (status < 500 && status !== 429) return
    } catch {
      // Without a connection the next attempt may succeed.
    }
    await pause(seconds)
  }
}

/** Waits for some seconds, or until the browser is online again. */
const pause = (seconds: number) =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, seconds * 1000)
    addEventListener('online', go)
  })
