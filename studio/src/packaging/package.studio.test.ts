import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { narrate } from '../narration/narrate.ts'
import { ffmpeg, run } from '../narration/tools.ts'
import { packagePart, type Packaging } from './package.ts'
import { sampleMedia } from './sample.testing.ts'
import type { Streams } from './streams.ts'

/** A part of six seconds, cut from the sample film. */
const duration = 6
const script = [{ start: 0.6, end: 5, text: 'The disc brake turns foot pressure into stopping force.' }]
const text = { script, labels: { rotor: 'Brake disc' }, keywords: {} }
const hebrew = { ...text, script: [{ ...script[0]!, text: 'בלם הדיסק הופך את לחץ הרגל לכוח עצירה.' }] }

let folder = ''
let given: Packaging
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-part-'))
  const work = join(folder, 'work')
  const media = join(folder, 'media')
  await mkdir(work)
  await mkdir(media)
  await writeFile(join(media, 'labels.json'), '{"format":1}')
  const first = ['-t', String(duration), '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16']
  await ffmpeg('-i', join(sampleMedia, 'video-720.mp4'), first, join(work, 'film.mp4'))
  await ffmpeg('-i', join(sampleMedia, 'interactive.mp4'), first, join(work, 'interactive.mp4'))
  const lines = script.map((line) => ({ ...line, lineNumber: 1 }))
  const spoken = { file: 'text.en-US.yaml', lines }
  await narrate({ language: 'en-US', script: spoken, duration, folder: join(work, 'narration') })
  given = {
    folder: join(folder, 'SAMPLE'),
    part: {
      film: {
        duration,
        fps: 24,
        width: 1280,
        height: 720,
        streams: 'streams.json',
        dash: 'manifest.mpd',
        poster: 'poster.webp',
        sprite: 'sprite.webp',
        thumbnails: 'thumbnails.vtt',
        audio: [{ language: 'en-US', voice: 'synthetic', also_for: ['en-AU'] }],
        captions: ['en-US', 'he-IL'],
      },
      interactive_film: {
        duration,
        fps: 15,
        width: 960,
        height: 576,
        file: 'interactive.mp4',
        poster: 'poster-interactive.webp',
      },
      pdf: { image1: 'pdf-1.jpg', image2: 'pdf-2.jpg' },
    },
    texts: new Map([
      ['en-US', text],
      ['he-IL', hebrew],
    ]),
    work,
    media,
    stills: { poster: 3, interactive: 2, pdf1: 1, pdf2: 5 },
  }
}, 60_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function probe(name: string, entries: string): Promise<string> {
  const file = join(given.media, name)
  return (await run('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'csv=p=0', file])).stdout.trim()
}

describe('the media of a part', { timeout: 90_000 }, () => {
  test('are complete, keep what others wrote, and come out the same twice', async () => {
    await packagePart(given)
    const names = (await readdir(given.media)).toSorted()
    expect(names).toEqual([
      'audio-en-US.m3u8',
      'audio-en-US.mp4',
      'captions-en-US.m3u8',
      'captions-en-US.vtt',
      'captions-he-IL.m3u8',
      'captions-he-IL.vtt',
      'interactive.mp4',
      'labels.json',
      'manifest.mpd',
      'narration.json',
      'pdf-1.jpg',
      'pdf-2.jpg',
      'poster-interactive.webp',
      'poster.webp',
      'sprite.webp',
      'streams.json',
      'thumbnails.vtt',
      'video-270.m3u8',
      'video-270.mp4',
      'video-720.m3u8',
      'video-720.mp4',
    ])
    const contents = () => Promise.all(names.map((name) => readFile(join(given.media, name))))
    const before = await contents()
    await rm(join(given.work, 'encoded'), { recursive: true })
    await packagePart(given)
    const after = await contents()
    expect(names.filter((_, i) => !before[i]!.equals(after[i]!))).toEqual([])
  })

  test('have the sizes and rates that the format asks for', async () => {
    expect(await probe('video-720.mp4', 'stream=width,height,r_frame_rate,color_space')).toBe('1280,720,bt709,24/1')
    expect(await probe('video-270.mp4', 'stream=width,height')).toBe('480,270')
    expect(await probe('interactive.mp4', 'stream=codec_type,width,height,r_frame_rate')).toBe('video,960,576,15/1')
    expect(await probe('audio-en-US.mp4', 'stream=sample_rate,channels')).toBe('48000,1')
    expect(await probe('pdf-1.jpg', 'stream=codec_name,width,height')).toBe('mjpeg,1280,720')
    expect(await probe('poster.webp', 'stream=codec_name,width,height')).toBe('webp,1280,720')
    expect(await probe('sprite.webp', 'stream=codec_name,width,height')).toBe('webp,800,180')
    const keys = (await probe('interactive.mp4', 'packet=flags')).split('\n')
    for (let i = 0; i < keys.length; i += 15) expect(keys.slice(i, i + 15).join()).toContain('K')
    const streams = JSON.parse(await readFile(join(given.media, 'streams.json'), 'utf8')) as Streams
    expect(streams.video.map(({ height }) => height)).toEqual([720, 270])
    expect((await stat(join(given.media, 'video-720.mp4'))).size).toBeLessThan(900_000)
  })

  test('are made in part: a changed caption needs no master and no voice', async () => {
    const changed = { ...hebrew, script: [{ ...script[0]!, text: 'הבלם הופך לחץ לכוח.' }] }
    const texts = new Map([...given.texts, ['he-IL', changed]] as const)
    const film = await readFile(join(given.media, 'video-720.mp4'))
    const english = await readFile(join(given.media, 'captions-en-US.vtt'))
    await packagePart({ ...given, texts, work: join(folder, 'nowhere'), make: new Set(['captions he-IL']) })
    expect(await readFile(join(given.media, 'captions-he-IL.vtt'), 'utf8')).toContain('<c>הופך</c>')
    expect(film.equals(await readFile(join(given.media, 'video-720.mp4')))).toBe(true)
    expect(english.equals(await readFile(join(given.media, 'captions-en-US.vtt')))).toBe(true)
  })

  test('are refused when the narration is of another script', async () => {
    const other = { ...text, script: [{ ...script[0]!, text: 'Another line.' }] }
    const texts = new Map([...given.texts, ['en-US', other]] as const)
    await expect(packagePart({ ...given, texts })).rejects.toThrow('SAMPLE: the narration en-US is of another script')
  })

  test('are refused when a master or the time of a still is missing', async () => {
    await expect(packagePart({ ...given, stills: {} })).rejects.toThrow('no picture stills/poster.png')
    const part = { ...given.part, film: { ...given.part.film!, audio: [] }, interactive_film: undefined }
    await expect(packagePart({ ...given, part, work: folder })).rejects.toThrow('SAMPLE: film.mp4 has not been made')
    expect(await readdir(given.media)).toContain('video-720.mp4')
  })
})
