import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { samplePart } from '../server/src/rooms/catalogue/search/sample.ts'

/**
 * Writes a library of thousands of parts in seven languages, in the format of library/README.md. It copies our own
 * parts many times, each copy with its own id, names and search words. The copies share the media of our parts.
 */

const ours = join(import.meta.dirname, '../library')

/** Returns the film id of a part: six characters, as the format requires. */
export const filmOf = (n: number): string => `S${String(n).padStart(5, '0')}`

export async function writeLibrary(folder: string, parts: number): Promise<void> {
  await mkdir(join(folder, 'parts'), { recursive: true })
  for (const name of ['systems.yaml', 'trouble-codes.yaml', 'samples', 'vehicles', 'warning-lights'])
    await symlink(join(ours, name), join(folder, name))
  const sources = await Promise.all((await readdir(join(ours, 'parts'))).toSorted().map(readSource))
  for (let n = 0; n < parts; n += 1) {
    const { media, part, texts } = sources[n % sources.length]!
    const own = join(folder, 'parts', filmOf(n))
    await mkdir(own)
    await symlink(media, join(own, 'media'))
    const words = samplePart(n)
    const name = words.find(({ kind }) => kind === 'name')!.text
    const id = filmOf(n)
    const isInteractive = !/^interactive: null$/m.test(part)
    const renamed = part
      .replace(/^narrated: .*$/m, `narrated: ${/^narrated: null$/m.test(part) ? 'null' : id}`)
      .replace(/^interactive: .*$/m, `interactive: ${isInteractive ? `${id}-INT` : 'null'}`)
      .replace(/^related: .*$/m, `related: [${filmOf((n + 1) % parts)}, ${filmOf((n + 2) % parts)}]`)
    await writeFile(join(own, 'part.yaml'), renamed)
    for (const [file, text] of texts)
      await writeFile(
        join(own, file),
        text.replace(/^name: (.*)$/m, (_, given: string) => `name: ${JSON.stringify(`${unquoted(given)}, ${name}`)}`),
      )
  }
}

async function readSource(name: string) {
  const folder = join(ours, 'parts', name)
  const files = (await readdir(folder)).filter((file) => /^text\..+\.yaml$/.test(file))
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
  )
  return { media: join(folder, 'media'), part: await readFile(join(folder, 'part.yaml'), 'utf8'), texts }
}

const unquoted = (value: string) => value.trim().replaceAll(/^['"]|['"]$/g, '')
