import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Tests pass on a slow computer too: they wait until something is so, as long as their suite allows. */

const root = join(import.meta.dirname, '..')
const lines = globSync(
  ['server/src/**/*.test.ts', 'server/src/**/testing*.ts', 'e2e/**/*.ts', 'web/src/**/*.test.tsx'],
  {
    cwd: root,
  },
).flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, i) => ({ place: `${file.replaceAll('\\', '/')}:${i + 1}`, text })),
)
const found = (pattern: RegExp) => lines.filter(({ text }) => pattern.test(text)).map(({ place }) => place)

test('no test waits for a shorter time than its suite', () => {
  expect(lines.length).toBeGreaterThan(10_000)
  const shorter = /(?:poll|waitFor|waitUntil)\(.*timeout: (?:\d{1,4}|\d_\d{3}|1\d_?\d{3})\b/
  expect(found(shorter)).toEqual([])
  // A whole test has two minutes; those that need longer say so.
  const ofTest = String.raw`(?:\d{1,5}|\d{1,2}_\d{3})`
  expect(
    found(new RegExp(`\\{ timeout: ${ofTest} \\}, (?:async )?\\(|^\\}, ${ofTest}\\)$|testTimeout: ${ofTest}\\b`)),
  ).toEqual([])
  // Without a time of its own it waits for a second. `expect.poll` takes the time of the suite.
  expect(found(/\bvi\.wait(?:For|Until)\(\(\) => expect\(/)).toEqual([])
})

test('no browser test looks once at what may still change', () => {
  const looks =
    'count|isVisible|isDisabled|isEnabled|isChecked|inputValue|innerText|allInnerTexts|textContent|getAttribute'
  expect(found(new RegExp(`^\\s*expect\\(await .*\\.(?:${looks})\\(`))).toEqual([])
  expect(found(/^\s*expect\([^=]*\.(?:elements|query)\(\)\)/)).toEqual([])
})
