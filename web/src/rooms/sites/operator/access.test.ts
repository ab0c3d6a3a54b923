import { expect, test } from 'vitest'
import { consoleRights } from './access.ts'
import { sectionGroups } from './sections.ts'

test('each section opens with a right of the console, and each of these rights opens one', () => {
  const rights = sectionGroups.flatMap(({ sections }) => sections.map(({ permission }) => permission))
  expect(new Set(rights)).toEqual(new Set(consoleRights))
})
