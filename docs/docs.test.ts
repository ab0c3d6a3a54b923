import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** What the pages of documentation say about files and settings is true. */

const root = join(import.meta.dirname, '..')
const pages = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|\.runtime|\.git|data|dist)$/.test(path),
})
const folders = new Set(globSync('*/', { cwd: root }).map((name) => name.replace(/\/$/, '')))
/** Made when the product runs; a clone does not hold them. */
const madeLater = /^(data|\.runtime|node_modules|web\/dist|e2e\/results|deploy\/\.env)(\/|$)/

test('there are pages', () =>
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/map.md'])))

test.each(pages)('%s names no file that is missing', (page) => {
  const text = readFileSync(join(root, page), 'utf8')
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  const linked = [...prose.matchAll(/\]\(([^)\s]+)\)|<img[^>]+src="([^"]+)"/g)]
    .map((match) => (match[1] ?? match[2] ?? '').replace(/#.*$/, ''))
    .filter((path) => path && !/^[a-z]+:/.test(path))
    .filter((path) => !existsSync(join(root, path.startsWith('/') ? '' : dirname(page), path)))
  const named = [...prose.matchAll(/`([^`\s]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((path) => isPath(path) && !madeLater.test(path))
    .filter((path) => (path.includes('*') ? globSync(path, { cwd: root }).length === 0 : !existsSync(join(root, path))))
  expect([...linked, ...named]).toEqual([])
})

/** A path from the root in code style: 'server/src/main.ts', 'docs/decisions/'. Patterns such as `rooms/<room>/` are not. */
function isPath(text: string): boolean {
  return /^[\w.*@-]+(\/[\w.*@-]*)+$/.test(text) && folders.has(text.split('/')[0] ?? '')
}

test('deploy/.env.example documents every setting, and no other', () => {
  const config = readFileSync(join(root, 'server/src/core/config.ts'), 'utf8')
  const schema = /const Environment = z\.object\(\{([\s\S]*?)^\}\)/m.exec(config)?.[1] ?? ''
  const read = [...schema.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1])
  const example = readFileSync(join(root, 'deploy/.env.example'), 'utf8')
  const documented = [...example.matchAll(/^(?:# ?)?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])
  const compose = [...readFileSync(join(root, 'deploy/compose.yaml'), 'utf8').matchAll(/\$\{([A-Z0-9_]+)/g)].map(
    (match) => match[1],
  )
  const wanted = new Set([...read, ...compose])
  // Set by `npm run dev` itself.
  wanted.delete('CUTAWAY_DEV')
  expect(documented.toSorted()).toEqual([...wanted].toSorted())
})

test('the image runs the Node that a clone runs', () => {
  const setup = /nodeVersion = '([\d.]+)'/.exec(readFileSync(join(root, 'scripts/setup.mjs'), 'utf8'))?.[1]
  const images = [...readFileSync(join(root, 'deploy/Dockerfile'), 'utf8').matchAll(/^FROM node:([\d.]+)-/gm)].map(
    (match) => match[1],
  )
  expect(images.length).toBeGreaterThan(0)
  expect(new Set(images)).toEqual(new Set([setup]))
})
