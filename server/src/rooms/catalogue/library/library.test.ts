import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import webvtt from 'node-webvtt'
import { loadLibrary, textFor, type Library } from './library.ts'
import { LabelTrack } from './part.format.ts'

/** The bundled library conforms to its format, and a broken part fails with its name instead of being served. */

const folder = join(import.meta.dirname, '../../../../../library')
const library = loadLibrary(folder)
const tags = ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']

test('ten systems have names in every language', () => {
  expect(library.systems).toHaveLength(10)
  for (const s of library.systems)
    for (const names of [s.name, ...s.sub_systems.map((x) => x.name)])
      expect(Object.keys(names).toSorted()).toEqual(tags.toSorted())
})

describe.each(library.parts.map((p) => ({ folder: p.folder, of: p })))('part $folder', ({ of }) => {
  const { part } = of
  const media = (name: string) => join(of.mediaFolder, name)

  test('has every text in every language, and no unused texts', () => {
    expect([...of.texts.keys()].toSorted()).toEqual(tags.toSorted())
    const english = of.texts.get('en-US')!
    const shape = (t: typeof english) => ({
      labels: Object.keys(t.labels),
      badges: Object.keys(t.badges),
      chapters: Object.keys(t.chapters),
      groups: Object.keys(t.groups),
      steps: Object.keys(t.steps),
      keywords: Object.keys(t.keywords),
      symptoms: Object.keys(t.symptoms),
      lines: t.script.length,
    })
    for (const text of of.texts.values()) expect(shape(text)).toEqual(shape(english))
    for (const k of part.keywords) expect(english.keywords[k]).toBeTruthy()
    for (const s of part.symptoms) expect(english.symptoms[s]).toBeTruthy()
    for (const c of part.film?.chapters ?? []) expect(english.chapters[c.id]).toBeTruthy()
    expect(of.hasLabels).toBe(Boolean(part.film))
    const track = part.film && LabelTrack.parse(JSON.parse(readFileSync(media(part.film.labels), 'utf8')))
    for (const l of track?.labels ?? []) expect(english.labels[l.id], l.id).toBeTruthy()
    expect(of.stepCount).toBe(part.interactive_film?.steps.length ?? 0)
    for (const s of part.interactive_film?.steps ?? []) {
      expect(english.steps[s.id], s.id).toBeTruthy()
      for (const l of s.labels ?? []) expect(english.labels[l.label], l.label).toBeTruthy()
    }
  })

  test('has steps and labels within the duration of the film', () => {
    const film = part.interactive_film
    if (!film) return
    const ids = film.steps.map((s) => s.id)
    for (const s of film.steps) {
      expect(s.play[0]).toBeLessThan(s.play[1])
      expect(s.play[1]).toBeLessThanOrEqual(film.duration)
      if (s.loop) expect(s.loop[0]).toBeLessThan(s.loop[1])
      for (const id of s.show_button_ids) expect(ids).toContain(id)
      for (const l of s.labels ?? [])
        for (const [x, y] of [
          [l.labelx, l.labely],
          [l.pointx, l.pointy],
        ] as const) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(770)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(594)
        }
    }
  })

  test('contains the media that it names, with matching checksums', () => {
    const hashes = JSON.parse(readFileSync(media('hashes.json'), 'utf8')) as {
      media: Record<string, string>
    }
    const sha = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
    for (const [name, hash] of Object.entries(hashes.media)) expect(sha(media(name)), name).toBe(hash)
    const total = readdirSync(of.mediaFolder).reduce((sum, name) => sum + statSync(media(name)).size, 0)
    expect(total).toBeLessThanOrEqual(2_000_000)
  })

  test('has streams without gaps', () => {
    for (const name of readdirSync(of.mediaFolder).filter((n) => /^(video|audio).*\.m3u8$/.test(n))) {
      const text = readFileSync(media(name), 'utf8')
      const ranges = [...text.matchAll(/EXT-X-BYTERANGE:(\d+)@(\d+)/g)].map((m) => ({
        size: Number(m[1]),
        at: Number(m[2]),
      }))
      for (const [i, r] of ranges.entries()) if (i > 0) expect(r.at).toBe(ranges[i - 1]!.at + ranges[i - 1]!.size)
      const last = ranges.at(-1)!
      expect(last.at + last.size).toBe(statSync(media(name.replace('.m3u8', '.mp4'))).size)
      const seconds = [...text.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, m) => sum + Number(m[1]), 0)
      expect(seconds).toBeCloseTo(of.streams!.duration, 0)
    }
  })

  test('has captions of the narration in every language', () => {
    for (const tag of part.film?.captions ?? []) {
      const { cues } = webvtt.parse(readFileSync(media(`captions-${tag}.vtt`), 'utf8'), { strict: true })
      const script = textFor(of.texts, tag).script
      expect(cues).toHaveLength(script.length)
      const plain = (text: string) => text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, '')
      for (const [i, cue] of cues.entries()) {
        expect(plain(cue.text)).toBe(plain(script[i]!.text))
        if (i > 0) expect(cue.start).toBeGreaterThanOrEqual(cues[i - 1]!.end)
      }
    }
  })
})

describe('a library that was read before', () => {
  let copy: string
  let records: string
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'cutaway-library-'))
    records = join(copy, 'cache/library')
    await cp(folder, copy, { recursive: true })
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  /** Everything that the portal knows of each part. */
  const known = (read: Library) =>
    read.parts.map(({ part, stepCount, version, media, streams, hasLabels, texts }) => ({
      part,
      // What stays packed until it is read.
      sources: part.sources,
      chapters: part.film?.chapters,
      audio: part.film?.audio,
      captions: part.film?.captions,
      steps: part.interactive_film?.steps,
      stepCount,
      version,
      media,
      streams,
      hasLabels,
      texts: [...texts].map(([tag, { name, subtitle, description, labels, steps, script, pdf, symptoms }]) => [
        tag,
        { name, subtitle, description, labels, steps, script, pdf, symptoms },
      ]),
    }))

  test('is the same at the next start, without reading the texts of its parts', async () => {
    expect(known(loadLibrary(copy, records))).toEqual(known(library))
    const written = statSync(records).mtimeMs
    expect(known(loadLibrary(copy, records))).toEqual(known(library))
    expect(statSync(records).mtimeMs).toBe(written)
  })

  test('has a corrected text and new media at once', async () => {
    const path = join(copy, 'parts/BRKDSC/text.en-US.yaml')
    await writeFile(path, readFileSync(path, 'utf8').replace(/^name: .*/m, 'name: Zephyr brake'))
    const corrected = loadLibrary(copy, records).folder('BRKDSC')!
    expect(corrected.texts.get('en-US')!.name).toBe('Zephyr brake')
    await writeFile(join(copy, 'parts/BRKDSC/media/poster.webp'), 'other')
    const other = loadLibrary(copy, records).folder('BRKDSC')!
    expect(other.version).not.toBe(corrected.version)
    expect(other.texts.get('en-US')!.name).toBe('Zephyr brake')
  })

  test('is read from its own files if the file of records is damaged, and the file is mended', async () => {
    await writeFile(records, readFileSync(records).subarray(0, 1000))
    expect(loadLibrary(copy, records).parts).toHaveLength(library.parts.length)
    expect(statSync(records).size).toBeGreaterThan(1000)
  })

  test('refuses a part that was broken since', async () => {
    const path = join(copy, 'parts/BRKDSC/part.yaml')
    await writeFile(path, `${readFileSync(path, 'utf8')}\ncolour: red\n`)
    expect(() => loadLibrary(copy, records)).toThrow(/part\.yaml.*breaks the part format[\s\S]*colour/)
  })
})

describe('a part that breaks the format', () => {
  let copy: string
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'cutaway-library-'))
    await cp(folder, copy, { recursive: true })
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  test('is refused with the names of the file and of the field', async () => {
    const path = join(copy, 'parts/BRKDSC/part.yaml')
    await writeFile(path, `${readFileSync(path, 'utf8')}\ncolour: red\n`)
    expect(() => loadLibrary(copy)).toThrow(/part\.yaml.*breaks the part format[\s\S]*colour/)
  })

  test('is refused if a trouble code that it explains has no meaning', async () => {
    await cp(folder, copy, { recursive: true, force: true })
    const path = join(copy, 'trouble-codes.yaml')
    await writeFile(path, readFileSync(path, 'utf8').replace('P0301:', 'P0399:'))
    expect(() => loadLibrary(copy)).toThrow('library: trouble-codes.yaml has no meaning for P0301')
  })

  test('is served without its film while the film file is missing', async () => {
    await cp(folder, copy, { recursive: true, force: true })
    await rm(join(copy, 'parts/BRKDSC/media/interactive.mp4'))
    const { existingMediaUrl } = await import('../tiles.ts')
    const part = loadLibrary(copy).folder('BRKDSC')!
    expect(existsSync(join(part.mediaFolder, 'interactive.mp4'))).toBe(false)
    expect(existingMediaUrl(part, 'interactive.mp4')).toBeNull()
  })
})
