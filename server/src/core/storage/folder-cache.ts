import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A cache of files in a folder that can be made again. After each new file, the least recently used files beyond `size`
 * bytes are removed. A file that is being sent is still sent to its end.
 */
export interface FolderCache {
  /** Returns the path of a file. Makes the file if it is missing; concurrent requests share one run of `make`. */
  of(name: string, make: () => Promise<Uint8Array>): Promise<string>
}

/** The minimum time between two updates of a file's last use, which is its modification time. */
const noteEvery = 60 * 60_000

export function folderCache(folder: string, size: number): FolderCache {
  const running = new Map<string, Promise<string>>()

  async function find(path: string): Promise<boolean> {
    const known = await stat(path).catch(() => undefined)
    if (!known) return false
    const now = new Date()
    // A folder that cannot be written to still serves files.
    if (now.getTime() - known.mtimeMs > noteEvery) await utimes(path, now, now).catch(() => undefined)
    return true
  }

  async function write(path: string, bytes: Uint8Array) {
    await mkdir(folder, { recursive: true })
    // Writes to a temporary name and renames, so that a reader never gets half a file.
    const temporary = `${path}.${randomUUID()}`
    try {
      await writeFile(temporary, bytes)
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    await shrink(path)
  }

  async function shrink(newest: string) {
    const names = await readdir(folder)
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name)
        const about = await stat(path).catch(() => undefined)
        return { path, bytes: about?.size ?? 0, usedAt: about?.mtimeMs ?? 0 }
      }),
    )
    let total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { path, bytes } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total <= size) return
      if (path === newest) continue
      await rm(path, { force: true })
      total -= bytes
    }
  }

  return {
    async of(name, make) {
      const path = join(folder, name)
      let work = running.get(path)
      if (!work) {
        work = (async () => {
          if (!(await find(path))) await write(path, await make())
          return path
        })().finally(() => running.delete(path))
        running.set(path, work)
      }
      return work
    },
  }
}
