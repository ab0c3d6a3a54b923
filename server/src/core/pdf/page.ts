import { colours } from '@cutaway/contract/tokens.ts'
import { Document, Image, Page, Rect, Svg, Text, View, renderToBuffer, type Styles } from '@react-pdf/renderer'
import { readFile } from 'node:fs/promises'
import { createElement as h, Fragment, type ReactNode } from 'react'
import type { PdfBlock, PdfColumn, PdfDocument, PdfPicture, Paper } from './document.ts'
import { familiesFor, measureIn, tellLetters } from './fonts.ts'
import { asDrawn, breakLines } from './lines.ts'

/** Renders a document: the common layout of all printed documents of a tenant. Runs in the thread of `worker.ts`. */

type Style = Styles[string]

const ink = colours['gray-9']
const ink2 = colours['gray-7']
const ink3 = colours['gray-6']
const hairline = colours['gray-2']
// Points.
const margin = 50
const gap = 24
const asideWidth = 150
const headlineWidth = 190
const pageNumberWidth = 110
const signSize = 26
const textSize = 11.25
/** Points by which a run of words may be wider than the sum of its words. */
const slack = 2
const paperWidth: Record<Paper, number> = { A4: 595.28, LETTER: 612 }

/** Scripts with marks above and below need more line height. */
const leading = (tag: string): number => (/^(th|zh|he)/.test(tag) ? 1.65 : 1.5)

interface Setting {
  document: PdfDocument
  rtl: boolean
  width: number
  pictures: Pictures
  /** The picture of the brand, in PNG. */
  logo: Buffer | undefined
  /** Scale of the font size. */
  scale: number
  measure: Record<400 | 600, (text: string) => number>
}

/** Below the last scale the text is hard to read. */
const scales = [1, 0.92, 0.86]

/** Returns the bytes of the document. The same document gives the same bytes. */
export async function drawPdf(document: PdfDocument, logo?: Uint8Array): Promise<Buffer> {
  const pictures = await picturesOf(document.blocks)
  const given = { document, pictures, logo: logo && Buffer.from(logo) }
  let drawn = await drawAt(given, 1)
  if (!document.onePage) return drawn.bytes
  for (const scale of scales) {
    if (drawn.pages === 1) break
    if (scale < 1) drawn = await drawAt(given, scale)
  }
  return drawn.bytes
}

async function drawAt(
  { document, pictures, logo }: Pick<Setting, 'document' | 'pictures' | 'logo'>,
  scale: number,
): Promise<{ bytes: Buffer; pages: number }> {
  const written = `${JSON.stringify(document)}0123456789\u00a0\u2022`
  const families = familiesFor(written)
  await tellLetters(families, asDrawn(written))
  const setting: Setting = {
    document,
    rtl: document.language.direction === 'rtl',
    width: paperWidth[document.paper] - 2 * margin,
    pictures,
    logo,
    scale,
    measure: { 400: await measureIn(families, 400), 600: await measureIn(families, 600) },
  }
  const { brand } = document
  let pages = 1
  const bytes = await renderToBuffer(
    h(
      Document,
      {
        title: document.title,
        author: brand.name,
        creator: brand.name,
        producer: 'Cutaway',
        language: document.language.tag,
        creationDate: new Date(document.date),
        modificationDate: new Date(document.date),
      },
      h(
        Page,
        {
          size: document.paper,
          style: {
            fontFamily: families as unknown as string,
            fontSize: textSize,
            color: ink,
            paddingHorizontal: margin,
            paddingTop: 96,
            paddingBottom: 74,
          },
        },
        h(Header, { setting: { ...setting, scale: 1 } }),
        ...blocks(document.blocks, setting, setting.width),
        h(Footer, {
          setting: { ...setting, scale: 1 },
          count: (found) => {
            pages = found
          },
        }),
      ),
    ),
  )
  return { bytes, pages }
}

const row = ({ rtl }: Setting): Style => ({ flexDirection: rtl ? 'row-reverse' : 'row' })

function Header({ setting }: { setting: Setting }) {
  const { brand, headline } = setting.document
  const { logo } = setting
  return h(
    View,
    {
      fixed: true,
      style: {
        position: 'absolute',
        top: 36,
        left: margin,
        right: margin,
        ...row(setting),
        alignItems: 'center',
        gap: 10,
        paddingBottom: 12,
        borderBottom: `0.75pt solid ${hairline}`,
      },
    },
    logo
      ? h(Image, { src: { data: logo, format: 'png' }, style: { width: signSize, height: signSize } })
      : h(Sign, { brand }),
    words(brand.name, setting, {
      size: 11.5,
      weight: 600,
      width: setting.width - signSize - 20 - headlineWidth,
      own: true,
    }),
    words(headline, setting, { size: 9, colour: ink3, width: headlineWidth, end: true }),
  )
}

/** The tenant's logo, as web/src/ui/illustrations/Logo.tsx draws it. */
function Sign({ brand }: { brand: PdfDocument['brand'] }) {
  const size = signSize
  return h(
    View,
    { style: { width: size, height: size } },
    h(
      Svg,
      { viewBox: '0 0 26 26', style: { position: 'absolute', width: size, height: size } },
      h(Rect, { x: 0, y: 0, width: 26, height: 26, rx: 7, ry: 7, fill: brand.colour }),
    ),
    h(
      View,
      { style: { width: size, height: size, alignItems: 'center', justifyContent: 'center' } },
      h(
        Text,
        {
          style: {
            fontSize: brand.mark.length > 1 ? 10.5 : 14,
            fontWeight: 600,
            color: brand.onColour,
            lineHeight: 1,
          },
        },
        brand.mark.slice(0, 3),
      ),
    ),
  )
}

function Footer({ setting, count }: { setting: Setting; count: (pages: number) => void }) {
  const { footer, pageNumber } = setting.document
  return h(
    View,
    {
      fixed: true,
      style: {
        position: 'absolute',
        bottom: 32,
        left: margin,
        right: margin,
        ...row(setting),
        justifyContent: 'space-between',
        gap: 16,
        paddingTop: 10,
        borderTop: `0.75pt solid ${hairline}`,
      },
    },
    words(footer, setting, { size: 8.5, colour: ink3, width: setting.width - 16 - pageNumberWidth }),
    // No line height here: with one, the renderer loses a text that it creates after the layout.
    h(Text, {
      style: {
        width: pageNumberWidth,
        fontSize: 8.5,
        color: ink3,
        textAlign: setting.rtl ? 'left' : 'right',
        direction: setting.rtl ? 'rtl' : 'ltr',
      } as Style,
      render: ({ pageNumber: page, totalPages: pages }) => {
        count(pages)
        return asDrawn(pageNumber.replace('{page}', String(page)).replace('{pages}', String(pages)))
      },
    }),
  )
}

function blocks(all: readonly PdfBlock[], setting: Setting, width: number): ReactNode[] {
  return all.map((block, i) => h(Fragment, { key: i }, draw(block, setting, width)))
}

function draw(block: PdfBlock, setting: Setting, width: number): ReactNode {
  const { brand } = setting.document
  switch (block.kind) {
    case 'title':
      return h(
        View,
        { style: { marginBottom: 14, gap: 3 } },
        block.over ? words(block.over, setting, { size: 10, weight: 600, colour: brand.textColour, width }) : null,
        words(block.text, setting, { size: 30, weight: 600, width, lead: 1.25 }),
        block.under ? words(block.under, setting, { size: 13, colour: ink2, width }) : null,
      )
    case 'heading':
      return h(
        View,
        { style: { marginTop: 10, marginBottom: 6 }, minPresenceAhead: 60 },
        words(block.text, setting, { size: 14, weight: 600, width, lead: 1.35 }),
      )
    case 'lead':
      return h(View, { style: { marginBottom: 18 } }, words(block.text, setting, { size: 14.5, width, lead: 1.5 }))
    case 'text':
      return h(View, { style: { marginBottom: 11 } }, words(block.text, setting, { size: textSize, width }))
    case 'list':
      return h(
        View,
        { style: { marginBottom: 9, gap: 5 } },
        block.items.map((item, i) =>
          h(
            View,
            { key: i, style: { ...row(setting), gap: 8 }, wrap: false },
            words(block.ordered ? `${i + 1}.` : '•', setting, {
              size: textSize,
              weight: 600,
              colour: brand.textColour,
              width: 18,
            }),
            words(item, setting, { size: textSize, width: width - 26 }),
          ),
        ),
      )
    case 'pictures':
      return pictureRows(block.pictures, setting, width)
    case 'note':
      return h(
        View,
        {
          wrap: false,
          style: { padding: 12, marginBottom: 12, borderRadius: 5, backgroundColor: brand.tint },
        },
        words(block.text, setting, { size: 9.5, colour: ink2, width: width - 24 }),
      )
    case 'card':
      return h(
        View,
        {
          wrap: false,
          style: {
            gap: 2,
            marginBottom: 12,
            paddingTop: 11,
            borderTop: `2pt solid ${brand.colour}`,
          },
        },
        words(block.name, setting, { size: 12, weight: 600, width, own: true }),
        block.lines.map((line, i) =>
          h(Fragment, { key: i }, words(line, setting, { size: 10, colour: ink2, width, own: true })),
        ),
      )
    case 'table':
      return table(block, setting, width)
    case 'columns':
      return h(
        View,
        { style: { ...row(setting), gap } },
        h(View, { style: { width: width - gap - asideWidth } }, blocks(block.main, setting, width - gap - asideWidth)),
        h(View, { style: { width: asideWidth } }, blocks(block.aside, setting, asideWidth)),
      )
  }
}

const cellGap = 10

function table({ columns, rows }: Extract<PdfBlock, { kind: 'table' }>, setting: Setting, width: number): ReactNode {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const room = width - cellGap * (columns.length - 1)
  const line = (
    texts: readonly string[],
    look: { size: number; weight?: 400 | 600; colour?: string; isHead?: boolean },
  ) =>
    columns.map(({ share, isNumber }: PdfColumn, i) =>
      h(
        Fragment,
        { key: i },
        words(texts[i] ?? '', setting, {
          ...look,
          width: (room * share) / shares,
          // The head of a column of numbers is a text.
          ...(isNumber ? { end: true, isNumber: !look.isHead } : {}),
        }),
      ),
    )
  const box = (more: Style): Style => ({ ...row(setting), gap: cellGap, paddingVertical: 5, ...more })
  const hasHeads = columns.some(({ label }) => label !== '')
  return h(
    View,
    { style: { marginBottom: 14 } },
    hasHeads
      ? h(
          View,
          { fixed: true, style: box({ borderBottom: `1pt solid ${ink3}` }) },
          line(
            columns.map(({ label }) => label),
            { size: 9, weight: 600, colour: ink2, isHead: true },
          ),
        )
      : null,
    rows.map(({ cells, isSum }, i) =>
      h(
        View,
        {
          key: i,
          wrap: false,
          style: box(isSum ? { borderTop: `1pt solid ${ink3}` } : { borderBottom: `0.5pt solid ${hairline}` }),
        },
        line(cells, { size: isSum ? textSize : 10, weight: isSum ? 600 : 400 }),
      ),
    ),
  )
}

function pictureRows(pictures: readonly PdfPicture[], setting: Setting, width: number): ReactNode {
  const between = 14
  const first = pictures[0]
  if (first && pictures.length === 1) {
    const wide = width * 0.6
    return h(
      View,
      { wrap: false, style: { ...row(setting), gap: between, marginBottom: 18, alignItems: 'flex-end' } },
      picture(first, setting, wide),
      words(first.caption, setting, { ...captionLook, width: width - wide - between }),
    )
  }
  const each = (width - between) / 2
  const pairs = pictures.flatMap((_, i) => (i % 2 === 0 ? [pictures.slice(i, i + 2)] : []))
  return pairs.map((pair, i) =>
    h(
      View,
      { key: i, wrap: false, style: { ...row(setting), gap: between, marginBottom: 18 } },
      pair.map((one) =>
        h(
          View,
          { key: one.path, style: { width: each, gap: 6 } },
          picture(one, setting, each),
          words(one.caption, setting, { ...captionLook, width: each }),
        ),
      ),
    ),
  )
}

const captionLook = { size: 9.5, colour: ink2, lead: 1.45 }

const picture = ({ path }: PdfPicture, { pictures }: Setting, width: number) =>
  h(Image, {
    src: pictures.get(path)!,
    style: { width, height: (width * 9) / 16, objectFit: 'cover', borderRadius: 5 },
  })

type Pictures = Map<string, { data: Buffer; format: 'jpg' | 'png' }>

/**
 * Returns the pictures of a document, by path. Throws for a file of another format, which the renderer would omit
 * silently.
 */
async function picturesOf(all: readonly PdfBlock[], found: Pictures = new Map()): Promise<Pictures> {
  for (const block of all) {
    if (block.kind === 'columns') await picturesOf([...block.main, ...block.aside], found)
    if (block.kind !== 'pictures') continue
    for (const { path } of block.pictures) {
      const data = await readFile(path)
      const png = data.subarray(1, 4).toString('latin1') === 'PNG'
      if (!png && !(data[0] === 0xff && data[1] === 0xd8)) throw new Error(`${path} is neither JPEG nor PNG`)
      found.set(path, { data, format: png ? 'png' : 'jpg' })
    }
  }
  return found
}

interface Look {
  size: number
  weight?: 400 | 600
  colour?: string
  /** The maximum width of a line in points, which is the width of the paragraph's box. */
  width: number
  /** Line height as a multiple of the size. */
  lead?: number
  /** Aligns the text to the end of its box. */
  end?: boolean
  /** A name or an address, which has the direction of its own first letter in every document. */
  own?: boolean
  /** Figures, which run from left to right in every document. */
  isNumber?: boolean
}

/**
 * Renders a paragraph. Line breaks in it are preserved, and at least two of its lines stay together at a page break.
 */
function words(text: string, setting: Setting, look: Look): ReactNode {
  const { rtl, document } = setting
  const { weight = 400, colour = ink, width, end, own, isNumber } = look
  const size = look.size * setting.scale
  const { tag, terms } = document.language
  const style = {
    fontSize: size,
    fontWeight: weight,
    color: colour,
    lineHeight: look.lead ?? leading(tag),
    textAlign: rtl === Boolean(end) ? 'left' : 'right',
    direction: !isNumber && (own ? /^\P{L}*\p{Script=Hebrew}/u.test(text) : rtl) ? 'rtl' : 'ltr',
  } as Style
  const measure = (line: string) => setting.measure[weight](asDrawn(line)) * size
  const lines = text
    .split('\n')
    .flatMap((line) => breakLines(line, { tag, width: width - slack, measure, ...(terms ? { terms } : {}) }))
    .map((line, i) => h(Text, { key: i, style, hyphenationCallback: (word: string) => [word] }, asDrawn(line)))
  const box = { width }
  if (lines.length < 4) return h(View, { wrap: false, style: box }, lines)
  return h(
    View,
    { style: box },
    h(View, { wrap: false }, lines.slice(0, 2)),
    lines.slice(2, -2),
    h(View, { wrap: false }, lines.slice(-2)),
  )
}
