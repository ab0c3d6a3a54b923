import { Font } from '@react-pdf/renderer'
import { createRequire } from 'node:module'

/**
 * The fonts that documents embed: the typefaces of the pages, as static files. A document loads only the fonts of the
 * scripts that occur in it.
 */

interface Family {
  name: string
  files: { 400: string; 600: string }
  /** The characters that the family covers. */
  script: RegExp
}

const fontsource = (name: string, script: string, of: RegExp): Family => ({
  name: `${name} ${script}`,
  files: {
    400: `@fontsource/${name}/files/${name}-${script}-400-normal.woff`,
    600: `@fontsource/${name}/files/${name}-${script}-600-normal.woff`,
  },
  script: of,
})

/** In order of preference, so that figures and names use one typeface, whatever the script around them. */
const families: readonly Family[] = [
  fontsource('inter', 'latin', /[\s\S]/),
  fontsource('inter', 'latin-ext', /[\u0100-\u024f\u1e00-\u1eff\u20a0-\u20bf]/),
  fontsource('inter', 'greek', /[\u0370-\u03ff]/),
  fontsource('inter', 'cyrillic', /[\u0400-\u045f\u0490-\u0491]/),
  fontsource('heebo', 'hebrew', /[\u0590-\u05ff\u20aa]/),
  fontsource('noto-sans-thai', 'thai', /[\u0e00-\u0e7f]/),
  {
    name: 'noto-sans-sc',
    files: {
      400: '@openfonts/noto-sans-sc_chinese-simplified/files/noto-sans-sc-chinese-simplified-400.woff',
      600: '@openfonts/noto-sans-sc_chinese-simplified/files/noto-sans-sc-chinese-simplified-700.woff',
    },
    script: /[\u2e80-\u9fff\uff00-\uffef]/,
  },
]

const { resolve } = createRequire(import.meta.url)
const registered = new Set<string>()

/** Registers the fonts that a text needs. Returns their families for a style's `fontFamily`, best first. */
export function familiesFor(text: string): string[] {
  const needed = families.filter(({ script }) => script.test(text))
  for (const { name, files } of needed) {
    if (registered.has(name)) continue
    registered.add(name)
    for (const [weight, file] of Object.entries(files))
      Font.register({ family: name, fontWeight: Number(weight), src: resolve(file) })
  }
  return needed.map(({ name }) => name)
}

interface FontFile {
  unitsPerEm: number
  hasGlyphForCodePoint(codePoint: number): boolean
  layout(text: string): { advanceWidth: number }
  glyphForCodePoint(codePoint: number): unknown
}

async function filesOf(names: readonly string[], weight: number): Promise<FontFile[]> {
  const sources = names.map((fontFamily) => Font.getFont({ fontFamily, fontWeight: weight }))
  await Promise.all(sources.map((source) => source.load()))
  return sources.map((source) => source.data as unknown as FontFile)
}

/**
 * Maps each glyph of a text to its letter. Otherwise the fonts take the mapping from the first use of a glyph, which
 * may be É using the glyph of E: the E could then not be searched for or copied, in this document and all later ones.
 */
export async function tellLetters(names: readonly string[], text: string): Promise<void> {
  const letters = new Set(text)
  for (const file of [...(await filesOf(names, 400)), ...(await filesOf(names, 600))]) {
    // Clears the font's internal glyph cache; the public interface cannot clear it.
    Object.assign(file, { ['_glyphs']: {} })
    for (const letter of letters) {
      const codePoint = letter.codePointAt(0)!
      if (file.hasGlyphForCodePoint(codePoint)) file.glyphForCodePoint(codePoint)
    }
  }
}

/** Returns a function that measures text at a size of 1: each character in the first family that has it. */
export async function measureIn(names: readonly string[], weight: 400 | 600): Promise<(text: string) => number> {
  const files = await filesOf(names, weight)
  const fileOf = (character: string) =>
    files.find((file) => file.hasGlyphForCodePoint(character.codePointAt(0)!)) ?? files.at(-1)!
  return (text) => {
    let width = 0
    let run = ''
    let file = files[0]!
    const add = () => {
      if (run !== '') width += file.layout(run).advanceWidth / file.unitsPerEm
    }
    for (const character of text) {
      const next = fileOf(character)
      if (next !== file) {
        add()
        run = ''
        file = next
      }
      run += character
    }
    add()
    return width
  }
}

/** The outline of a text at a size of 1, upwards from its base line, as the path of an SVG. */
export interface Outline {
  path: string
  width: number
}
interface GlyphRun {
  glyphs: { path: { scale(x: number, y: number): { translate(x: number, y: number): { toSVG(): string } } } }[]
  positions: { xAdvance: number; xOffset: number; yOffset: number }[]
}

/** Returns a function that draws texts whose letters are among the given ones: for pictures, which have no fonts. */
export async function outlinesIn(letters: string): Promise<(text: string) => Outline> {
  const files = await filesOf(familiesFor(letters), 400)
  const fileOf = (character: string) =>
    files.find((file) => file.hasGlyphForCodePoint(character.codePointAt(0)!)) ?? files[0]!
  const isRtl = (text: string) => /[\u0590-\u05ff]/.test(text)
  return (text) => {
    const runs: { file: FontFile; text: string }[] = []
    for (const character of text) {
      const last = runs.at(-1)
      const file = last && character === ' ' ? last.file : fileOf(character)
      if (last?.file === file) last.text += character
      else runs.push({ file, text: character })
    }
    let path = ''
    let width = 0
    // The renderer orders the letters of a run; runs of a text from right to left are in the other order.
    for (const run of isRtl(text) ? runs.toReversed() : runs) {
      const scale = 1 / run.file.unitsPerEm
      const { glyphs, positions } = run.file.layout(run.text) as unknown as GlyphRun
      glyphs.forEach((glyph, i) => {
        const { xAdvance, xOffset, yOffset } = positions[i]!
        path += glyph.path
          .scale(scale, scale)
          .translate(width + xOffset * scale, yOffset * scale)
          .toSVG()
        width += xAdvance * scale
      })
    }
    return { path, width }
  }
}
