import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Compresses the build output once at the highest level, so that the server only sends it: each text file gets a .br
 * and a .gz beside it. Files that would hardly shrink are skipped.
 */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'cutaway-compress',
    // A build that is only measured writes no files.
    apply: ({ build }, { command }) => command === 'build' && build?.write !== false,
    configResolved(config) {
      folder = join(config.root, config.build.outDir, config.build.assetsDir)
    },
    async closeBundle() {
      const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name))
      await Promise.all(names.map((name) => compressFile(join(folder, name))))
    },
  }
}

const worthwhile = 1024

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < worthwhile) return
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, quality), promisify(gzip)(bytes, { level: 9 })])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
