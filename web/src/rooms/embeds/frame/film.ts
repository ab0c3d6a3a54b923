import type { EmbedPageData } from '@cutaway/contract/embed-page.ts'
import { uuid } from '../../player/small/elements.ts'
import { startFilm } from '../../player/small/film.ts'
import { onFirstFrame } from '../../player/small/first-frame.ts'

/** The player of the embed page, which loads once a person wants to play. */

export interface FilmModule {
  start: typeof start
}

/** Starts the player on a film that may be playing already; returns what plays it. */
export function start({ player, report }: EmbedPageData, video: HTMLVideoElement): (() => Promise<void>) | undefined {
  if (report) {
    const view_key = uuid()
    onFirstFrame(video, () => void tell({ ...report, view_key }))
  }
  return startFilm(player, video, () => '')
}

/** Reports a view. A report that failed is repeated a few times: the server counts it once. */
async function tell(view: object): Promise<void> {
  for (const seconds of [0, 5, 30]) {
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1000)
    })
    try {
      const { status } = await fetch('/api/v1/embedViewed', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(view),
        credentials: 'omit',
        keepalive: true,
      })
      if (status < 500) return
    } catch {
      // Without a connection the next attempt may succeed.
    }
  }
}
