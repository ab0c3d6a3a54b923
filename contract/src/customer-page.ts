/** The data that the server embeds in a landing page for its script. */

export interface CustomerData {
  token: string
  /** The film in the player. */
  part_id: string
  language_id: number
  /** Seconds. */
  duration: number
  chapters: { start: number; title: string }[]
  captions_url: string | null
  /** The label track of the film and its texts; null if there is none. */
  labels: { url: string; texts: Record<string, string> } | null
  /** Texts by message key. */
  texts: Record<string, string>
  /** The format of times: language and time zone of the shop. */
  time: { tag: string; zone: string }
}

/** The same data for the landing page of a link that is no longer valid. */
export interface AskData {
  token: string
  texts: Record<string, string>
}
