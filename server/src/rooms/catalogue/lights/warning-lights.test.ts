import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadLibrary } from '../library/library.ts'
import { checkDrawing } from './drawing.ts'
import { lightSets, loadWarningLights } from './warning-lights.ts'

/** The bundled warning lights are complete, and broken ones fail with their names instead of being served. */

const folder = join(import.meta.dirname, '../../../../../library')
const lights = loadWarningLights(folder)
const tags = ['en-US', 'en-AU', 'es-ES', 'fr-FR', 'he-IL', 'zh-CN', 'th-TH']

/** The first films of the library, some of which may still be in production. */
const firstFilms = 'BRKDSC BRKDRM BRKPAD ENGFST ENGOIL ENGTMB COLCIR SUSDMP SUSBJT STRRCK ELECHG TYRWER'.split(' ')

test('each set has at least the lights that a car is likely to show', () => {
  const count = Object.fromEntries(lightSets.map((set) => [set, lights.filter((light) => light.set === set).length]))
  expect(count['red']).toBeGreaterThanOrEqual(10)
  expect(count['yellow']).toBeGreaterThanOrEqual(14)
  expect(count['green']).toBeGreaterThanOrEqual(8)
  expect(lights.find(({ id }) => id === 'main_beam')).toMatchObject({ colour: 'blue', set: 'green' })
})

test('the sets are consecutive, each in its order', () => {
  const places = lights.map(({ set, order }) => lightSets.indexOf(set) * 1000 + order)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

describe.each(lights)('$id', (light) => {
  test('has every text in every language', () => {
    for (const texts of [light.name, light.meaning, light.action])
      expect(Object.keys(texts).toSorted()).toEqual(tags.toSorted())
  })

  test('has one sentence each for meaning and action', () => {
    const sentences = [light.meaning, light.action].flatMap((texts) => Object.entries(texts))
    // Thai has no full stop.
    expect(sentences.filter(([tag, text]) => tag !== 'th-TH' && !/[^.。][.。]$/.test(text))).toEqual([])
  })

  test('has a single-colour drawing', () => {
    expect(light.drawing).toContain('currentColor')
    expect(checkDrawing(light.drawing)).toBeNull()
  })
})

test('names are unique within a language, and no drawing is unused', () => {
  for (const tag of tags) expect(new Set(lights.map(({ name }) => name[tag])).size, tag).toBe(lights.length)
  const drawings = readdirSync(join(folder, 'warning-lights')).filter((name) => name.endsWith('.svg'))
  expect([...new Set(lights.map(({ svg }) => svg))].toSorted()).toEqual(drawings.toSorted())
})

test('all link to films that exist or are in production', () => {
  const narrated = loadLibrary(folder).parts.flatMap(({ part }) => part.narrated ?? [])
  const known = new Set([...narrated, ...firstFilms])
  expect(lights.flatMap(({ parts }) => parts).filter((part) => !known.has(part))).toEqual([])
})

test('"stop" lights are red, and green and blue lights only inform', () => {
  const stopping = lights.filter(({ urgency }) => urgency === 'stop_now')
  expect(new Set(stopping.map(({ set }) => set))).toEqual(new Set(['red']))
  const green = lights.filter(({ set }) => set === 'green')
  expect(new Set(green.map(({ urgency }) => urgency))).toEqual(new Set(['information']))
})

describe('lights that break the format', () => {
  let copy: string
  const file = () => join(copy, 'warning-lights/warning-lights.yaml')
  const drawing = () => join(copy, 'warning-lights/abs.svg')
  const original = readFileSync(join(folder, 'warning-lights/warning-lights.yaml'), 'utf8')
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), 'cutaway-lights-'))
    await cp(join(folder, 'warning-lights'), join(copy, 'warning-lights'), { recursive: true })
  })
  afterAll(() => rm(copy, { recursive: true, force: true }))

  test.each([
    ['an unknown urgency', 'urgency: stop_now', 'urgency: panic', /warning-lights\.yaml[\s\S]*lights\[0\]\.urgency/],
    [
      'an unknown field',
      'urgency: stop_now',
      'urgency: stop_now\n    blinks: true',
      /warning-lights\.yaml[\s\S]*blinks/,
    ],
    ['a text left empty', /en-US: .*/, "en-US: ''", /warning-lights\.yaml[\s\S]*lights\[0\]\.name/],
    [
      'an id used twice',
      'id: oil_pressure',
      'id: brake_system',
      /warning-lights\.yaml[\s\S]*brake_system is used twice/,
    ],
    ['a place used twice', 'order: 2', 'order: 1', /warning-lights\.yaml[\s\S]*1 is used twice in the set red/],
    ['a colour in another set', 'colour: red', 'colour: blue', /blue light does not belong to the set red/],
    ['what is not YAML', 'lights:', 'lights: [', /warning-lights\.yaml cannot be read/],
  ])('%s is refused with the names of the file and the field', async (_, from, to, message) => {
    await writeFile(file(), original.replace(from, to))
    expect(() => loadWarningLights(copy)).toThrow(message)
    await writeFile(file(), original)
  })

  test('a drawing that could execute code is refused by name', async () => {
    const clean = readFileSync(drawing(), 'utf8')
    await writeFile(drawing(), clean.replace('</svg>', '<script>alert(1)</script></svg>'))
    expect(() => loadWarningLights(copy)).toThrow(/abs\.svg.*script is not allowed/)
    await rm(drawing())
    expect(() => loadWarningLights(copy)).toThrow(/abs\.svg.*missing/)
    await writeFile(drawing(), clean)
    expect(loadWarningLights(copy)).toHaveLength(lights.length)
  })
})

describe('the check of a drawing', () => {
  const around = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${inside}</svg>`

  test('accepts shapes', () => {
    expect(checkDrawing(around('<g fill="none"><path d="M0 0L3-4Z" /><circle cx="1" cy="2" r=".5"/></g>'))).toBeNull()
  })

  test.each([
    ['a handler', '<path d="M0 0" onload="alert(1)"/>'],
    ['a link', '<path d="M0 0" href="https://example.org"/>'],
    ['an image', '<image x="0"/>'],
    ['a style', '<path d="M0 0" style="fill:red"/>'],
    ['a colour of its own', '<path d="M0 0" fill="#f00"/>'],
    ['a fill from elsewhere', '<path d="M0 0" fill="url(https://example.org)"/>'],
    ['a second drawing', '<svg></svg>'],
    ['words', 'ABS'],
    ['a comment', '<!-- ABS -->'],
    ['an entity', '<path d="&lt;"/>'],
    ['an open group', '<g>'],
    ['a name of every object', '<path constructor="1"/>'],
  ])('refuses %s', (_, inside) => {
    expect(checkDrawing(around(inside))).not.toBeNull()
  })

  test('refuses anything but a drawing of the required size', () => {
    expect(checkDrawing('')).not.toBeNull()
    expect(checkDrawing('<path d="M0 0"/>')).not.toBeNull()
    expect(checkDrawing('<svg viewBox="0 0 24 24"></svg>')).not.toBeNull()
    expect(checkDrawing('<svg></svg>')).not.toBeNull()
    expect(checkDrawing(`${around('')}<path d="M0 0"/>`)).not.toBeNull()
  })
})
