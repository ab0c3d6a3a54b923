import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Asked } from './calls.ts'
import type { FloorSettings } from './floor.ts'
import { get, type Session } from './people.ts'
import { startProcess, type ServerProcess } from './processes.ts'

/** Starts the floor with the response bytes of our server. */

export interface Floor {
  process: ServerProcess
  /** Path of a page with nothing but the film. */
  page: string
}

export async function startFloor(options: {
  ours: ServerProcess
  sessions: readonly Session[]
  /** The requests that the floor answers, for the people of `sessions`. */
  asked: readonly Asked[]
  /** Headers added to every request. */
  headers?: Record<string, string>
  /** The viewers of the film, by URL of its file. */
  film?: { path: string; cookie: string; host: string }
  folder: string
  databaseUrl: string | undefined
  poolSize: number
}): Promise<Floor> {
  const { ours, sessions, asked, folder, film, headers = {} } = options
  const answers: FloorSettings['answers'] = {}
  for (const { host, cookie, path } of asked) {
    const { status, body, headers: given } = await get(ours, path, { headers: { ...headers, host, cookie } })
    if (status !== 200) throw new Error(`${path} of ${host} returned ${status}`)
    const file = join(folder, createHash('sha256').update(body).digest('hex'))
    if (!existsSync(file)) await writeFile(file, body)
    const encoding = given['content-encoding']
    answers[`${nameOf(host)} ${path}`] = { file, ...(typeof encoding === 'string' ? { encoding } : {}) }
  }
  const filmFile = join(folder, 'film.mp4')
  if (film && !existsSync(filmFile)) await writeFile(filmFile, (await get(ours, film.path, { headers: film })).body)

  const page = '/bare'
  const settings: FloorSettings = {
    ...(options.databaseUrl ? { databaseUrl: options.databaseUrl } : {}),
    poolSize: options.poolSize,
    // The browser that plays the film uses the host name of the computer.
    sites: Object.fromEntries([...sessions.map((s) => [nameOf(s.host), s.webSiteId]), ['localhost', defaultSite]]),
    cookieName: sessions[0]!.cookie.split('=')[0]!,
    sessions: sessions.map(({ webSiteId, tokenHash }) => [webSiteId, tokenHash]),
    answers,
    ...(film ? { film: { path: film.path, file: filmFile, page } } : {}),
  }
  const settingsFile = join(folder, 'floor.json')
  await writeFile(settingsFile, JSON.stringify(settings))
  return { process: await startProcess('floor.ts', { FLOOR: settingsFile }), page }
}

const defaultSite = 31
const nameOf = (host: string) => host.split(':')[0]!
