import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { sha256 } from '../media-hashes.ts'
import { CameraPath, ChannelTracks } from '../scene/scene.format.ts'
import { libraryFolder } from '../source.ts'

/** library/samples/samples.yaml: a film and a picture as a workshop would upload them. */

const Names = z.record(z.string(), z.string())

export const SamplesFile = z.strictObject({
  format: z.literal(1),
  custom_film: z.strictObject({
    rig: z.string(),
    duration: z.number(),
    fps: z.number(),
    width: z.int(),
    height: z.int(),
    name: Names,
    channels: ChannelTracks,
    camera: CameraPath,
    cards: z
      .array(
        z.strictObject({ from: z.number(), to: z.number(), name: z.string(), subtitle: z.string(), said: z.string() }),
      )
      .min(1),
  }),
  signage_picture: z.strictObject({
    width: z.int(),
    height: z.int(),
    name: Names,
    part: z.string(),
    at: z.number(),
    heading: z.string(),
    lines: z.array(z.string()),
    foot: z.string(),
  }),
})
export type Samples = z.output<typeof SamplesFile>

export const samplesFolder = join(libraryFolder, 'samples')

/** What the samples are made from. */
export const samplesHash = (): string => sha256(readFileSync(join(samplesFolder, 'samples.yaml'))).slice(0, 32)
