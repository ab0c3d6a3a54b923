/** Selects the first source of a film. Pure. */

export interface Sources {
  /** Plain MP4 with the narration of `spoken`. */
  mp4: string | null
  hls: string | null
  dash: string | null
  /** Seconds. */
  duration: number
}

export type Via = 'mp4' | 'hls' | 'dash'

/** The browser's information about the connection. */
export interface Line {
  saveData?: boolean
  effectiveType?: string
}

/** Films up to this length start as a plain file, which shows its first frame soonest. */
const longestPlain = 120

/**
 * Returns how a film starts: as the plain file that the page already has, if the film is short and the connection is
 * good; else adaptive. DASH is used only if there is no other source. Null: the film has no file at all.
 */
export function firstVia(
  sources: Sources,
  page: { early: boolean; adaptive: boolean; line?: Line | undefined },
): Via | null {
  const { mp4, hls, dash, duration } = sources
  const { saveData = false, effectiveType = '4g' } = page.line ?? {}
  const stream: Via | null = page.adaptive ? (hls ? 'hls' : dash ? 'dash' : null) : null
  if (!mp4) return stream
  if (stream !== 'hls') return 'mp4'
  return page.early && duration <= longestPlain && !saveData && effectiveType === '4g' ? 'mp4' : 'hls'
}

/** Returns the picture heights in a master playlist, highest first. */
export function heightsOfMaster(playlist: string): number[] {
  const heights = [...playlist.matchAll(/^#EXT-X-STREAM-INF:.*?RESOLUTION=\d+x(\d+)/gm)].map((match) =>
    Number(match[1]),
  )
  return descending(heights)
}

export const descending = (heights: readonly number[]): number[] =>
  [...new Set(heights)].filter(Boolean).toSorted((a, b) => b - a)

/** Returns whether two URLs name the same file; a signature in the query may differ between responses. */
export function sameFile(a: string | null, b: string | null, base: string): boolean {
  if (!a || !b) return false
  const [x, y] = [new URL(a, base), new URL(b, base)]
  return x.origin === y.origin && x.pathname === y.pathname
}
