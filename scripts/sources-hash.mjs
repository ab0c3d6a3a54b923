// Hashes all sources of a suite, so that an unchanged suite can be skipped.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from './setup.mjs'

/** Not sources: installed, built or downloaded files. */
const ignored = new Set(['node_modules', 'dist', 'work', 'voices'])

function* filesUnder(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile()) yield path
  if (!found?.isDirectory()) return
  for (const name of readdirSync(path).toSorted()) if (!ignored.has(name)) yield* filesUnder(join(path, name))
}

/** Returns the repository files that a module imports, by relative path or as a workspace package. */
function importsOf(path) {
  const text = readFileSync(path, 'utf8')
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, name]) => name)
  return names.flatMap((name) => {
    if (name.startsWith('.')) return [join(dirname(path), name)]
    const [, workspace, rest] = /^@cutaway\/([^/]+)(?:\/(.+))?$/.exec(name) ?? []
    return workspace ? [join(root, workspace, 'src', rest ?? 'index.ts')] : []
  })
}

/**
 * Returns the SHA-256 of the files under the given paths (relative to the repository root) and of every module outside
 * them that their modules import, directly or indirectly.
 */
export function sourcesHash(paths) {
  const files = new Set(paths.flatMap((path) => [...filesUnder(join(root, path))]))
  for (const file of files) {
    if (!/\.[mc]?tsx?$|\.[mc]?jsx?$/.test(file)) continue
    for (const imported of importsOf(file))
      if (statSync(imported, { throwIfNoEntry: false })?.isFile()) files.add(imported)
  }
  const hash = createHash('sha256')
  for (const file of [...files].toSorted())
    hash.update(relative(root, file).split(sep).join('/')).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
