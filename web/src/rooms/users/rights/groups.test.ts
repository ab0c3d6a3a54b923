import { permissions } from '@cutaway/contract/permissions.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { groupsOf } from './groups.ts'

/** The groups of rights in the dialogs of permissions. */

const items = permissions.map(({ name, room }) => ({ name, group: room, of_role: 0 as const, may_grant: 1 as const }))

test('every right is in a group that has a name', () => {
  const texts = JSON.parse(
    readFileSync(new URL('../../../../../locales/en-US/users.json', import.meta.url), 'utf8'),
  ) as Record<string, string>
  const groups = groupsOf(items)
  expect(groups.filter(({ id }) => !texts[`permission_group_${id}`])).toEqual([])
  expect(groups.flatMap((group) => group.items)).toHaveLength(items.length)
})
