import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * No style sheet turns the page when a phone is turned (WCAG 1.3.4). axe could see it too, but would have to read every
 * style sheet on every page.
 */

const root = join(import.meta.dirname, '..')

/** Returns the blocks of media queries about the orientation, each from its query to its closing bracket. */
function orientationBlocks(css: string): string[] {
  return [...css.matchAll(/@media[^{]*\borientation\b[^{]*\{/g)].map(({ index, 0: query }) => {
    let depth = 1
    let end = index + query.length
    while (depth > 0 && end < css.length) {
      if (css[end] === '{') depth++
      if (css[end] === '}') depth--
      end++
    }
    return css.slice(index, end)
  })
}
const turns = (block: string) => /\brotate|\bmatrix|writing-mode/.test(block)

test('a turned phone shows a page with another layout, not a turned one', () => {
  const blocks = globSync('**/*.css', { cwd: root }).flatMap((path) =>
    orientationBlocks(readFileSync(join(root, path), 'utf8')).map((block) => ({ path, block })),
  )
  // The kiosk has layouts for both.
  expect(blocks.length).toBeGreaterThan(3)
  expect(blocks.filter(({ block }) => turns(block))).toEqual([])
})

test('a style sheet that turns the page is found', () => {
  const bad = '.a{}@media (orientation: portrait) { body { transform: rotate(90deg); } } .b { rotate: 10deg }'
  expect(orientationBlocks(bad).map(turns)).toEqual([true])
  expect(orientationBlocks('@media (orientation: portrait) { .c { gap: 0 } } .b { rotate: 1deg }').map(turns)).toEqual([
    false,
  ])
})
