import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'

/** Returns whether the disk has room for more bytes beside those that are kept free for the database. */
export async function hasRoom(config: Pick<Config, 'dataDir' | 'videoDiskReserve'>, bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(resolve(config.dataDir))
  return bavail * bsize - config.videoDiskReserve >= bytes
}
