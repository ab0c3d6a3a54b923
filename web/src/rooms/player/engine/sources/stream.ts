/** The player's interface to an adaptive stream, independent of the library. */
export interface Stream {
  /** Selects a narration by its tag; returns false if the stream does not have it. */
  speak: (tag: string) => boolean
  /** Sets the picture height, or 'auto' for the library's choice. */
  setQuality: (quality: Quality) => void
  destroy: () => void
}

export type Quality = number | 'auto'

export interface StreamEvents {
  /** Available heights, highest first. */
  onHeights: (heights: readonly number[]) => void
  /** Height of the current picture. */
  onHeight: (height: number) => void
  /** Tags of the narrations. Called before playback starts. */
  onTongues: (tags: readonly string[]) => void
  /** The library cannot recover. */
  onFatal: (reason: 'network' | 'media') => void
}

export interface StreamOptions extends StreamEvents {
  /** Second at which to begin. */
  at: number
  tag: string
  quality: Quality
  /** Height of the previous picture: the stream continues with it instead of starting at the lowest. */
  shownHeight: number | null
}

export type AttachStream<Video = HTMLVideoElement> = (video: Video, url: string, options: StreamOptions) => Stream
