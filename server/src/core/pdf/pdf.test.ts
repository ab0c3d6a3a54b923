import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPdf } from '../../testing/pdf.ts'
import { paperOf, type PdfBlock, type PdfDocument } from './document.ts'
import { contentDisposition, makePdfs, PdfFailed, type Pdfs } from './pdf.ts'

/** Documents of any kind: a user guide of several pages here. The PDF of a part is tested in its room. */

let folder: string
let pdfs: Pdfs
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutaway-pdf-'))
  pdfs = makePdfs({ folder })
})
afterAll(async () => {
  await pdfs.stop()
  await rm(folder, { recursive: true, force: true })
})

const guide = (blocks: readonly PdfBlock[], more: Partial<PdfDocument> = {}): PdfDocument => ({
  language: { tag: 'en-US', direction: 'ltr' },
  paper: 'A4',
  title: 'User guide',
  date: '2026-10-12',
  brand: {
    logo: '',
    name: 'Northgate Motors',
    mark: 'N',
    colour: '#1f5fd6',
    onColour: '#ffffff',
    textColour: '#1b54c0',
    tint: '#edf2fc',
  },
  headline: 'User guide',
  footer: '© 2026 Northgate Motors',
  pageNumber: 'Page {page} of {pages}',
  blocks,
  ...more,
})
const paragraph = 'Open a film, show it on the counter’s screen and hand the page to the customer. '

describe('a document', () => {
  test('repeats header, footer and page number on each page, and keeps a heading with its text', async () => {
    const chapters = Array.from({ length: 8 }, (_, i): PdfBlock[] => [
      { kind: 'heading', text: `Chapter ${i + 1}` },
      { kind: 'text', text: paragraph.repeat(7) },
      { kind: 'list', ordered: true, items: ['Choose a system', 'Choose a film', 'Press play'] },
      { kind: 'note', text: 'The film plays on every screen.' },
    ]).flat()
    const read = readPdf(await pdfs.of('dana', guide([{ kind: 'title', text: 'User guide' }, ...chapters])))
    expect(read.pages).toBeGreaterThan(2)
    expect(read.text.match(/Northgate Motors$/gm)?.length).toBeGreaterThanOrEqual(2 * read.pages)
    for (let page = 1; page <= read.pages; page += 1) expect(read.text).toContain(`Page ${page} of ${read.pages}`)
    for (let i = 1; i <= 8; i += 1) expect(read.text).toMatch(new RegExp(`Chapter ${i}\\nOpen a film`))
  })

  test('whose pages are asked for is rendered ahead; then their number is known, also to another process', async () => {
    const long = guide(Array.from({ length: 12 }, () => ({ kind: 'text', text: paragraph.repeat(7) })))
    const eager = makePdfs({ folder, ahead: 0 })
    try {
      expect(await eager.pages('dana', long)).toBeNull()
      await expect.poll(() => eager.pages('dana', long)).toBeGreaterThan(1)
      const counted = await makePdfs({ folder }).pages('dana', long)
      expect(counted).toBe(readPdf(await eager.of('dana', long)).pages)
    } finally {
      await eager.stop()
    }
  })

  test('is the same file every time, also from another process with an empty cache', async () => {
    const document = guide([{ kind: 'text', text: `Every ${paragraph}` }])
    // É uses the glyph of E, but E must remain a letter of its own for search and copy.
    await pdfs.of('dana', guide([{ kind: 'text', text: 'Échappement, École' }]))
    expect(readPdf(await pdfs.of('dana', document)).text).toContain('Every Open')
    const elsewhere = makePdfs({ folder: join(folder, 'elsewhere') })
    expect((await elsewhere.of('dana', document)).equals(await pdfs.of('dana', document))).toBe(true)
    await elsewhere.stop()
  })

  test('embeds its fonts, has its language and title, and uses the paper size of the country', async () => {
    const bytes = await pdfs.of('dana', guide([{ kind: 'lead', text: 'Ünïcödé: ő, Ω, Я' }], { paper: paperOf('us') }))
    const read = readPdf(bytes)
    expect(read).toMatchObject({ paper: [612, 792], language: 'en-US', pages: 1 })
    expect(read.text.replace(/\n/g, '')).toContain('Ünïcödé: ő, Ω, Я')
    expect(read.fonts.length).toBeGreaterThan(0)
    expect(read.title).toBe('User guide')
    expect(readPdf(await pdfs.of('dana', guide([], { paper: paperOf('DE') }))).paper).toEqual([595, 842])
  })

  test('is rendered once for ten concurrent requests', async () => {
    const before = (await readdir(folder)).length
    const document = guide([{ kind: 'text', text: 'for ten' }])
    const files = await Promise.all(Array.from({ length: 10 }, () => pdfs.of('dana', document)))
    expect(new Set(files).size).toBe(1)
    expect((await readdir(folder)).length).toBe(before + 1)
  })

  test('is the same file when others are rendered at the same time', async () => {
    const texts = ['Échappement', 'Every engine', 'Ő, Ω, Я', 'Élan, École']
    const documents = texts.map((text) => guide([{ kind: 'text', text: `${text} at the same time` }]))
    const together = await Promise.all(documents.map((document) => pdfs.of('dana', document)))
    const alone = makePdfs({ folder: join(folder, 'alone') })
    for (const [i, document] of documents.entries())
      expect(together[i]!.equals(await alone.of('dana', document)), texts[i]).toBe(true)
    await alone.stop()
  })

  test('is refused if it still waits when the portal stops', async () => {
    const stopping = makePdfs({ folder: join(folder, 'stopping') })
    const waiting = [1, 2].map((i) => stopping.of('dana', guide([{ kind: 'text', text: `never drawn ${i}` }])))
    const answers = Promise.allSettled(waiting)
    await new Promise((resolve) => setTimeout(resolve, 20))
    await stopping.stop()
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('is read from the folder after a restart, without being rendered', async () => {
    const before = new Set(await readdir(folder))
    const document = guide([{ kind: 'text', text: 'kept over night' }])
    await pdfs.of('dana', document)
    const name = (await readdir(folder)).find((file) => !before.has(file))
    await writeFile(join(folder, name!), 'as it was kept')
    const restarted = makePdfs({ folder })
    expect((await restarted.of('dana', document)).toString()).toBe('as it was kept')
    await restarted.stop()
  })

  test('leaves the event loop free while it is rendered', async () => {
    // In processor time, which other work of the computer does not prolong.
    const [before, began] = [process.threadCpuUsage(), performance.now()]
    await pdfs.of('dana', guide([{ kind: 'text', text: `${paragraph.repeat(150)}unique` }]))
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan((performance.now() - began) / 2)
  })

  test('is rendered after the thread was idle and ended, and its failure does not block others', async () => {
    const short = makePdfs({ folder: join(folder, 'short'), idle: 1 })
    const broken = join(folder, 'broken.jpg')
    await writeFile(broken, 'not a picture')
    const failing = short.of(
      'dana',
      guide([{ kind: 'pictures', pictures: [{ path: broken, version: '1', caption: 'x' }] }]),
    )
    const sound = short.of('dana', guide([{ kind: 'text', text: 'sound' }]))
    await expect(failing).rejects.toThrow(PdfFailed)
    expect(readPdf(await sound).text).toContain('sound')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(readPdf(await short.of('dana', guide([{ kind: 'text', text: 'after the rest' }]))).text).toContain(
      'after the rest',
    )
    await short.stop()
  })
})

test('only the thread loads the rendering library, neither the start of the server nor the pages', () => {
  const root = join(import.meta.dirname, '../../../..')
  const importers = (of: RegExp, sources = 'server/src/**/*.ts') =>
    globSync(sources, { cwd: root })
      .filter((file) => !file.endsWith('.test.ts') && of.test(readFileSync(join(root, file), 'utf8')))
      .map((file) => file.replaceAll('\\', '/').replace('server/src/core/', ''))
      .toSorted()
  expect(importers(/from '@react-pdf\/renderer'/, '{server,web,contract}/src/**/*.{ts,tsx}')).toEqual([
    'pdf/fonts.ts',
    'pdf/page.ts',
  ])
  expect(importers(/from '(\.|.*\/pdf)\/fonts\.ts'/)).toEqual(['pdf/page.ts'])
  expect(importers(/from '\.\/page\.ts'/, 'server/src/core/pdf/*.ts')).toEqual(['pdf/worker.ts'])
  expect(importers(/from '.*core\/pdf\/page\.ts'/)).toEqual([])
  expect(importers(/from '(\.|.*core\/pdf)\/worker\.ts'/)).toEqual([])
})

test('sends a file name in any script, without characters that file systems refuse', () => {
  expect(contentDisposition('בלם דיסק: "1/2".pdf', 'BRKDSC.pdf')).toBe(
    `inline; filename="BRKDSC.pdf"; filename*=UTF-8''${encodeURIComponent('בלם דיסק 1 2 .pdf')}`,
  )
})
