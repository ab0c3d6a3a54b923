import { expect, test } from 'vitest'
import { generatePassword } from './password.ts'

test('a generated password has 12 lower-case letters and digits, and is another one each time', () => {
  const made = Array.from({ length: 200 }, generatePassword)
  for (const password of made) expect(password).toMatch(/^[a-z0-9]{12}$/)
  expect(new Set(made).size).toBe(200)
  expect(new Set(made.join('')).size).toBe(36)
})
