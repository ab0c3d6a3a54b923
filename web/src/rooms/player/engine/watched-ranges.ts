/**
 * Gathers which stretches of a film are played, from second to second. It is fed by the media element's own events, in the
 * order in which they come.
 */
export class WatchedRanges {
  #done: [number, number][] = []
  #from: number | null = null
  #to = 0

  /** The film plays from here. */
  play(second: number): void {
    this.stop()
    this.#from = this.#to = second
  }

  /** It has come so far. A step back, or a leap, is a stretch that ended without a word. */
  progress(second: number, rate = 1): void {
    if (this.#from === null) return
    const leap = second < this.#to || second - this.#to > longestStep * rate
    if (leap) this.play(second)
    else this.#to = second
  }

  /** It stands still, or goes elsewhere. */
  stop(): void {
    if (this.#from !== null && this.#to - this.#from >= shortest) this.#done.push([round(this.#from), round(this.#to)])
    this.#from = null
  }

  /** What was gathered since the last time; a stretch that goes on is cut here. */
  take(): [number, number][] {
    const from = this.#from
    const to = this.#to
    this.stop()
    if (from !== null) this.play(to)
    return this.#done.splice(0, mostAtOnce)
  }
}

/** Browsers say at least four times a second how far they are; a hidden tab once. */
const longestStep = 2.5
const shortest = 0.1
const mostAtOnce = 200
const round = (second: number) => Math.round(second * 10) / 10
