import type { PlayerData } from './small-player.ts'

/** The data that the server embeds in the page of an embed for its script. */
export interface EmbedPageData {
  player: PlayerData
  /** URL of the script that plays the film; fetched once a person wants to play. */
  script: string
  /** Other files of that script, to fetch with it. */
  preload: readonly string[]
  /** What the page reports, and the call that takes it; null in a preview, which counts nothing. */
  report: { call: ViewCall; view: { token: string; part_id: string; language: string; proof: string } } | null
}

/** The call that counts a view: of an embed, or of a video in a course. */
export type ViewCall = 'embedViewed' | 'courseFilmViewed'

/** What plays the film: the detail of the event `cutaway-player`, by which the player tells the page's script that it is there. */
export type PlayerReady = (() => Promise<void>) | undefined
