import { inflateSync } from 'node:zlib'

/** Extracts what a reader of a PDF file sees: words, pages, paper, pictures. Supports only files of `pdf.ts`. */

export interface ReadPdf {
  /** The words as they are drawn, one line for each piece. Letters from right to left are in the order on the paper. */
  text: string
  pages: number
  /** Width and height of the paper in points, rounded. */
  paper: [number, number]
  /** JPEG and PNG pictures. */
  pictures: number
  /** Names of the embedded fonts. */
  fonts: string[]
  language: string | undefined
  title: string
}

export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1')
  if (!file.startsWith('%PDF-')) throw new Error('not a PDF file')
  const objects = new Map<string, { dictionary: string; stream?: string }>()
  for (const [, id, body] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const at = body!.indexOf('stream\n')
    const dictionary = at < 0 ? body! : body!.slice(0, at)
    objects.set(id!, at < 0 ? { dictionary } : { dictionary, stream: unpacked(dictionary, body!.slice(at + 7)) })
  }
  const all = [...objects.values()]
  const pages = all.filter(({ dictionary }) => /\/Type \/Page\b(?!s)/.test(dictionary))
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pages[0]?.dictionary ?? '')
  return {
    text: pages.map((page) => textOfPage(page.dictionary, objects)).join('\n'),
    pages: pages.length,
    paper: [Math.round(Number(box?.[1])), Math.round(Number(box?.[2]))],
    pictures: all.filter(({ dictionary }) => /\/Subtype \/Image/.test(dictionary)).length,
    fonts: all
      .filter(({ dictionary }) => /\/FontFile/.test(dictionary))
      .map(({ dictionary }) => /\/FontName \/\w+\+([\w-]+)/.exec(dictionary)?.[1] ?? ''),
    title: titleOf(objects.get(/\/Title (\d+) 0 R/.exec(file)?.[1] ?? '')?.dictionary ?? ''),
    language: /\/Lang \(([^)]+)\)/.exec(file)?.[1],
  }
}

/** Reads '(Disc brake)', or UTF-16 with a byte order mark. */
function titleOf(given: string): string {
  const raw = given
    .trim()
    .slice(1, -1)
    .replace(/\\([nrtbf()\\])/g, (_, c: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[c] ?? c)
  return raw.startsWith('\u00fe\u00ff') ? Buffer.from(raw.slice(2), 'latin1').swap16().toString('utf16le') : raw
}

function unpacked(dictionary: string, rest: string): string {
  const raw = rest.slice(0, Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0))
  return dictionary.includes('/FlateDecode') && !dictionary.includes('/Image')
    ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')
    : raw
}

type Objects = Map<string, { dictionary: string; stream?: string }>

function textOfPage(page: string, objects: Objects): string {
  const of = (dictionary: string, name: string) =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? '')
  const resources = of(page, 'Resources')?.dictionary ?? page
  const fontList = /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? ''
  const letters = new Map<string, Map<string, string>>()
  for (const [, name, id] of fontList.matchAll(/\/(F\d+) (\d+) 0 R/g))
    letters.set(name!, lettersOf(of(objects.get(id!)?.dictionary ?? '', 'ToUnicode')?.stream ?? ''))
  const content = of(page, 'Contents')?.stream ?? ''
  const lines: string[] = []
  for (const [, piece] of content.matchAll(/\bBT\b([\s\S]*?)\bET\b/g)) {
    const font = letters.get(/\/(F\d+) [\d.]+ Tf/.exec(piece!)?.[1] ?? '')
    const glyphs = [...piece!.matchAll(/<([0-9a-f]+)>/gi)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? [])
    lines.push(glyphs.map((glyph) => font?.get(glyph.toLowerCase()) ?? '\ufffd').join(''))
  }
  return lines.join('\n')
}

/** Returns the letters of each glyph, from a font's ToUnicode table. */
function lettersOf(table: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, first, , list] of table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi))
    for (const [i, [, units]] of [...list!.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      found.set(
        (parseInt(first!, 16) + i).toString(16).padStart(4, '0'),
        String.fromCharCode(...(units!.replaceAll(' ', '').match(/.{4}/g) ?? []).map((unit) => parseInt(unit, 16))),
      )
  return found
}
