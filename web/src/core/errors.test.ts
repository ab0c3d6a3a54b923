import { expect, test } from 'vitest'
import { browserName, newReference, referenceOf, reportOf } from './errors.ts'

const where = {
  type: 'error',
  url: 'https://site.example/reset_password/x?token=secret#y',
  browser: { userAgent: 'u'.repeat(900), platform: 'Linux x86_64' },
  reference: '7F3A-21C',
}

test('a report stays under 8 KB and carries no query string', () => {
  const error = new Error('m'.repeat(9000))
  error.stack = 's'.repeat(9000)
  const report = reportOf(error, where)
  expect(JSON.stringify(report).length).toBeLessThan(8000)
  expect(report.url).toBe('https://site.example/reset_password/x')
})

test('a report names the browser, the platform and the cause', () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
  const report = reportOf(new Error('no film', { cause: new TypeError('offline') }), {
    ...where,
    browser: { userAgent, platform: 'Linux x86_64' },
  })
  expect(report).toMatchObject({ browser_name: 'Firefox 132', platform: 'Linux x86_64', cause: 'offline' })
  expect(reportOf(new Error('no cause'), where)).toMatchObject({ browser_name: '', cause: '' })
})

test.each([
  [
    'Chrome 131',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  ],
  [
    'Edge 131',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
  ],
  [
    'Safari 18',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  ],
  [
    'Samsung Internet 27',
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  ],
])('recognises %s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name)
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
