import { expect, test } from 'vitest'
import { relativePath } from './return-to.ts'

test.each(['/home', '/animation/BRKDSC?t=3#s', '/home?system=1#sub-101', '/signup_au/X?returnURL=%2Fhome'])(
  'keeps the own address %s',
  (address) => expect(relativePath(address)).toBe(address),
)

test.each([
  'https://elsewhere.example/home',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/%5c\\x',
  'home',
  'javascript:alert(1)',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '',
  null,
  undefined,
])('refuses %j', (address) => expect(relativePath(address)).toBeNull())

test('rejects URLs that are too long', () => {
  expect(relativePath(`/${'x'.repeat(3000)}`)).toBeNull()
})

test('dot segments cannot leave the site', () => {
  expect(relativePath('/a/../../..//elsewhere.example')).toBeNull()
  expect(relativePath('/a/../home')).toBe('/home')
})
