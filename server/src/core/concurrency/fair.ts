/** Fair queueing for scarce work: a flood by one person delays that person, not others. A person is any key. */

export interface FairQueue<J> {
  /** Adds a job of a person. If the job is already waiting, the person joins those who wait for it. */
  add(person: string, job: J): void
  /** Removes and returns the next job: persons take turns, and the jobs of each person run in order. */
  take(): J | undefined
  /** Returns whether the job is waiting. */
  has(job: J): boolean
  /** Returns how many jobs of the person are waiting. */
  waiting(person: string): number
  /** Removes and returns all jobs. */
  drain(): J[]
}

/** Half a step of virtual time. */
const half = 0.5

/**
 * Makes a queue by start-time fair queueing. Each job starts one step of virtual time after the person's previous job,
 * but not before half a step from now. That is sooner than the second job of a flood, and later than the jobs that
 * already wait for their turn. Finding the next job reads the whole queue, so use it for work that takes far longer
 * than that.
 */
export function fairQueue<J>(): FairQueue<J> {
  const jobs = new Map<J, { start: number; persons: Set<string> }>()
  /** By person: the start of the next job, and the number of waiting jobs. */
  const shares = new Map<string, { next: number; waiting: number }>()
  let now = 0

  return {
    add(person, job) {
      const share = shares.get(person) ?? { next: now + half, waiting: 0 }
      const entry = jobs.get(job) ?? { start: Infinity, persons: new Set() }
      if (entry.persons.has(person)) return
      const start = Math.max(now + half, share.next)
      entry.start = Math.min(entry.start, start)
      entry.persons.add(person)
      jobs.set(job, entry)
      shares.set(person, { next: start + 1, waiting: share.waiting + 1 })
    },
    take() {
      let first: { job: J; start: number; persons: Set<string> } | undefined
      for (const [job, entry] of jobs) if (!first || entry.start < first.start) first = { job, ...entry }
      if (!first) return undefined
      jobs.delete(first.job)
      now = first.start
      for (const person of first.persons) shares.get(person)!.waiting -= 1
      for (const [person, { next, waiting }] of shares) if (waiting === 0 && next <= now + half) shares.delete(person)
      return first.job
    },
    has: (job) => jobs.has(job),
    waiting: (person) => shares.get(person)?.waiting ?? 0,
    drain() {
      const all = [...jobs.keys()]
      jobs.clear()
      shares.clear()
      return all
    },
  }
}

export interface Turns {
  /**
   * Starts work now (true), or returns a promise of its turn; false if too many wait. Call `end` for each started one.
   */
  begin(person: string): true | false | Promise<void>
  end(person: string): void
}

/**
 * Limits the concurrent work of each person. Further work waits in order, up to `waiting`. Persons do not delay each
 * other.
 */
export function makeTurns({ atOnce, waiting }: { atOnce: number; waiting: number }): Turns {
  const persons = new Map<string, { running: number; queue: (() => void)[] }>()
  return {
    begin(person) {
      const share = persons.get(person)
      if (!share) {
        persons.set(person, { running: 1, queue: [] })
        return true
      }
      if (share.running < atOnce) {
        share.running += 1
        return true
      }
      if (share.queue.length >= waiting) return false
      return new Promise((resolve) => share.queue.push(resolve))
    },
    end(person) {
      const share = persons.get(person)
      if (!share) return
      const next = share.queue.shift()
      if (next) return next()
      share.running -= 1
      if (share.running === 0) persons.delete(person)
    },
  }
}
