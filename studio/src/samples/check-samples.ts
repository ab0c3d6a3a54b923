import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partIds, rigNames } from '../source.ts'
import { faultsOf } from '../yaml.ts'
import { samplesFolder, samplesHash, SamplesFile } from './samples.format.ts'
import { mediaFiles } from '../media-hashes.ts'

/** What is wrong with the samples, one line each: with file, line and cure. */
export function checkSamples(): string[] {
  const path = join(samplesFolder, 'samples.yaml')
  const { faults, data } = faultsOf(path, SamplesFile)
  const wrong = faults.map(({ file, line, says }) => `samples/${file}:${line}: ${says}`)
  if (!data) return wrong
  if (!rigNames().includes(data.custom_film.rig))
    wrong.push(`samples/samples.yaml: there is no rig ${data.custom_film.rig}`)
  if (!partIds().includes(data.signage_picture.part))
    wrong.push(`samples/samples.yaml: there is no part ${data.signage_picture.part}`)
  const again = 'run npm run studio -- samples'
  const media = join(samplesFolder, 'media')
  if (!existsSync(join(media, 'hashes.json'))) return [...wrong, `samples/media: there is nothing: ${again}`]
  const made = JSON.parse(readFileSync(join(media, 'hashes.json'), 'utf8')) as {
    source: string
    media: Record<string, string>
  }
  if (made.source !== samplesHash()) wrong.push(`samples/media was made from another samples.yaml: ${again}`)
  const files = mediaFiles(media)
  for (const [name, hash] of Object.entries(made.media))
    if (files[name] !== hash) wrong.push(`samples/media/${name} is not the file that was built: ${again}`)
  return wrong
}
