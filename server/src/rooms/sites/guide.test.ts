import { contract } from '@cutaway/contract'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localeFile, shipped } from '../../core/texts.ts'
import { world, type World } from '../../testing/world.ts'

const { getUserGuide } = contract.sites
const folder = join(import.meta.dirname, '../../../../library/samples/guides')

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.close())

const guideIn = async (lang: string, site = 31) =>
  (await w.loggedIn('advisor', { site })).call(getUserGuide, { params: { lang } })

describe('the user guide', () => {
  test.each([
    ['98', 'es-ES'],
    ['94', 'fr-FR'],
    ['71', 'he-IL'],
    ['50', 'en-US'],
  ])('returns a separate variant for language %s', async (id, tag) => {
    const guide = await guideIn(id)
    expect(guide).toMatchObject({ language_id: Number(id), language_code: tag })
    expect(guide.film.video_url).toContain(`portal.${tag}.mp4`)
    for (const { picture_url } of guide.steps) expect(picture_url).toContain(`.${tag}.jpg`)
  })

  test.each(['65', '26', 'en-AU'])('is in English for language %s, with its own captions', async (lang) => {
    const guide = await guideIn(lang)
    expect(guide.language_code).toBe('en-US')
    const zh = guide.film.captions.find(({ language_code }) => language_code === 'zh-CN')
    expect(zh?.url).toMatch(/portal\.zh-CN\.vtt$/)
  })

  test('lists captions in every language of the site, in the site’s order', async () => {
    const { captions } = (await guideIn('50')).film
    expect(captions.map(({ language_id }) => language_id)).toEqual([50, 98, 94, 71, 65, 26])
    expect((await guideIn('71', 142)).film.captions.map(({ language_id }) => language_id)).toEqual([71, 50])
  })

  test.each(['50', '71', '26'])(
    'serves the PDF in requested language %s, and the same file for a repeated request',
    async (id) => {
      const dana = await w.loggedIn('advisor')
      const { pdf_url } = await dana.call(getUserGuide, { params: { lang: id } })
      const read = async () => Buffer.from(await (await dana.request(pdf_url)).arrayBuffer())
      const file = await read()
      expect(file.subarray(0, 5).toString()).toBe('%PDF-')
      expect(file.length).toBeGreaterThan(100_000)
      expect((await read()).equals(file)).toBe(true)
      const answer = await dana.request(pdf_url)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''")
      expect((await w.visitor().request(pdf_url)).status).toBe(401)
    },
  )

  test('returns the site’s own guide where the site has one', async () => {
    const [own, all] = [await guideIn('50', 183), await guideIn('50')]
    expect(own.film.video_url).toContain('workshop')
    expect(own.steps.map(({ id }) => id)).toEqual(['vehicle', 'show', 'star', 'search'])
    expect(all.steps.map(({ id }) => id)).toEqual(['search', 'show', 'star', 'language'])
  })

  test.each([44, 150, 151, 152, 153, 189])(
    'shows motorcycles on site %i, which sells them, in its languages',
    async (site) => {
      const guide = await guideIn('50', site)
      expect(guide.film.video_url).toContain('motorcycle.en-US.mp4')
      expect(guide.steps.map(({ id }) => id)).toEqual(['vehicle', 'show', 'star', 'language'])
      for (const { picture_url } of guide.steps) expect(picture_url).toContain('/motorcycle.')
      const hebrew = await guideIn('71', site)
      expect(hebrew.film.video_url).toContain('motorcycle.he-IL.mp4')
      expect(hebrew.film.captions.map(({ url }) => url.split('/').at(-1))).toContain('motorcycle.he-IL.vtt')
    },
  )

  test('has a text in every language for each step', async () => {
    const guides = await Promise.all([31, 183, 44].map((site) => guideIn('50', site)))
    const keys = guides.flatMap(({ steps }) => steps.flatMap((s) => [s.title, s.text]))
    for (const tag of ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']) {
      const texts = JSON.parse(localeFile(shipped, tag)!.bytes.toString()) as object
      expect(keys.filter((key) => !(key in texts))).toEqual([])
    }
  })
})

describe('the files of the guide', () => {
  const made = JSON.parse(readFileSync(join(folder, 'guides.json'), 'utf8')) as {
    version: string
    films: Record<string, { duration: number; recorded: string[]; captions: string[] }>
    media: Record<string, string>
  }
  const hash = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')

  test('match the recorded checksums', () => {
    const files = readdirSync(folder).filter((name) => !name.endsWith('.json'))
    expect(files.toSorted()).toEqual(Object.keys(made.media))
    for (const name of files) expect(hash(name), name).toBe(made.media[name])
  })

  test('are films of 25 to 40 seconds and at most 1.2 MB', () => {
    const films = Object.entries(made.films).flatMap(([film, { recorded }]) =>
      recorded.map((tag) => `${film}.${tag}.mp4`),
    )
    expect(films).toHaveLength(9)
    for (const name of films) expect(readFileSync(join(folder, name)).length, name).toBeLessThanOrEqual(1_200_000)
    for (const { duration } of Object.values(made.films)) {
      expect(duration).toBeGreaterThanOrEqual(25)
      expect(duration).toBeLessThanOrEqual(40)
    }
  })

  test('have consecutive captions up to the end, with the lines as written', () => {
    const lines = JSON.parse(readFileSync(join(folder, 'captions.json'), 'utf8')) as Record<
      string,
      Record<string, string[]>
    >
    const seconds = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
    for (const [film, { duration, captions }] of Object.entries(made.films))
      for (const tag of captions) {
        const vtt = readFileSync(join(folder, `${film}.${tag}.vtt`), 'utf8')
        const times = [...vtt.matchAll(/^(\S+) --> (\S+)$/gm)].flatMap(([, from, to]) => [seconds(from!), seconds(to!)])
        expect(times.length).toBe(2 * lines[film]![tag]!.length)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect(times.at(-1)).toBeLessThanOrEqual(duration)
        for (const line of lines[film]![tag]!) expect(vtt).toContain(`\n${line}\n`)
      }
  })

  test('are cached immutably and served in ranges; no other file is served', async () => {
    const dana = await w.loggedIn('advisor')
    const { video_url } = (await dana.call(getUserGuide, { params: { lang: '50' } })).film
    const piece = await dana.request(video_url, { headers: { range: 'bytes=0-99' } })
    expect(piece.status).toBe(206)
    expect(piece.headers.get('content-type')).toBe('video/mp4')
    expect(piece.headers.get('cache-control')).toContain('immutable')
    const old = await dana.request(video_url.replace(made.version, 'old'))
    expect([old.status, old.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    for (const path of ['guides.json', '..%2fsamples.yaml', '__proto__', 'constructor'])
      expect((await dana.request(`/guides/${made.version}/${path}`)).status).toBe(404)
  })
})
