import { join } from 'node:path'
import { loadLibrary, type Library, type LibraryPart } from '../server/src/rooms/catalogue/library/library.ts'
import { samplePart } from '../server/src/rooms/catalogue/search/sample.ts'
import { searchOf } from '../server/src/rooms/catalogue/search/search.ts'

/** Measures the latency of a search among thousands of parts, with one query per typed letter. */

export interface SearchFigures {
  /** The 95th percentile of the queries; the index is built beforehand. */
  milliseconds: number
  queries: number
  parts: number
}

const parts = 5000
const typed = [
  'squeal when braking',
  'P0301',
  'p 0305',
  'front brake pump',
  'oil filter',
  'knocking over bumps',
  'sqeal wen braking',
  'rear suspenson damper',
  'kakarote',
  'the car smells of fuel',
  'nothing like this',
]
const rounds = 5

export async function measureSearch(): Promise<SearchFigures> {
  const { find } = searchOf(sampleLibrary())
  const language = { language_id: 50, language_code: 'en-US' }
  const others = ['es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH'].map((language_code, i) => ({
    language_id: i + 1,
    language_code,
  }))
  const query = { language, others, kind: 'car', side: 'left', type: 'narrated', mayInteractive: true } as const
  const ask = (keyword: string) => find({ ...query, keyword, now: new Date() })
  const keywords = typed.flatMap((whole) => Array.from(whole, (_, i) => whole.slice(0, i + 1)))
  for (const keyword of keywords) await ask(keyword)
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const keyword of keywords) {
      const began = performance.now()
      await ask(keyword)
      took.push(performance.now() - began)
    }
  took.sort((a, b) => a - b)
  return { milliseconds: took[Math.ceil(took.length * 0.95) - 1]!, queries: took.length, parts }
}

/** Copies our first part many times, each copy with its own phrases. */
function sampleLibrary(): Library {
  const library = loadLibrary(join(import.meta.dirname, '../library'))
  const [first] = library.parts
  const films = Array.from({ length: parts }, (_, n) => n).map((n) => {
    const phrases = samplePart(n)
    const texts = (kind: string) => phrases.filter((p) => p.kind === kind).map((p) => p.text)
    const named = (kind: string) => Object.fromEntries(texts(kind).map((text, i) => [`${kind}${i}`, text]))
    const text = { ...first!.texts.get('en-US')!, keywords: named('keyword'), symptoms: named('symptom') }
    const of: LibraryPart = {
      ...first!,
      part: {
        ...first!.part,
        keywords: Object.keys(text.keywords),
        symptoms: Object.keys(text.symptoms),
        trouble_codes: texts('code'),
      },
      texts: new Map([['en-US', { ...text, name: texts('name')[0]! }]]),
    }
    return { partId: `S${String(n).padStart(5, '0')}`, kind: 'narrated' as const, of }
  })
  return { ...library, parts: films.map(({ of }) => of), films }
}
