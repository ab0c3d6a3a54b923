import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listedMemberships, memberHash, readMembers } from './membership.ts'

const folder = mkdtempSync(join(tmpdir(), 'members-'))
const file = (text: string) => {
  const path = join(folder, `${Math.random()}.txt`)
  writeFileSync(path, text)
  return path
}

test('a member is found however the number is written, in the own list only', () => {
  const members = listedMemberships(readMembers(file(`# members\n${memberHash('33', '204 881-7')}\n\n`)))
  expect(members.isOffered).toBe(true)
  expect([' 2048817', '204-881-7', '2048818', ''].map((number) => members.isMember('33', number))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(members.isMember('10', '2048817')).toBe(false)
})

test('a list with a mistake is refused as a whole, and names the line', () => {
  expect(() => readMembers(file(`${memberHash('33', '1')}\n2048817\n`))).toThrow('line 2: this is not a SHA-256')
  expect(() => readMembers(join(folder, 'none.txt'))).toThrow('cannot be read')
})

test('without a list of members, no membership is offered', () =>
  expect(listedMemberships(new Set()).isOffered).toBe(false))
