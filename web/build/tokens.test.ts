import { colours, measures, tokensCss } from '@cutaway/contract/tokens.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

const filesOf = (folder: string, names: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file) && !/\.test\.|testing\//.test(file))
    .map((file) => join(folder, file))

const styles = [...filesOf('web/src', /\.(css|tsx?|html|js)$/), ...filesOf('server/src', /\.tsx?$/)]

test('no style writes out a colour that is a token', () => {
  const values = new Map<string, string>(
    Object.entries(colours).flatMap(([name, value]) => (/^#[0-9a-f]{6}$/.test(value) ? [[value, name] as const] : [])),
  )
  const repeated = styles.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/#[0-9a-f]{6}\b/gi)].flatMap(([found]) => {
      const name = values.get(found.toLowerCase())
      return name === undefined ? [] : [`${file}: ${found} is ${name}`]
    }),
  )
  expect(repeated).toEqual([])
})

test('every variable in a style sheet is a token, a tenant colour, or set by a style or a library', () => {
  const text = styles.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const known = new Set([...Object.keys(colours), ...Object.keys(measures)])
  for (const [, name] of text.matchAll(/--([\w-]+)['"`]?\]?:/g)) known.add(name!)
  const used = styles
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/var\(--([\w-]+)\)/g)].map((m) => [file, m[1]!] as const),
    )
  expect(used.length).toBeGreaterThan(500)
  expect(used.filter(([, name]) => !known.has(name) && !/^(mantine|media-slider)-/.test(name)).map(String)).toEqual([])
})

test('the tokens become CSS variables, all of them or a named subset', () => {
  expect(tokensCss(['gray-0'])).toBe(':root{--gray-0:#f7f8fa}')
  expect(tokensCss()).toContain(';--h-lg:2.75rem;')
})
