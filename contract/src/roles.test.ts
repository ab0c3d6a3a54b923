import { expect, test } from 'vitest'
import { permissions } from './permissions.ts'
import { conversationRoles, roleIds, roleOf, roles, type Reach } from './roles.ts'

test('each role has the reach of the specification', () => {
  const byReach: Record<Reach, number[]> = {
    allWebSites: [],
    ownWebSites: [],
    webSite: [],
    business: [],
    regions: [],
    location: [],
    self: [],
  }
  for (const id of roleIds) byReach[roles[id].reach].push(id)
  expect(byReach).toEqual({
    allWebSites: [1],
    ownWebSites: [2],
    webSite: [],
    business: [3],
    regions: [4],
    location: [5, 11],
    self: [6, 7, 8, 9, 12, 13, 14, 15],
  })
})

test('the education manager reaches staff, students, lite users and translators of the location, and no others', () => {
  expect(roleOf(11).ofRoles).toEqual([12, 13, 14, 15])
})

test('a role that manages users reaches other users', () => {
  const managers = permissions.find(({ name }) => name === 'manage_users')!.roles
  for (const id of managers) expect(roleOf(id).reach).not.toBe('self')
})

test('conversations are assigned to the people of a shop, not to its touch screens', () => {
  expect(conversationRoles).toEqual([3, 4, 5, 6])
})

test('an unknown role reaches only the caller', () => {
  expect(roleOf(10)).toMatchObject({ reach: 'self' })
})
