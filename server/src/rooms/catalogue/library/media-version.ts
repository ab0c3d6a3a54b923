import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns twelve characters of a hash over the names, sizes and hashes of a media folder. URLs contain it, so that they
 * can be cached immutably.
 */
export function mediaVersion(mediaFolder: string): string {
  const hash = createHash('sha256')
  const hashes = join(mediaFolder, 'hashes.json')
  if (existsSync(hashes)) hash.update(readFileSync(hashes))
  if (existsSync(mediaFolder))
    for (const name of readdirSync(mediaFolder).toSorted())
      hash.update(`${name} ${statSync(join(mediaFolder, name)).size}\n`)
  return hash.digest('base64url').slice(0, 12)
}
