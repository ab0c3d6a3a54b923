import type { PlayerData } from './small-player.ts'

/** The data that the server embeds in the page of an embed for its script. */
export interface EmbedPageData {
  player: PlayerData
  /** URL of the script that plays the film; fetched once a person wants to play. */
  script: string
  /** Other files of that script, to fetch with it. */
  preload: readonly string[]
  /** What the page reports; null in a preview, which counts nothing. */
  report: { token: string; part_id: string; language: string; proof: string } | null
}

/** What plays the film: the detail of the event `cutaway-player`, by which the player tells the page's script that it is there. */
export type PlayerReady = (() => Promise<void>) | undefined
