/** What the player asks of an adaptive stream, whichever library plays it. */
export interface Stream {
  /** Chooses a narration by its tag; false where the stream has none in that language. */
  speak: (tag: string) => boolean
  /** Height of the wanted picture, or 'auto' for the library's own choice. */
  setQuality: (quality: Quality) => void
  destroy: () => void
}

export type Quality = number | 'auto'

export interface StreamEvents {
  /** Heights that can be chosen, highest first. */
  onHeights: (heights: readonly number[]) => void
  /** Height of the picture that is shown now. */
  onHeight: (height: number) => void
  /** Tags of the narrations. Called before the first is heard. */
  onTongues: (tags: readonly string[]) => void
  /** The library has given up. */
  onFatal: (reason: 'network' | 'media') => void
}

export interface StreamOptions extends StreamEvents {
  /** Second at which to begin. */
  at: number
  tag: string
  quality: Quality
  /** Height of the picture that was shown before: the stream goes on with it instead of beginning at the lowest. */
  shownHeight: number | null
}

export type AttachStream<Video = HTMLVideoElement> = (video: Video, url: string, options: StreamOptions) => Stream
