import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHashes, sha256 } from '../media-hashes.ts'
import { run } from '../narration/tools.ts'
import { drawFrames } from '../render/stills.ts'
import { workFolder, type Source } from '../source.ts'

/** Renders two frames of a film anew and compares them with the film that is kept. */

/** Mean difference of the pixels, 0 to 255, that compression alone makes: measured up to 2.4; another picture has 8 and more. */
const tolerated = 5

export async function compareFrames(source: Source): Promise<{ same: boolean; says: string }[]> {
  const hashes = readHashes(source)
  const results: { same: boolean; says: string }[] = []
  const folder = join(workFolder, source.id, 'frames')
  mkdirSync(folder, { recursive: true })
  const kinds = [
    ['narrated', source.part.film && 'video-720.mp4', hashes?.film],
    ['interactive', source.part.interactive_film?.file, hashes?.interactive],
  ] as const
  for (const [kind, file, made] of kinds) {
    if (!file) continue
    for (const { at, jpeg } of await drawFrames(source, kind)) {
      const drawn = join(folder, `${kind}-${at.toFixed(3)}.jpg`)
      writeFileSync(drawn, jpeg)
      const [now, kept] = [
        await pixels(['-i', drawn]),
        await pixels(['-ss', at.toFixed(4), '-i', join(source.folder, 'media', file)]),
      ]
      let sum = 0
      for (let i = 0; i < now.length; i++) sum += Math.abs(now[i]! - (kept[i] ?? 0))
      const difference = sum / now.length
      const same = difference <= tolerated && kept.length === now.length
      const exact = made?.frames.find((frame) => frame.at === at)?.sha256 === sha256(jpeg)
      results.push({
        same,
        says: `${source.id} ${kind} at ${at.toFixed(2)} s: ${same ? 'the same picture' : 'ANOTHER PICTURE'}, mean difference ${difference.toFixed(1)} of 255${exact ? ', byte for byte the frame of the render' : ''}`,
      })
    }
  }
  return results
}

/** The first picture of an input, 320 x 180 RGB: small enough that the grain of compression is gone. */
async function pixels(input: string[]): Promise<Uint8Array> {
  const raw = join(workFolder, `frame-${process.pid}.rgb`)
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...input,
    '-frames:v',
    '1',
    '-vf',
    'scale=320:180:flags=area',
    '-pix_fmt',
    'rgb24',
    '-f',
    'rawvideo',
    raw,
  ])
  const bytes = readFileSync(raw)
  rmSync(raw)
  return bytes
}
