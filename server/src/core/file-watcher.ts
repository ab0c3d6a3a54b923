import { readdirSync, watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

/**
 * Calls `changed` when files under a folder have changed and no further change came for `settleMs`, so that files
 * delivered together are read together. Passes errors of `changed`, and the error when the folder can no longer be
 * watched, to `failed`. Returns a function that stops the watcher.
 */
export function watchFolder(
  folder: string,
  { changed, failed, settleMs = 500 }: { changed: () => void; failed: (error: unknown) => void; settleMs?: number },
): () => void {
  // One watcher for each folder: Node's recursive watching on Linux loses the second change of a file.
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  function settled() {
    try {
      followAll()
      changed()
    } catch (error) {
      failed(error)
    }
  }
  function onEvent() {
    clearTimeout(timer)
    timer = setTimeout(settled, settleMs).unref()
  }
  function followAll() {
    const inside = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory())
    const wanted = new Set([folder, ...inside.map(({ parentPath, name }) => join(parentPath, name))])
    for (const [path, watcher] of watchers)
      if (!wanted.has(path)) {
        watcher.close()
        watchers.delete(path)
      }
    for (const path of wanted)
      if (!watchers.has(path)) watchers.set(path, watch(path, { persistent: false }, onEvent).on('error', failed))
  }

  followAll()
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}
