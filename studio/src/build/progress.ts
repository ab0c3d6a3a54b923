import type { Progress } from '../render/film.ts'

/** One line on the screen that is written over; into a file, a new line at every tenth. */
export function progressLine(name: string): { show(progress: Progress): void; end(): void } {
  let tenth = -1
  return {
    show({ done, total, remaining }) {
      const text = `${name}: ${done} of ${total} frames${remaining === null ? '' : `, ${clock(remaining)} to go`}`
      if (process.stdout.isTTY) process.stdout.write(`\r${text}    `)
      else if (Math.floor((done / total) * 10) > tenth) {
        tenth = Math.floor((done / total) * 10)
        console.log(text)
      }
    },
    end() {
      if (process.stdout.isTTY) process.stdout.write('\n')
    },
  }
}

/** Minutes and seconds, 3:07. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`
