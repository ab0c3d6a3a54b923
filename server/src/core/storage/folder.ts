import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkKey, cutPart } from './rules.ts'
import type { Storage } from './storage.ts'

/**
 * Stores objects as files of a folder. The media type of `a/b.png` is in `.types/a/b.png`: keys cannot begin with a
 * dot, so the two never collide. Both are written to temporary names and renamed, the type first, so that an object
 * always has one.
 */
export function folderStorage(folder: string): Storage {
  const paths = (key: string) => {
    checkKey(key)
    return { file: join(folder, key), type: join(folder, '.types', key) }
  }

  async function write(path: string, content: Uint8Array | Readable | string) {
    await mkdir(join(folder, '.new'), { recursive: true })
    const temporary = join(folder, '.new', randomUUID())
    try {
      const source = content instanceof Readable ? content : [content]
      // Flushed to the disk before the rename: after a power failure there is no empty file under the final name.
      await pipeline(source, createWriteStream(temporary, { flush: true }))
      await mkdir(dirname(path), { recursive: true })
      await rename(temporary, path)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    async put(key, content, { mediaType }) {
      const { file, type } = paths(key)
      await write(type, mediaType)
      await write(file, content)
    },

    async get(key, part) {
      const { file, type } = paths(key)
      const handle = await open(file).catch(ifThere)
      if (!handle) return null
      try {
        // Reads the open file's metadata, so that a replacement in between has no effect.
        const about = await handle.stat()
        if (!about.isFile()) {
          await handle.close()
          return null
        }
        const { size } = about
        const cut = part && cutPart(part, size)
        const mediaType = (await readFile(type, 'utf8').catch(ifThere)) ?? 'application/octet-stream'
        const stream = handle.createReadStream(cut ?? {})
        return { stream, size, mediaType, ...(cut ? { part: cut } : {}) }
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    async has(key) {
      const found = await stat(paths(key).file).catch(ifThere)
      return found?.isFile() ?? false
    },

    async remove(key) {
      const { file, type } = paths(key)
      await rm(file, { force: true })
      await rm(type, { force: true })
    },
  }
}

/** Returns undefined for a missing file, or a file where the key needs a folder; throws every other error. */
function ifThere(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
  throw error
}
