/**
 * Debounces saves and runs one save at a time. No change is lost: `flush` saves at once, and a failed save is kept for
 * a retry.
 */
export interface DelayedSave<T> {
  /** Schedules this value to be saved. */
  change(value: T): void
  /** Saves a pending value at once. Resolves when it is done, to false if it failed. */
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
  /** `leaving`: the page is closing, so the request must outlive it. */
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
        // Saves a newer change if there is one, else retries this one.
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
    // A closing page cannot wait for the previous save.
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
