import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Tool from '@lti-tool/core'
import { build } from 'vite'

/**
 * Loads a tool for LTI 1.3 that others wrote, for tests. The package is published for bundlers: its files name each other
 * without the extension that Node.js needs.
 */
export async function loadOtherTool(): Promise<typeof Tool> {
  const root = join(import.meta.dirname, '../../../../../node_modules/@lti-tool/core')
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: 'dist/index.js', write: false, minify: false, rollupOptions: { output: { format: 'es' } } },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('the other tool was not built')
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-tool-'))
  try {
    const file = join(folder, 'tool.mjs')
    await writeFile(file, output.output[0].code)
    return (await import(file)) as typeof Tool
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
