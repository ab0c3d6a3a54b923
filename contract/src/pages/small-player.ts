/** The data of the small player, which the server embeds in pages that it draws. */

export interface PlayerData {
  /** Seconds; 0 if it is not known. */
  duration: number
  /** The player of another website, which is shown in place of a film; null for a film that is a file. */
  frame_url: string | null
  chapters: { start: number; title: string }[]
  captions_url: string | null
  /** The label track of the film and its texts; null if there is none. */
  labels: { url: string; texts: Record<string, string> } | null
  /** Texts by message key. */
  texts: Record<string, string>
}
