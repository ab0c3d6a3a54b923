import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Names of files, each held once: the media of all parts have the same names. */
const names = new Map<string, string>()
function once(name: string): string {
  const known = names.get(name)
  if (known !== undefined) return known
  names.set(name, name)
  return name
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
  return { files: new Set(files.map(once)), version: hash.digest('base64url').slice(0, 12) }
}
