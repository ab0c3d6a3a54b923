import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { languageTagFile, localeFile, shipped } from './texts.ts'

/** Checks American spelling in en-US and British in en-AU, in the texts of pages and of the library. */

/** British, American. Words with the same spelling in both, such as "adviser" or "program", are not listed. */
const pairs: [string, string][] = [
  ['aluminium', 'aluminum'],
  ['analyse', 'analyze'],
  ['authoris', 'authoriz'],
  ['behaviour', 'behavior'],
  ['cancelled', 'canceled'],
  ['cancelling', 'canceling'],
  ['catalogue', 'catalog(?!ue)'],
  ['centre', 'center'],
  ['cheque', 'paycheck'],
  ['colour', 'color'],
  ['customis', 'customiz'],
  ['defence', 'defense'],
  ['favour', 'favor(?!i?u)'],
  ['fibre', 'fiber'],
  ['grey', 'gray'],
  ['honour', 'honor'],
  ['immobiliser', 'immobilizer'],
  ['kerb', 'curb'],
  ['labelled', 'labeled'],
  ['litre', 'liter'],
  ['metre', 'meter(?!ing)'],
  ['millimetre', 'millimeter'],
  ['mould', 'mold'],
  ['neighbour', 'neighbor'],
  ['neutralis', 'neutraliz'],
  ['organis', 'organiz'],
  ['personalis', 'personaliz'],
  ['postcode', 'zip code'],
  ['realis', 'realiz'],
  ['recognis', 'recogniz'],
  ['sulphur', 'sulfur'],
  ['synchronis', 'synchroniz'],
  ['travelled', 'traveled'],
  ['travelling', 'traveling'],
  ['tyre', 'tire(?!d|less)'],
  ['vaporis', 'vaporiz'],
  ['vapour', 'vapor(?!i)'],
]
const british = new RegExp(`\\b(?:${pairs.map(([word]) => word).join('|')})\\w*`, 'i')
const american = new RegExp(`\\b(?:${pairs.map(([, word]) => word).join('|')})\\w*`, 'i')

const library = join(import.meta.dirname, '../../../library')

/** Returns the texts of pages. */
function ofPages(tag: string): [string, string][] {
  const files = [localeFile(shipped, tag)!, languageTagFile(tag)!]
  return files.flatMap(({ bytes }) => Object.entries(JSON.parse(bytes.toString()) as Record<string, string>))
}

/** Returns the lines of the library in a language, without their keys. Captions repeat what a film says. */
function ofLibrary(tag: string): [string, string][] {
  const parts = join(library, 'parts')
  const texts = readdirSync(parts).flatMap((part) =>
    withoutScript(readFileSync(join(parts, part, `text.${tag}.yaml`), 'utf8')).map((line): [string, string] => [
      part,
      line.replace(/^\s*[\w-]+:/, ''),
    ]),
  )
  const shared = ['systems.yaml', 'trouble-codes.yaml', 'warning-lights/warning-lights.yaml'].flatMap((file) =>
    [...readFileSync(join(library, file), 'utf8').matchAll(new RegExp(`${tag}: (.*)`, 'g'))].map(
      (m): [string, string] => [file, m[1]!],
    ),
  )
  return [...texts, ...shared.filter(([, words]) => words !== '')]
}

/** Removes scripts: `{ title: …, note: … }` has field names that are not texts. */
function withoutScript(yaml: string): string[] {
  const lines = yaml.split('\n')
  const start = lines.indexOf('script:')
  const length = lines.slice(start + 1).findIndex((line) => /^\w/.test(line))
  return start === -1 ? lines : [...lines.slice(0, start), ...(length === -1 ? [] : lines.slice(start + 1 + length))]
}

const wrong = (texts: [string, string][], pattern: RegExp) =>
  texts.flatMap(([where, text]) => (pattern.test(text) ? [`${where}: ${pattern.exec(text)![0]}`] : []))

test('uses American spelling in en-US', () => {
  expect(wrong(ofPages('en-US'), british)).toEqual([])
  expect(wrong(ofLibrary('en-US'), british)).toEqual([])
})

test('uses British spelling in en-AU', () => {
  expect(wrong(ofPages('en-AU'), american)).toEqual([])
  expect(wrong(ofLibrary('en-AU'), american)).toEqual([])
})

test('recognises both spellings', () => {
  expect(british.test('The tyres are worn')).toBe(true)
  expect(american.test('Your favorites')).toBe(true)
  expect(american.test('The tyres are tired')).toBe(false)
})
