import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Streams } from './streams.ts'

/** The media of the disc brake, which the repository holds: tests read them as they are. */
export const sampleMedia = join(import.meta.dirname, '../../../library/parts/BRKDSC/media')

export function sample(name: string): Buffer {
  return readFileSync(join(sampleMedia, name))
}

export const sampleStreams = JSON.parse(sample('streams.json').toString()) as Streams
