/** The data of the small player, which the server embeds in pages that it draws. */

export interface PlayerData {
  /** Seconds. */
  duration: number
  chapters: { start: number; title: string }[]
  captions_url: string | null
  /** The label track of the film and its texts; null if there is none. */
  labels: { url: string; texts: Record<string, string> } | null
  /** Texts by message key. */
  texts: Record<string, string>
}
