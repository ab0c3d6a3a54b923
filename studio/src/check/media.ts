import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  captionsHash,
  codeHash,
  labelsHash,
  mediaFiles,
  narrationHash,
  pictureHash,
  readHashes,
  stillsHash,
  type MediaHashes,
} from '../media-hashes.ts'
import { partBudget } from '../packaging/encode.ts'
import type { Kind } from '../render/film-order.ts'
import type { Source } from '../source.ts'
import type { Faults } from './fault.ts'

/** Every media file is the one that was built, from the sources as they are now, within the budget. */

export async function checkMedia(source: Source, faults: Faults): Promise<void> {
  const again = `run npm run studio -- build ${source.id}`
  const hashes = readHashes(source)
  if (!hashes) {
    faults.add('part.yaml', [], `there are no media, or none of this format: ${again}`)
    return
  }
  const folder = join(source.folder, 'media')
  const files = mediaFiles(folder)
  for (const [name, hash] of Object.entries(hashes.media))
    if (!files[name]) faults.add('part.yaml', [], `media/${name} is missing: ${again}`)
    else if (files[name] !== hash) faults.add('part.yaml', [], `media/${name} is not the file that was built: ${again}`)
  for (const name of Object.keys(files))
    if (!hashes.media[name])
      faults.add('part.yaml', [], `media/${name} was not made by the build: delete it, or ${again}`)
  const size = Object.keys(files).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  if (size > partBudget)
    faults.add(
      'part.yaml',
      [],
      `media/ has ${(size / 1e6).toFixed(2)} MB, the budget is ${partBudget / 1e6} MB: shorten the film`,
    )

  for (const stale of await staleGroups(source, hashes)) faults.add(stale.file, [], `${stale.says}: ${again}`)
}

/** The groups of media whose sources are not those that they were made from. */
export async function staleGroups(
  source: Source,
  hashes: MediaHashes,
): Promise<{ group: string; file: string; says: string }[]> {
  const stale: { group: string; file: string; says: string }[] = []
  for (const kind of ['narrated', 'interactive'] as Kind[])
    if (await pictureIsStale(source, hashes, kind))
      stale.push({
        group: kind,
        file: 'scene.yaml',
        says: `the ${kind} film shows another scene than its rig and scene.yaml make`,
      })
  if (hashes.labels !== labelsHash(source))
    stale.push({ group: 'labels', file: 'scene.yaml', says: 'the labels were placed from another scene.yaml' })
  if (hashes.stills !== stillsHash(source))
    stale.push({ group: 'stills', file: 'scene.yaml', says: 'poster and PDF pictures are of other moments' })
  for (const { language } of source.part.film?.audio ?? [])
    if (hashes.narration[language] !== narrationHash(source, language))
      stale.push({
        group: `narration ${language}`,
        file: `text.${language}.yaml`,
        says: 'the voice says another script',
      })
  for (const tag of source.part.film?.captions ?? [])
    if (hashes.captions[tag] !== captionsHash(source, tag))
      stale.push({ group: `captions ${tag}`, file: `text.${tag}.yaml`, says: 'the captions show another script' })
  return stale
}

/** The scene itself is looked at only when the code that makes it has changed: it has to be built for that. */
export async function pictureIsStale(source: Source, hashes: MediaHashes, kind: Kind): Promise<boolean> {
  const film = kind === 'narrated' ? source.part.film : source.part.interactive_film
  const made = kind === 'narrated' ? hashes.film : hashes.interactive
  if (!film) return false
  if (!made) return true
  return made.code !== codeHash(source, kind) && made.picture !== (await pictureHash(source, kind))
}
