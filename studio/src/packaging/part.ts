/** What packaging reads of a part. The files themselves are described in library/README.md. */

export interface PartToPackage {
  film?: {
    /** Seconds. */
    duration: number
    fps: number
    width: number
    height: number
    streams: string
    dash: string
    poster: string
    sprite: string
    thumbnails: string
    audio: { language: string; voice: 'synthetic' | 'human'; also_for: string[] }[]
    captions: string[]
  }
  interactive_film?: { duration: number; fps: number; width: number; height: number; file: string; poster: string }
  pdf: { image1: string; image2: string }
}

export interface TextToPackage {
  /** Times in seconds: the slots of the lines. */
  script: { start: number; end: number; text: string }[]
  labels: Record<string, string>
  keywords: Record<string, string>
}
