import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PartSource, TextSource } from '../part.format.ts'
import { SceneFile } from '../scene/scene.format.ts'
import { loadRig, partIds, partsFolder, readSource, rigNames, type Source } from '../source.ts'
import { faultsOf } from '../yaml.ts'
import { Faults, type Fault } from './fault.ts'
import { checkFilm } from './film.ts'
import { checkLoops } from './loops.ts'
import { checkMedia } from './media.ts'
import { checkPlacing } from './placing.ts'
import { checkSpeech } from './speech.ts'
import { checkSymptoms } from './symptoms.ts'
import { checkTexts } from './texts.ts'
import { builtTracks, computedTracks } from './tracks.ts'

/** Everything that can be known of a part without rendering it. Needs no browser and no tool from outside. */
export async function checkPart(id: string, root = partsFolder): Promise<Fault[]> {
  const wrong = await checkSources(id, root)
  const source = wrong.length === 0 ? readSource(id, root) : null
  if (!source) return wrong
  const faults = new Faults(source)
  if (source.part.draft) await checkDraftPlacing(source, faults)
  else {
    // The labels as they were built: building a rig anew takes up to half a minute, and stale ones are told by their hash.
    checkPlacing(source, builtTracks(source), faults)
    await checkMedia(source, faults)
  }
  return faults.list
}

/** A draft has no media yet; where its labels will stand is known all the same. */
async function checkDraftPlacing(source: Source, faults: Faults): Promise<void> {
  try {
    checkPlacing(source, computedTracks(source, await loadRig(source.scene.rig)), faults)
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error)
    if (!says.includes('behind the camera')) throw error
    const [, step, label] = /^(?:step (\S+): )?the label (\S+)/.exec(says) ?? []
    const labels = step ? source.scene.interactive_film?.labels[step] : source.scene.film?.labels
    const index = labels?.findIndex((l) => l.label === label) ?? -1
    const place = step ? ['interactive_film', 'labels', step, index] : ['film', 'labels', index]
    faults.add('scene.yaml', place, `${says}: show it at another time, or move the camera`)
  }
}

/** The sources of a part against their formats, the rig and each other: what has to be right before anything is made. */
export async function checkSources(id: string, root = partsFolder): Promise<Fault[]> {
  const broken = checkFormat(id, root)
  if (broken.length > 0) return broken
  const source = readSource(id, root)
  const faults = new Faults(source)
  if (!rigNames().includes(source.scene.rig)) {
    faults.add('scene.yaml', ['rig'], `there is no rig ${source.scene.rig}; rigs: ${rigNames().join(', ')}`)
    return faults.list
  }
  checkTexts(source, faults)
  const rig = await loadRig(source.scene.rig)
  checkFilm(source, rig, faults)
  checkLoops(source, rig, faults)
  checkSymptoms(source, faults)
  checkSpeech(source, faults)
  for (const other of source.part.related)
    if (!partIds(root).includes(other.replace(/-INT$/, '')))
      faults.add('part.yaml', ['related'], `there is no part ${other}`)
  if (source.part.sources.length < 2)
    faults.add('part.yaml', ['sources'], 'name two public sources that the script was checked against')
  return faults.list
}

function checkFormat(id: string, root: string): Fault[] {
  const folder = join(root, id)
  const texts = existsSync(folder) ? readdirSync(folder).filter((name) => /^text\..+\.yaml$/.test(name)) : []
  const files = [
    ['part.yaml', PartSource],
    ['scene.yaml', SceneFile],
    ...texts.map((name) => [name, TextSource] as const),
  ] as const
  return files.flatMap(([file, schema]): Fault[] => {
    if (!existsSync(join(folder, file))) return [{ part: id, file, line: 1, says: 'the file is missing' }]
    return faultsOf(join(folder, file), schema).faults.map(({ line, says }) => ({ part: id, file, line, says }))
  })
}
