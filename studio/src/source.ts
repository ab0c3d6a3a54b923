import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import type { Rig } from './kit/rig.ts'
import type { SceneFile } from './scene/scene.format.ts'
import { readYaml } from './yaml.ts'
import { PartSource, TextSource } from './part.format.ts'
import { SceneFile as SceneFormat } from './scene/scene.format.ts'

/** The sources of a part: part.yaml, scene.yaml and the text files of its folder. */

export const libraryFolder = join(import.meta.dirname, '../../library')
export const partsFolder = join(libraryFolder, 'parts')
/** Masters, chunks and pictures at work: not kept, made again from the sources. */
export const workFolder = join(import.meta.dirname, '../work')

export interface Source {
  id: string
  folder: string
  part: PartSource
  scene: SceneFile
  /** By language tag. */
  texts: Map<string, TextSource>
}

export const partIds = (root = partsFolder): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted()

/** Reads a part; a file that breaks the format is an error with its name and line. */
export function readSource(id: string, root = partsFolder): Source {
  const folder = join(root, id)
  if (!existsSync(join(folder, 'part.yaml')))
    throw new Error(`There is no part ${id}. Parts: ${partIds(root).join(', ')}`)
  const texts = new Map<string, TextSource>()
  for (const name of readdirSync(folder).toSorted()) {
    const tag = /^text\.(.+)\.yaml$/.exec(name)?.[1]
    if (tag) texts.set(tag, readYaml(join(folder, name), TextSource))
  }
  return {
    id,
    folder,
    part: readYaml(join(folder, 'part.yaml'), PartSource),
    scene: readYaml(join(folder, 'scene.yaml'), SceneFormat),
    texts,
  }
}

export const rigNames = (): string[] =>
  readdirSync(join(import.meta.dirname, 'rigs'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
    .toSorted()

export async function loadRig(name: string): Promise<Rig> {
  const path = join(import.meta.dirname, 'rigs', `${name}.ts`)
  if (!existsSync(path)) throw new Error(`There is no rig ${name}. Rigs: ${rigNames().join(', ')}`)
  const { rig } = (await import(pathToFileURL(path).href)) as { rig: Rig }
  return rig
}

export const readSystems = (): { slug: string; sub_systems: { slug: string }[] }[] =>
  (
    parse(readFileSync(join(libraryFolder, 'systems.yaml'), 'utf8')) as {
      systems: { slug: string; sub_systems: { slug: string }[] }[]
    }
  ).systems
