/** Collects the watched ranges of a film. Feed it the media element's own events, in their order. */
export class WatchedRanges {
  #done: [number, number][] = []
  #from: number | null = null
  #to = 0

  /** Playback starts at this second, or has started there and reached another. */
  play(second: number, reached = second): void {
    this.stop()
    this.#from = second
    this.#to = reached
  }

  /** Playback has reached this second. A step back or a jump ends the range, even without an event. */
  progress(second: number, rate = 1): void {
    if (this.#from === null) return
    const leap = second < this.#to || second - this.#to > longestStep * rate
    if (leap) this.play(second)
    else this.#to = second
  }

  /** Playback stops or seeks. */
  stop(): void {
    if (this.#from !== null && this.#to - this.#from >= shortest) this.#done.push([round(this.#from), round(this.#to)])
    this.#from = null
  }

  /** Returns the ranges collected since the last call; a range in progress is split here. */
  take(): [number, number][] {
    const from = this.#from
    const to = this.#to
    this.stop()
    if (from !== null) this.play(to)
    return this.#done.splice(0, mostAtOnce)
  }
}

/** Browsers report the time at least four times a second; a hidden tab once. */
const longestStep = 2.5
const shortest = 0.1
const mostAtOnce = 200
const round = (second: number) => Math.round(second * 10) / 10

/** Returns the second at which the media element began to play, without a jump since; null if it has not played. */
export function playedFrom({ played, currentTime }: HTMLMediaElement): number | null {
  // The film goes on between the two readings.
  const between = 0.5
  for (let i = 0; i < played.length; i += 1)
    if (played.start(i) <= currentTime && currentTime <= played.end(i) + between) return played.start(i)
  return null
}
