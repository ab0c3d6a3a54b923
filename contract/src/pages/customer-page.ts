import type { PlayerData } from './small-player.ts'

/** The data that the server embeds in a landing page for its script. */

export interface CustomerData extends PlayerData {
  token: string
  /** The film in the player. */
  part_id: string
  language_id: number
  /** Null if the film cannot be played. */
  video_url: string | null
  /** Proves that the page was rendered for this link. */
  proof: string
  /** The rows that the customer may answer; empty if the page takes no answer. */
  rows: AnswerRow[]
  /** The format of prices: language and currency. */
  money: { tag: string; currency: string }
}

/** One row of a decision, as the script needs it. */
export interface AnswerRow {
  part_id: string
  /** In minor units; null without a price. */
  price: number | null
  /** The stored answer; null while the row is open. */
  answer: 'approve' | 'not_now' | 'ask' | null
  question: string
  reply_by: 'call' | 'text' | null
}

/** The same data for the landing page of a link that is no longer valid. */
export interface AskData {
  token: string
  texts: Record<string, string>
}
