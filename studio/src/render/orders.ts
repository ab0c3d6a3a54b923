/** What the renderer asks of its page, plain data. */

/** One picture: labels as the anchors they point at; boxes as shares of the picture. */
export interface StillOrder {
  time: number
  labels: { text: string; anchor: string; box: { x: number; y: number } }[]
  badges: { text: string; rating: string; box: { x: number; y: number } }[]
  title: { name: string; subtitle: string; from: number; to: number } | null
  /** Written in the corner of a contact sheet. */
  note: string
}
