import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * Encodes a master once: answers the path of `name` in the folder, made by `encode` unless it was made from the same master
 * with the same settings before. Encoding takes most of the time of packaging, and a changed caption needs none.
 */
export async function encodedOnce(
  folder: string,
  name: string,
  master: string,
  settings: unknown,
  encode: (output: string) => Promise<void>,
): Promise<string> {
  const output = join(folder, name)
  const mark = `${output}.made-from`
  const hash = createHash('sha256').update(await readFile(master))
  const wanted = hash.update(JSON.stringify(settings)).digest('hex')
  if (existsSync(output) && existsSync(mark) && (await readFile(mark, 'utf8')) === wanted) return output
  await mkdir(folder, { recursive: true })
  await rm(mark, { force: true })
  const unfinished = join(folder, `unfinished-${basename(name)}`)
  await encode(unfinished)
  await rename(unfinished, output)
  await writeFile(mark, wanted)
  return output
}
