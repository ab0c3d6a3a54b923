import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The path of a master in the folder of masters. Throws when it is not there. */
export function masterPath(work: string, ...name: string[]): string {
  const path = join(work, ...name)
  if (!existsSync(path)) throw new Error(`${name.join('/')} has not been made`)
  return path
}
