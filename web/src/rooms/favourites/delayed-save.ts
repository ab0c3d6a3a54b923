/**
 * Saves what changes often some time after its last change, one save at a time. Nothing is lost on the way: `flush` saves
 * at once, and a save that failed waits for another try.
 */
export interface DelayedSave<T> {
  /** From now on this is to be saved. */
  change(value: T): void
  /** Saves what waits at once and answers when it is done; answers false when that failed. */
  flush(options?: { leaving: boolean }): Promise<boolean>
}

export type SaveState = 'unchanged' | 'waiting' | 'saving' | 'saved' | 'failed'

export function delayedSave<T>({
  delay,
  save,
  onState,
}: {
  /** Milliseconds after the last change. */
  delay: number
  /** `leaving`: the page goes away, the request must outlive it. */
  save: (value: T, leaving: boolean) => Promise<unknown>
  onState: (state: SaveState, error?: unknown) => void
}): DelayedSave<T> {
  let waiting: { value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<boolean> | null = null

  async function run(leaving: boolean): Promise<boolean> {
    while (waiting) {
      const { value } = waiting
      waiting = null
      onState('saving')
      try {
        await save(value, leaving)
      } catch (error) {
        // A newer change is what is to be saved now, else this one once more.
        waiting ??= { value }
        onState('failed', error)
        return false
      }
    }
    onState('saved')
    return true
  }

  async function flush({ leaving } = { leaving: false }): Promise<boolean> {
    clearTimeout(timer)
    // A page that goes away cannot wait for the answer to the save before.
    if (running && !leaving) await running
    if (!waiting) return true
    running = run(leaving)
    try {
      return await running
    } finally {
      running = null
    }
  }

  return {
    change(value) {
      waiting = { value }
      onState('waiting')
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), delay)
    },
    flush,
  }
}
