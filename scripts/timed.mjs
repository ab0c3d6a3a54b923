// node scripts/timed.mjs <file> <script> [arguments]
//
// Runs a script with this Node, ends as it ended, and writes to the file how many seconds of processor time it and all the
// processes that it started took. Writes nothing where the system does not tell (it is read from Linux's /proc).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { endAs, run } from './child.mjs'

/** A process shorter than this may be missed. At most this much of the end of a process is missed. */
const lookEvery = 500

const [file, ...args] = process.argv.slice(2)
const seconds = existsSync('/proc/self/stat') ? watchProcessors() : undefined
const ended = await run(process.execPath, args)
if (seconds) writeFileSync(file, String(seconds()))
endAs(ended)

/**
 * Starts summing the time of all descendants of this process; returns the sum. Samples them while they run, because a
 * browser's processes do not end as children of the process that started them and are missing from its total.
 */
function watchProcessors() {
  /** Hundredths of a second by process. */
  const times = new Map()
  const look = () => {
    const parents = new Map()
    const now = new Map()
    for (const pid of readdirSync('/proc')) {
      const stat = /^\d+$/.test(pid) ? statOf(pid) : undefined
      if (!stat) continue
      parents.set(pid, stat.parent)
      now.set(pid, stat.time)
    }
    const isOurs = (pid) => {
      for (let at = parents.get(pid); at; at = parents.get(at)) if (at === String(process.pid)) return true
      return false
    }
    for (const [pid, time] of now) if (times.has(pid) || isOurs(pid)) times.set(pid, time)
  }
  const timer = setInterval(look, lookEvery)
  return () => {
    clearInterval(timer)
    look()
    const seen = [...times.values()].reduce((sum, time) => sum + time, 0)
    return Math.max(seen, statOf('self').timeOfChildren) / 100
  }
}

/** Returns the fields of /proc/<pid>/stat, see proc(5); undefined if the process has ended. */
function statOf(pid) {
  let stat
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
  // The program name is in brackets and may contain spaces; state, the third field, is the first after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const of = (field) => Number(fields[field - 3])
  return { parent: String(of(4)), time: of(14) + of(15), timeOfChildren: of(16) + of(17) }
}
