import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect } from 'vitest'
import { partsFolder } from '../source.ts'

/** A copy of the library's parts in which a test may make mistakes. `withMedia` false leaves the media of all parts out. */
export function copyOfParts({ withMedia }: { withMedia: boolean }) {
  const root = mkdtempSync(join(tmpdir(), 'cutaway-parts-'))
  return {
    root,
    /** Everything as it is in the library. */
    renew() {
      rmSync(root, { recursive: true, force: true })
      cpSync(partsFolder, root, { recursive: true, filter: (path) => withMedia || basename(path) !== 'media' })
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
    /** Changes a file of a part; answers `part/file:line:` of what was changed. */
    change(id: string, name: string, from: string | RegExp, to: string): string {
      const path = join(root, id, name)
      const text = readFileSync(path, 'utf8')
      const at = typeof from === 'string' ? text.indexOf(from) : text.search(from)
      expect(at, `${name} holds ${String(from)}`).toBeGreaterThanOrEqual(0)
      writeFileSync(path, text.replace(from, to))
      return `${id}/${name}:${text.slice(0, at).split('\n').length}:`
    },
  }
}
