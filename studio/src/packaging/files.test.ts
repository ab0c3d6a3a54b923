import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { qualityFor } from './encode.ts'
import { encodedOnce } from './encoded.ts'
import { replaceFolder } from './folders.ts'
import { sample, sampleStreams } from './sample.testing.ts'
import { thumbnails } from './stills.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-packaging-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the folder of the media', () => {
  test('is replaced as a whole, but for what others write', async () => {
    const media = join(folder, 'media')
    await mkdir(media)
    await writeFile(join(media, 'labels.json'), '{}')
    await writeFile(join(media, 'audio-de-DE.mp4'), 'old')
    await replaceFolder(media, ['labels.json', 'steps.json'], (to) => writeFile(join(to, 'video-720.mp4'), 'new'))
    expect((await readdir(media)).toSorted()).toEqual(['labels.json', 'video-720.mp4'])
    expect(await readdir(folder)).toEqual(['media'])
  })

  test('stays as it was when the work breaks off', async () => {
    const media = join(folder, 'media')
    await mkdir(media)
    await writeFile(join(media, 'video-720.mp4'), 'old')
    const broken = replaceFolder(media, [], async (to) => {
      await writeFile(join(to, 'video-720.mp4'), 'half')
      throw new Error('no space left')
    })
    await expect(broken).rejects.toThrow('no space left')
    expect(await readFile(join(media, 'video-720.mp4'), 'utf8')).toBe('old')
  })

  test('comes back when the power went between the two last steps', async () => {
    const media = join(folder, 'media')
    await mkdir(media)
    await writeFile(join(media, 'labels.json'), 'old')
    await rename(media, `${media}.old`)
    await replaceFolder(media, ['labels.json'], (to) => writeFile(join(to, 'video-720.mp4'), 'new'))
    expect((await readdir(media)).toSorted()).toEqual(['labels.json', 'video-720.mp4'])
  })
})

describe('an encoded film', () => {
  test('is made once for a master and settings', async () => {
    const master = join(folder, 'film.mp4')
    await writeFile(master, 'one')
    let times = 0
    const make = (settings: unknown) =>
      encodedOnce(join(folder, 'encoded'), 'video-720.mp4', master, settings, async (output) => {
        times += 1
        await writeFile(output, `film ${times}`)
      })
    expect(await readFile(await make({ height: 720 }), 'utf8')).toBe('film 1')
    expect(await readFile(await make({ height: 720 }), 'utf8')).toBe('film 1')
    expect(await readFile(await make({ height: 540 }), 'utf8')).toBe('film 2')
    await writeFile(master, 'another')
    expect(await readFile(await make({ height: 540 }), 'utf8')).toBe('film 3')
  })

  test('that broke off is not taken for a finished one', async () => {
    const master = join(folder, 'film.mp4')
    await writeFile(master, 'one')
    const broken = encodedOnce(folder, 'video-720.mp4', master, {}, async (output) => {
      await writeFile(output, 'half')
      throw new Error('stopped')
    })
    await expect(broken).rejects.toThrow('stopped')
    expect(existsSync(join(folder, 'video-720.mp4'))).toBe(false)
  })

  test('is compressed more when it is too heavy, within limits', () => {
    expect(qualityFor(800_000, 900_000)).toBe(28)
    expect(qualityFor(1_100_000, 900_000)).toBe(30)
    expect(qualityFor(9_000_000, 900_000)).toBe(38)
    expect(qualityFor(1_000_000, 900_000, 33)).toBe(34)
  })
})

describe('thumbnails', () => {
  test('are those of the sample film', () => {
    expect(thumbnails('sprite.webp', sampleStreams.duration)).toBe(sample('thumbnails.vtt').toString())
  })

  test('take as many rows as there are seconds, the last one shorter', () => {
    expect(thumbnails('sprite.webp', 5.5)).toContain('00:00:05.000 --> 00:00:05.500\nsprite.webp#xywh=0,90,160,90')
  })
})
