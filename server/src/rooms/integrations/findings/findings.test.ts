import { contract } from '@cutaway/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { programOf } from '../testing.ts'

/** A workshop’s program asks which films fit the findings of an inspection. */

const { findFilms, getParts } = contract.integrations

let w: World
let boss: Person
beforeAll(async () => {
  w = await world()
  boss = await w.loggedIn('enterprise')
})
afterAll(() => w.close())

type Findings = Parameters<typeof ask>[0]
async function ask(findings: Record<string, unknown>[], more: object = {}) {
  const { findings: results } = await boss.call(findFilms, { body: { findings, ...more } })
  return results
}
const firstOf = async (finding: Findings[number], more: object = {}) => (await ask([finding], more))[0]!.films[0]

test('words of the part find its film, and the result carries the reference and the rating of the finding', async () => {
  const [result] = await ask([
    { reference: 'line 4', rating: 'red', system: 'Brakes', part: 'Brake pads', note: '2 mm left' },
  ])
  expect(result).toMatchObject({ reference: 'line 4', rating: 'red', unknown_codes: [] })
  expect(result!.films[0]).toMatchObject({ part_id: 'BRKPAD', video_type: 'narrated', because: ['part', 'system'] })
  expect(result!.films[0]!.poster).toMatch(/^http:.*\/films\//)
  expect(result!.films[0]!.narrations).toContain('en-US')
})

test('words may be in any language of the library, and a typo is forgiven', async () => {
  expect((await firstOf({ part: 'pastillas de freno' }))?.part_id).toBe('BRKPAD')
  expect((await firstOf({ part: 'רפידות בלם' }))?.part_id).toBe('BRKPAD')
  expect((await firstOf({ part: 'brake padz' }))?.part_id).toBe('BRKPAD')
  // The names of the response are in the language that was asked for.
  const name = (await firstOf({ part: 'brake pads' }, { lang: 'he-IL' }))?.part_name
  expect(name).toMatch(/[\u0590-\u05FF]/)
})

test('a trouble code counts more than words, and unknown codes are named', async () => {
  const codes = w.running.services.library.parts.flatMap(({ part }) => part.trouble_codes)
  const [code] = codes
  const owner = w.running.services.library.parts.find(({ part }) => part.trouble_codes.includes(code!))!
  const [result] = await ask([{ part: 'brake pads', codes: [code!.toLowerCase(), 'P9999', 'nonsense'] }])
  expect(result!.films[0]!.part_id).toBe(owner.part.narrated)
  expect(result!.films[0]!.because[0]).toBe('code')
  expect(result!.films.map(({ part_id }) => part_id)).toContain('BRKPAD')
  expect(result!.unknown_codes).toEqual(['P9999', 'nonsense'])
})

test('a system alone finds its films; beside a part it adds none', async () => {
  const alone = (await ask([{ system: 'Brakes' }], { most: 10 }))[0]!.films
  expect(alone.length).toBeGreaterThan(1)
  expect(alone.every(({ because }) => because.join() === 'system')).toBe(true)
  const beside = (await ask([{ system: 'Brakes', part: 'ball joint' }]))[0]!.films
  expect(beside[0]!.part_id).toBe('SUSBJT')
})

test('a finding without words gets no film, and 500 findings at once take less than 50 ms each', async () => {
  const words = ['brake pads', 'ball joint', 'timing belt', 'worn tire', 'dirty oil', 'grinding noise when braking']
  const many = Array.from({ length: 500 }, (_, i) => ({
    reference: String(i),
    part: words[i % words.length],
    system: 'Engine',
  }))
  await ask(many.slice(0, 6))
  const began = performance.now()
  const results = await ask(many)
  expect((performance.now() - began) / 500).toBeLessThan(50)
  expect(results.map(({ reference }) => reference)).toEqual(many.map(({ reference }) => reference))
  expect((await ask([{}]))[0]).toMatchObject({ films: [], unknown_codes: [] })
  const tooMany = await boss.send(findFilms, { body: { findings: [...many, { part: 'x' }] } })
  expect(tooMany).toMatchObject({ http: 400 })
})

test('lists the parts by name or by a search, in pages', async () => {
  const list = (json: object) =>
    boss.call(getParts, { params: { json: { driverside: 'left', search: '', page: 1, size: 50, ...json } } })
  const all = await list({ size: 500 })
  expect(all.total).toBe(all.rows.length)
  const names = all.rows.map(({ part_name }) => part_name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-US')))
  const second = await list({ size: 5, page: 2 })
  expect(second).toEqual({ total: all.total, rows: all.rows.slice(5, 10) })
  expect((await list({ search: 'pads' })).rows[0]?.part_id).toBe('BRKPAD')
})

test('a key may ask within its scope only', async () => {
  const films = await programOf(w, boss, ['films'])
  const links = await programOf(w, boss, ['links'])
  const body = { findings: [{ part: 'brake pads' }] }
  expect(await films.ask('/findings', body)).toMatchObject({ http: 200, status: 1 })
  expect(await links.ask('/findings', body)).toMatchObject({ http: 403 })
  expect(await films.ask(`/parts/${encodeURIComponent('{"search":"pads"}')}`)).toMatchObject({ http: 200 })
})
