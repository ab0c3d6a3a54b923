import { expect, test } from 'vitest'
import { newReference, referenceOf, reportOf } from './errors.ts'

const where = {
  type: 'error',
  url: 'https://site.example/reset_password/x?token=secret#y',
  userAgent: 'u'.repeat(900),
  reference: '7F3A-21C',
}

test('a report stays under 8 KB and carries no query string', () => {
  const error = new Error('m'.repeat(9000))
  error.stack = 's'.repeat(9000)
  const report = reportOf(error, where)
  expect(JSON.stringify(report).length).toBeLessThan(8000)
  expect(report.url).toBe('https://site.example/reset_password/x')
})

test('accepts thrown values that are not errors', () => {
  expect(reportOf('plain', where).message).toBe('plain [7F3A-21C]')
  expect(reportOf(undefined, where).message).toBe('undefined [7F3A-21C]')
})

test('an error always has the same reference', () => {
  const error = new Error('x')
  expect(referenceOf(error)).toBe(referenceOf(error))
  expect(referenceOf(new Error('x'))).not.toBe(referenceOf(error))
})

test('a reference can be read out over the telephone', () => {
  expect(newReference()).toMatch(/^[0-9A-F]{4}-[0-9A-F]{3}$/)
})
