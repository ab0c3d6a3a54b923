import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { measureAtRate, measureCall, type Asked, type CallFigures, type Latency } from './calls.ts'
import { startFloor } from './floors.ts'
import { filmOf, writeLibrary } from './library.ts'
import { at, type Session } from './people.ts'
import { startProcess, type ServerProcess } from './processes.ts'

/** Measures a library of 5,000 parts in seven languages with the same people: speed, memory, and start-up time. */

export const parts = 5000
/** Every session opens the home page once a second. */
const seconds = 5

export interface LargeLibraryFigures {
  calls: Record<string, CallFigures>
  /** Latency of the hierarchy in milliseconds when every session requests it once a second. */
  hierarchy: Latency
  /** Megabytes (1000 kB) that the portal uses afterwards. */
  megabytes: number | undefined
  /** Seconds from the start of the process until it serves, with the library read before. */
  startSeconds: number
  /** Seconds of the first start, which reads every file. */
  firstStartSeconds: number
}

export async function measureLargeLibrary(options: {
  env: Record<string, string>
  sessions: readonly Session[]
  requests: Record<string, (sessions: readonly Session[], film: string) => Asked[]>
  folder: string
  databaseUrl: string | undefined
  poolSize: number
}): Promise<LargeLibraryFigures> {
  const folder = join(options.folder, 'large')
  await mkdir(folder)
  await writeLibrary(join(folder, 'library'), parts)
  const env = { ...options.env, LIBRARY_DIR: join(folder, 'library'), DATA_DIR: join(folder, 'data') }
  const started = async (): Promise<[ServerProcess, number]> => {
    const began = performance.now()
    const server = await startProcess('../server/src/main.ts', env)
    return [server, (performance.now() - began) / 1000]
  }
  const [first, firstStartSeconds] = await started()
  await first.stop()
  const [ours, startSeconds] = await started()
  try {
    const sessions = at(ours, options.sessions)
    const film = filmOf(1234)
    const asked = Object.values(options.requests).flatMap((requests) => requests(sessions, film))
    const floor = await startFloor({ ...options, ours, sessions, asked, folder })
    try {
      const calls: Record<string, CallFigures> = {}
      for (const [what, requests] of Object.entries(options.requests)) {
        const own = requests(sessions, film)
        calls[what] = await measureCall(what, {
          ours: { process: ours, asked: own },
          floor: { process: floor.process, asked: at(floor.process, own) },
        })
      }
      const hierarchy = await measureAtRate(
        'hierarchy',
        { process: ours, asked: options.requests['hierarchy']!(sessions, film) },
        // As browsers ask.
        { 'accept-encoding': 'gzip, deflate, br, zstd' },
        { perSecond: sessions.length, seconds },
      )
      return { calls, hierarchy, megabytes: ours.megabytes(), startSeconds, firstStartSeconds }
    } finally {
      await floor.process.stop()
    }
  } finally {
    await ours.stop()
  }
}
