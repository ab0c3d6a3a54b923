import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPortal } from './portal.ts'

/** A data folder as the first start of a portal leaves it, made once for all files of the suite `portals`. */

declare module 'vitest' {
  interface ProvidedContext {
    seededFolder: string
  }
}

/** Makes the folder before the first file of the suite; returns what removes it after the last. */
export default async function setUp(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'cutaway-seeded-'))
  const portal = startPortal({ DATA_DIR: folder })
  await portal.address
  portal.kill('SIGTERM')
  await portal.ended
  project.provide('seededFolder', folder)
  return () => rm(folder, { recursive: true, force: true })
}

/** Copies the folder, without the gateway for test money: each portal has its own. */
export const copySeeded = (seeded: string, to: string): Promise<void> =>
  cp(seeded, to, { recursive: true, filter: (path) => basename(path) !== 'gateway' })
