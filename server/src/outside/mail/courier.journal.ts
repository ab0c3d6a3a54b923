import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What the courier has in hand and what became of it, a file for each mail: it outlives the process that asked. A file is
 * empty and touched again and again while its mail is in hand, and then holds the outcome.
 */

export type Fate = { outcome: 'taken' } | { outcome: 'refused' | 'unknown' | 'failed'; reason: string }

/** Milliseconds between two touches of a file whose mail is in hand, and after which nobody has it any more. */
export const touchedEvery = 500
const abandonedAfter = 5_000
/** Days after which an outcome that nobody fetched is thrown away. */
const keptDays = 7

export interface Journal {
  /** `undefined`: the mail never came here. `in hand`: wait. `abandoned`: whoever had it died, and may have handed it over. */
  read(id: string): Promise<Fate | 'in hand' | 'abandoned' | undefined>
  begin(id: string): Promise<void>
  touch(id: string): Promise<void>
  end(id: string, fate: Fate): Promise<void>
  /** After the outcome was written down elsewhere. */
  forget(id: string): Promise<void>
}

/** The journal in a folder, which is made; old outcomes are removed. */
export async function openJournal(folder: string): Promise<Journal> {
  await mkdir(folder, { recursive: true })
  const oldest = Date.now() - keptDays * 86_400_000
  for (const name of await readdir(folder)) {
    const about = await stat(join(folder, name)).catch(gone)
    if (about && about.mtimeMs < oldest) await rm(join(folder, name), { force: true })
  }
  const fileOf = (id: string) => {
    if (!/^[\da-f-]{36}$/.test(id)) throw new Error('the id of a mail is a UUID')
    return join(folder, id)
  }
  return {
    async read(id) {
      const file = fileOf(id)
      const text = await readFile(file, 'utf8').catch(gone)
      if (text === undefined) return undefined
      if (text !== '') return JSON.parse(text) as Fate
      const about = await stat(file).catch(gone)
      return about && Date.now() - about.mtimeMs < abandonedAfter ? 'in hand' : 'abandoned'
    },
    begin: (id) => writeFile(fileOf(id), ''),
    touch: (id) => utimes(fileOf(id), new Date(), new Date()),
    async end(id, fate) {
      // Whole or not at all.
      const file = fileOf(id)
      await writeFile(`${file}.new`, JSON.stringify(fate))
      await rename(`${file}.new`, file)
    },
    forget: (id) => rm(fileOf(id), { force: true }),
  }
}

function gone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
