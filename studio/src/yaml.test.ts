import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { faultsOf } from './yaml.ts'

/** Ines writes a file and makes a mistake: she is told the line and what to do, in words. */

const Place = z.strictObject({
  name: z.string(),
  labelx: z.int().min(0).max(770),
  at: z.number().min(0).default(0),
  sides: z
    .array(z.enum(['left', 'right']))
    .min(1)
    .default(['left']),
  box: z.tuple([z.number(), z.number()]).default([0, 0]),
  added: z.iso.date().optional(),
  id: z.string().length(6).optional(),
})
const Shown = z
  .strictObject({ label: z.string(), from: z.number(), to: z.number() })
  .refine((s) => s.from < s.to, 'a label ends after it has begun')
const Track = z.union([z.array(z.tuple([z.number(), z.number()])), z.strictObject({ speed: z.number() })])
const File = z.strictObject({
  format: z.literal(1),
  places: z.record(z.string(), z.array(Place)).default({}),
  shown: z.array(Shown).default([]),
  channels: z.record(z.string(), Track).default({}),
})

const folder = mkdtempSync(join(tmpdir(), 'cutaway-yaml-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function told(text: string): string[] {
  const path = join(folder, 'plan.yaml')
  writeFileSync(path, text)
  return faultsOf(path, File).faults.map(({ file, line, says }) => `${file}:${line}: ${says}`)
}
const place = (fields: string) => told(`format: 1\nplaces:\n  first:\n    - name: pad\n      ${fields}\n`)

describe('Ines is told', () => {
  test('nothing when all is well', () => expect(place('labelx: 12')).toEqual([]))

  test('the range of a number that is too large, and the end that a number has', () => {
    expect(place('labelx: 900')).toEqual(['plan.yaml:5: labelx is 900: keep it within 0 to 770'])
    expect(place('labelx: 9\n      at: -1')).toEqual(['plan.yaml:6: at is -1: keep it at 0 or above'])
  })

  test('the line of a misspelt field, and the fields that there are', () => {
    const [first, ...others] = place('labelx: 9\n      nmae: pad')
    expect(others).toEqual([])
    expect(first).toBe(
      'plan.yaml:6: there is no field nmae here; not used so far: at, sides, box, added, id: rename it, or take it out',
    )
    expect(told('format: 1\n\nplases:\n  first: []\n')[0]).toMatch(/^plan\.yaml:3: there is no field plases/)
  })

  test('the line of the object that lacks a field', () => {
    expect(place('at: 2')).toEqual(['plan.yaml:4: labelx is missing: add it'])
    expect(told('places: {}\n')).toEqual(['plan.yaml:1: format is missing: add it'])
  })

  test('what kind of value is meant', () => {
    expect(place('labelx: wide')).toEqual(['plan.yaml:5: labelx is "wide": give a number'])
    expect(place('labelx: 1.5')).toEqual(['plan.yaml:5: labelx is 1.5: give a whole number'])
    expect(place('labelx: 1\n      sides: [left, up]')).toEqual([
      'plan.yaml:6: entry 2 of sides is "up": give one of left, right',
    ])
    expect(place('labelx: 1\n      sides: []')).toEqual(['plan.yaml:6: sides has 0 entries: give it at least 1'])
    expect(place('labelx: 1\n      added: 12 May')).toEqual([
      'plan.yaml:6: added is "12 May": give a date such as 2026-10-12',
    ])
    expect(place('labelx: 1\n      id: BRKABCD')).toEqual([
      'plan.yaml:6: id is "BRKABCD": give it exactly 6 characters',
    ])
    expect(told('format: 2\n')).toEqual(['plan.yaml:1: format is 2: give 1'])
    expect(told('- 1\n')).toEqual(['plan.yaml:1: the whole file is a list: give fields, each with a name'])
  })

  test('both times of a label that ends before it begins', () => {
    expect(told('format: 1\nshown:\n  - { label: pad, from: 5, to: 3 }\n')).toEqual([
      'plan.yaml:3: the label pad stands from 5 to 3: a label ends after it has begun',
    ])
  })

  test('what is wrong with the one that she meant, where a value may be one of two', () => {
    expect(told('format: 1\nchannels:\n  spin: { sped: 2 }\n  cut: [[0, 1], [2, wide]]\n')).toEqual([
      'plan.yaml:3: speed is missing: add it',
      'plan.yaml:3: there is no field sped here; not used so far: speed: rename it, or take it out',
      'plan.yaml:4: entry 2 of entry 2 of cut is "wide": give a number',
    ])
  })
})
