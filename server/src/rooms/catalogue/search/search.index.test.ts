import { beforeAll, describe, expect, test } from 'vitest'
import { buildIndex, findIn, type Phrase, type SearchIndex } from './search.index.ts'
import { samplePart } from './sample.ts'

const part = (name: string, phrases: Partial<Record<Phrase['kind'], string[]>> = {}): Phrase[] => [
  { kind: 'name', text: name },
  ...Object.entries(phrases).flatMap(([kind, texts]) =>
    texts.map((text): Phrase => ({ kind: kind as Phrase['kind'], text })),
  ),
]

async function finder(parts: Phrase[][]) {
  const index = await buildIndex(parts)
  return (keyword: string) => findIn(index, keyword).map((found) => parts[found.part]![0]!.text)
}

describe('ranking', () => {
  test('a name ranks before a keyword, a keyword before a symptom, and a corrected typo last', async () => {
    const find = await finder([
      part('Value of a used car'),
      part('Rough idle', { symptom: ['Ticking from the valve cover'] }),
      part('Camshaft', { keyword: ['Valve timing'] }),
      part('Valve'),
    ])
    expect(find('valve')).toEqual(['Valve', 'Camshaft', 'Rough idle', 'Value of a used car'])
  })

  test('a whole name ranks before a prefix, and a prefix before a match inside the name', async () => {
    const find = await finder([part('Main oil pump'), part('Oil pump drive'), part('Oil pump')])
    expect(find('oil pump')).toEqual(['Oil pump', 'Oil pump drive', 'Main oil pump'])
  })

  test('a complete word ranks before a prefix', async () => {
    const find = await finder([part('Carburettor'), part('Car')])
    expect(find('car')).toEqual(['Car', 'Carburettor'])
  })

  test('equal matches keep the order of the library', async () => {
    const parts = ['Left', 'Right', 'Middle'].map((side) => part(`${side} lamp`))
    const find = await finder(parts)
    const first = find('lamp')
    expect(first).toEqual(['Left lamp', 'Right lamp', 'Middle lamp'])
    expect(find('lamp')).toEqual(first)
  })

  test('matches of all words exclude matches of some words', async () => {
    const find = await finder([part('Water pump'), part('Oil pump'), part('Water hose')])
    expect(find('water pump')).toEqual(['Water pump'])
    expect(find('pump')).toHaveLength(2)
  })
})

describe('query interpretation', () => {
  test('words may match different texts of a part', async () => {
    const find = await finder([part('Disc brake', { symptom: ['Squeal when braking'] }), part('Drive belt')])
    expect(find('disc squeal')).toEqual(['Disc brake'])
  })

  test('the last word may be unfinished', async () => {
    const find = await finder([part('Brake caliper'), part('Brake cable')])
    expect(find('brake cal')).toEqual(['Brake caliper'])
    expect(find('bra')).toHaveLength(2)
  })

  test('stop words neither find nor exclude a part', async () => {
    const find = await finder([part('Tyre', { symptom: ['Pulls to one side'] }), part('Joint in the arm')])
    expect(find('the car pulls to the side')).toEqual(['Tyre'])
  })

  test('corrects a typo, but not in a code', async () => {
    const find = await finder([part('Piston', { code: ['P0301'] }), part('Damper', { code: ['P0302'] })])
    for (const slip of ['pistn', 'pitson', 'pistton', 'pizton']) expect(find(slip)).toEqual(['Piston'])
    expect(find('P0301')).toEqual(['Piston'])
    expect(find('0302')).toEqual(['Damper'])
    expect(find('P0303')).toEqual([])
  })

  test('an empty query finds nothing', async () => {
    const find = await finder([part('Piston')])
    for (const nothing of ['', '   ', '…?!', '"']) expect(find(nothing)).toEqual([])
    expect(find('xylophone')).toEqual([])
  })
})

test('marks the matched prefix of a word in the original text', async () => {
  const index = await buildIndex([part('Étrier de frein')])
  const marked = (keyword: string) =>
    findIn(index, keyword)[0]?.reasons[0]?.marks.map(([a, b]) => 'Étrier de frein'.slice(a, b))
  expect(marked('etr')).toEqual(['Étr'])
  expect(marked('frein etrier')).toEqual(['Étrier', 'frein'])
})

describe('among 5,000 parts', () => {
  const count = 5000
  let index: SearchIndex
  beforeAll(async () => {
    index = await buildIndex(Array.from({ length: count }, (_, n) => samplePart(n)))
  })
  const nameOf = (n: number) => samplePart(n)[0]!.text
  const first = (keyword: string) => findIn(index, keyword, { most: 50 }).map((found) => nameOf(found.part))

  test('a part ranks first by its name, by its code, and by its unique word with a typo', () => {
    for (let n = 3; n < count; n += 191) {
      const [name, code] = samplePart(n)
      expect(first(name!.text)[0]).toBe(name!.text)
      expect(first(code!.text)).toEqual([name!.text])
      const own = name!.text.split(' ').at(-1)!
      expect(first(`${own.slice(0, 3)}x${own.slice(3)}`)[0]).toBe(name!.text)
    }
  })

  test('parts with the whole symptom rank before parts with its separate words, within the limit', () => {
    const found = findIn(index, 'squeal when braking')
    const having = Array.from({ length: count }, (_, n) => n).filter((n) =>
      samplePart(n).some((p) => p.text === 'Squeal when braking'),
    )
    expect(having.length).toBeGreaterThan(100)
    expect(
      found
        .slice(0, having.length)
        .map((f) => f.part)
        .toSorted((a, b) => a - b),
    ).toEqual(having)
    expect(first('squeal when braking')).toHaveLength(50)
  })

  test('excludes parts that are not visible', () => {
    const odd = findIn(index, 'brake pump', { shown: (n) => n % 2 === 1 })
    expect(odd.length).toBeGreaterThan(10)
    expect(odd.every((f) => f.part % 2 === 1)).toBe(true)
  })
})
