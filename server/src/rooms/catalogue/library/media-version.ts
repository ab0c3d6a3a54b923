import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Lists of files by their names, each held once: the media of most parts have the same names. */
const lists = new Map<string, ReadonlySet<string>>()
function once(names: readonly string[]): ReadonlySet<string> {
  const key = names.join('/')
  const known = lists.get(key)
  if (known) return known
  const list = new Set(names)
  lists.set(key, list)
  return list
}

export interface Media {
  files: ReadonlySet<string>
  version: string
}

/**
 * Returns the files of a media folder, and twelve characters of a hash over their names, sizes and hashes. URLs contain
 * it, so that they can be cached immutably.
 */
export function mediaOf(folder: string): Media {
  const hash = createHash('sha256')
  const hashes = join(folder, 'hashes.json')
  if (existsSync(hashes)) hash.update(readFileSync(hashes))
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : []
  for (const name of files) hash.update(`${name} ${statSync(join(folder, name)).size}\n`)
  return { files: once(files), version: hash.digest('base64url').slice(0, 12) }
}
