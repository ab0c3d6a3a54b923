import { contract } from '@cutaway/contract'
import type { BodyInputOf } from '@cutaway/contract/endpoint.ts'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { world, type Person, type World } from '../../../testing/world.ts'
import { loadLibrary, type Library } from '../library/library.ts'
import { searchOf } from './search.ts'

const { getCommonSymptoms, getSearchedResults } = contract.catalogue
let w: World
let dana: Person

beforeAll(async () => {
  w = await world()
  dana = await w.loggedIn('advisor')
})
afterAll(() => w.close())

type Body = BodyInputOf<typeof getSearchedResults>
const search = (keyword: string, langaudeId: Body['langaudeId'] = 'en-US', person = dana) =>
  person.call(getSearchedResults, { body: { keyword, langaudeId, video_type: 'narrated' } })
const names = async (...query: Parameters<typeof search>) => (await search(...query)).map((f) => f.part_name)

test('finds the brakes by the symptom that a customer describes, and returns the reason', async () => {
  const found = await search('squeal when braking')
  expect(found.map((f) => f.part_name)).toEqual(['Disc brake', 'Drum brake', 'Brake pad wear'])
  for (const film of found) {
    expect(film).toMatchObject({ video_type: 'narrated', system_name: 'Brakes' })
    expect(film.matches[0]).toMatchObject({ kind: 'symptom', text: 'Squeal when braking', films: 3, is_typo: 0 })
  }
})

test('finds the trouble code P0301 in every notation', async () => {
  for (const code of ['P0301', 'p 0301', 'P-0301', 'p0301 ', 'PO301']) {
    const [engine, ...others] = await search(code)
    expect(engine?.part_name).toBe('Four-stroke engine')
    expect(engine?.matches[0]).toMatchObject({ kind: 'code', text: 'P0301' })
    expect(others).toEqual([])
  }
  expect(await search('P0399')).toEqual([])
})

test('tells what a trouble code means, in the language of the reader, and nothing for other words', async () => {
  const meaning = (code: string, lang = 'en-US') =>
    dana.call(contract.catalogue.getTroubleCode, { params: { code, lang } })
  for (const code of ['P0301', 'p 0301', 'PO301'])
    expect(await meaning(code)).toEqual({ code: 'P0301', meaning: 'Cylinder 1 misfires' })
  expect((await meaning('P0301', 'he-IL'))?.meaning).toMatch(/[\u0590-\u05ff]/)
  expect([await meaning('P0399'), await meaning('squeal')]).toEqual([null, null])
})

test('corrects typos', async () => {
  expect((await names('shok absober'))[0]).toBe('Shock absorber')
  expect(await names('sqeal')).toContain('Brake pad wear')
  const [pads] = await search('brake padds')
  expect(pads?.matches[0]).toMatchObject({ is_typo: 1 })
})

test('marks the words that were found as spelt, and none that only resemble the query', async () => {
  const marked = ({ text, marks }: { text: string; marks: (readonly [number, number])[] }) =>
    marks.map(([from, to]) => text.slice(from, to))
  const [pads] = await search('brake padds')
  expect(marked(pads!.matches[0]!)).toEqual(['Brake'])
  for (const word of ['sqeal', 'nosie'])
    for (const { matches } of await search(word))
      for (const match of matches) expect([match.is_typo, marked(match)]).toEqual([1, []])
})

test('finds films while the query is being typed', async () => {
  for (const typed of ['sho', 'shock', 'shock abs']) expect((await names(typed))[0]).toBe('Shock absorber')
})

test('an empty or blank keyword finds nothing', async () => {
  for (const blank of ['', '   ', '\t']) {
    const answer = await dana.send(getSearchedResults, {
      body: { keyword: blank, langaudeId: 'en-US', video_type: 'narrated' },
    })
    expect(answer).toMatchObject({ status: 1, data: [] })
  }
})

describe('in other languages', () => {
  test('Hebrew, with and without points, and with a prefix', async () => {
    const brakes = ['בלם דיסק', 'בלם תוף', 'שחיקת רפידות']
    expect(await names('חריקה בבלימה', 'he-IL')).toEqual(brakes)
    expect((await names('רְפִידוֹת', 'he-IL'))[0]).toBe('שחיקת רפידות')
    expect((await names('הבלמים', 71)).toSorted()).toEqual(brakes.toSorted())
  })

  test('Thai, without spaces and with an unfinished word', async () => {
    const brakes = ['ดิสก์เบรก', 'ดรัมเบรก', 'การสึกของผ้าเบรก']
    expect(await names('เสียงเอี๊ยดขณะเบรก', 'th-TH')).toEqual(brakes)
    expect((await names('เสียงเอี', 'th-TH')).slice(0, 3)).toEqual(brakes)
    expect((await names('ผ้าเบรก', 26))[0]).toBe('การสึกของผ้าเบรก')
  })

  test('Chinese, by the formal and the colloquial word', async () => {
    expect((await names('制动片', 'zh-CN'))[0]).toBe('制动片磨损')
    expect(await names('刹车片', 'zh-CN')).toContain('制动片磨损')
    expect(await names('尖叫', 65)).toHaveLength(4)
  })

  test('Spanish and French without accents', async () => {
    expect(await names('vibracion', 'es-ES')).toContain('Freno de disco')
    expect(await names('etrier', 'fr-FR')).toEqual(['Frein à disque'])
  })

  test('an English word finds the part, named in the requested language', async () => {
    expect((await names('disc brake', 'he-IL'))[0]).toBe('בלם דיסק')
    expect((await names('shock absorber', 'th-TH')).length).toBeGreaterThan(0)
  })

  test('a match in another language names the language, and comes before words that only resemble the query', async () => {
    const [brake] = await search('disc brake', 'he-IL')
    expect(brake).toMatchObject({ part_name: 'בלם דיסק' })
    expect(brake?.matches[0]).toMatchObject({ text: 'Disc brake', language_id: 50 })
    const [spanish] = await search('freno', 'en-US')
    expect(spanish).toMatchObject({ part_name: 'Disc brake' })
    expect(spanish?.matches[0]).toMatchObject({ text: 'Freno de disco', language_id: 98, is_typo: 0 })
    expect((await search('disc brake'))[0]?.matches[0]).toMatchObject({ language_id: 50 })
  })

  test('a language by id, tag or underscored tag is the same; an unknown one returns 404', async () => {
    expect(await search('brake', '50')).toEqual(await search('brake', 'en_US'))
    await expect(search('brake', 'xx')).rejects.toMatchObject({ http: 404 })
  })
})

describe('visibility', () => {
  test('returns each part once, with the film of the preferred type', async () => {
    const body = { keyword: 'disc brake', langaudeId: 'en-US', video_type: 'interactive' as const }
    const found = await dana.call(getSearchedResults, { body })
    expect(found[0]).toMatchObject({ part_name: 'Disc brake', video_type: 'interactive' })
    expect(new Set(found.map((f) => f.part_name)).size).toBe(found.length)
  })

  test('returns no interactive film to the touch screen', async () => {
    const kiosk = await w.loggedIn('kiosk')
    const body = { keyword: 'disc brake', langaudeId: 'en-US', video_type: 'interactive' as const }
    const found = await kiosk.call(getSearchedResults, { body })
    expect(found[0]?.part_name).toBe('Disc brake')
    expect(found.every((f) => f.video_type === 'narrated')).toBe(true)
  })

  test('a motorcycle site does not find parts that only cars have', async () => {
    const rider = await w.loggedIn('advisor', { site: 44 })
    expect(await names('drum brake', 'en-US', dana)).toContain('Drum brake')
    expect(await names('drum brake', 'en-US', rider)).not.toContain('Drum brake')
  })

  test('requires a session', async () => {
    await expect(search('brake', 'en-US', w.visitor())).rejects.toMatchObject({ http: 401 })
  })

  test('refuses a request without its fields', async () => {
    const post = (body: unknown) =>
      dana.request('/api/v1/getSearchedResults', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    expect((await post({ keyword: 'brake' })).status).toBe(400)
    expect((await post({ keyword: 'b'.repeat(201), langaudeId: 50, video_type: 'narrated' })).status).toBe(400)
  })
})

test('suggested symptoms come from different systems, and each finds a film', async () => {
  for (const lang of ['en-US', 'he-IL', 'th-TH']) {
    const symptoms = await dana.call(getCommonSymptoms, { params: { lang } })
    expect(symptoms).toHaveLength(5)
    const systems = new Set<string>()
    for (const symptom of symptoms) {
      const [best] = await search(symptom, lang)
      expect(best?.matches[0]).toMatchObject({ kind: 'symptom', text: symptom })
      systems.add(best!.system_name)
    }
    expect(systems.size).toBeGreaterThan(1)
  }
})

const language = { language_id: 50, language_code: 'en-US' }
const query = { language, others: [], kind: 'car', side: 'left', type: 'narrated', mayInteractive: true } as const

test('a changed text is searchable at once', async () => {
  const library: Library = loadLibrary(join(import.meta.dirname, '../../../../../library'))
  const { find } = searchOf(library)
  const asked = async (keyword: string) =>
    (await find({ ...query, keyword, now: new Date() })).map((film) => film.part_name)
  expect(await asked('whirligig')).toEqual([])
  const { texts } = library.parts[0]!
  texts.set('en-US', { ...texts.get('en-US')!, name: 'Whirligig' })
  expect(await asked('whirligig')).toEqual(['Whirligig'])
})

describe('the index cache', () => {
  test('builds the index once, and again when a text or the list of films changes', async () => {
    const library: Library = loadLibrary(join(import.meta.dirname, '../../../../../library'))
    const first = library.parts[0]!
    // Only building an index reads the trouble codes of all parts.
    const codes = first.part.trouble_codes
    let read = 0
    Object.defineProperty(first.part, 'trouble_codes', {
      get() {
        read += 1
        return codes
      },
    })
    const { find } = searchOf(library)
    const findBrakes = () => find({ ...query, keyword: 'brake', now: new Date() })
    const found = await findBrakes()
    expect(found.length).toBeGreaterThan(0)
    const once = read
    expect(once).toBeGreaterThan(0)
    expect(await findBrakes()).toEqual(found)
    await findBrakes()
    expect(read).toBe(once)

    first.texts.set('en-US', { ...first.texts.get('en-US')!, subtitle: 'Another subtitle' })
    await findBrakes()
    expect(read).toBe(2 * once)
    await findBrakes()
    expect(read).toBe(2 * once)
  })

  test('excludes parts whose films were removed from the library, including the last in the list', async () => {
    const library: Library = loadLibrary(join(import.meta.dirname, '../../../../../library'))
    const { of } = library.films.at(-1)!
    const { name } = of.texts.get('en-US')!
    const { find } = searchOf(library)
    const found = async () => (await find({ ...query, keyword: name, now: new Date() })).map((film) => film.part_name)
    expect(await found()).toContain(name)
    Object.assign(library, { films: library.films.filter((film) => film.of !== of) })
    expect(await found()).not.toContain(name)
  })
})
