/** What the server writes into the page of a link for its script. */

export interface CustomerData {
  token: string
  /** Of the film on the stage. */
  part_id: string
  language_id: number
  /** Seconds. */
  duration: number
  chapters: { start: number; title: string }[]
  captions_url: string | null
  /** The track of the film's labels and their words; null without any. */
  labels: { url: string; texts: Record<string, string> } | null
  /** By message key. */
  texts: Record<string, string>
  /** How moments are written: language and time zone of the shop. */
  time: { tag: string; zone: string }
}

/** The same for the page of a link that no longer works. */
export interface AskData {
  token: string
  texts: Record<string, string>
}
