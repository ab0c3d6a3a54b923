import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Replaces a folder by what `fill` writes, all or nothing: it writes into a folder beside it, which takes the place at the
 * end. Files named in `kept` are taken over from the old folder. What an interrupted run has left is put right first.
 */
export async function replaceFolder(
  folder: string,
  kept: string[],
  fill: (unfinished: string) => Promise<void>,
): Promise<void> {
  const unfinished = `${folder}.unfinished`
  const old = `${folder}.old`
  if (!existsSync(folder) && existsSync(old)) await rename(old, folder)
  await rm(old, { recursive: true, force: true })
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  try {
    await fill(unfinished)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  for (const name of kept) if (existsSync(join(folder, name))) await cp(join(folder, name), join(unfinished, name))
  if (existsSync(folder)) await rename(folder, old)
  await rename(unfinished, folder)
  await rm(old, { recursive: true, force: true })
}
