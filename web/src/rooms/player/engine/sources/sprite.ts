import { readVtt, textOfCue } from '../captions/vtt.ts'

/** Returns the preview pictures of the timeline: regions of one sprite, by the times of a WebVTT file. Pure. */

export interface CutOut {
  start: number
  end: number
  /** Absolute. */
  url: string
  x: number
  y: number
  width: number
  height: number
}

/** Parses the file. `base` is its URL, because picture paths may be relative to it. */
export function readSprite(file: string, base: string): CutOut[] {
  return readVtt(file).flatMap((cue): CutOut[] => {
    const match = /^(.+)#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec(textOfCue(cue))
    if (!match) return []
    const [, path = '', ...numbers] = match
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map(Number)
    return [{ start: cue.start, end: cue.end, url: new URL(path, base).href, x, y, width, height }]
  })
}

export const cutOutAt = (cutOuts: readonly CutOut[], second: number): CutOut | null =>
  cutOuts.findLast(({ start }) => start <= second) ?? cutOuts[0] ?? null
