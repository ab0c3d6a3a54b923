import { describe, expect, test } from 'vitest'
import { domainOf, isWithin } from './domains.ts'

describe('the domain of what a person types', () => {
  test.each([
    ['northgate.example', 'northgate.example'],
    [' https://www.Northgate.example/brakes?x=1 ', 'northgate.example'],
    ['shop.northgate.example:8080', 'shop.northgate.example'],
    ['northgate.example.', 'northgate.example'],
    ['müller.example', 'xn--mller-kva.example'],
    ['shop.localhost', 'shop.localhost'],
  ])('%s is %s', (typed, domain) => expect(domainOf(typed)).toBe(domain))

  test.each([
    '',
    'northgate',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '*.northgate.example',
    'a b.example',
    'me@shop.example',
    'javascript:alert(1)',
    'ftp://shop.example',
    "shop.example;script-src 'unsafe-inline'",
    'shop..example',
    `${'a'.repeat(64)}.example`,
  ])('%s is none', (typed) => expect(domainOf(typed)).toBeUndefined())
})

test('a domain has its sub-domains, and no name that only ends like it', () => {
  expect(isWithin('northgate.example', 'northgate.example')).toBe(true)
  expect(isWithin('www.northgate.example', 'northgate.example')).toBe(true)
  expect(isWithin('a.b.northgate.example', 'northgate.example')).toBe(true)
  expect(isWithin('evilnorthgate.example', 'northgate.example')).toBe(false)
  expect(isWithin('northgate.example.evil.example', 'northgate.example')).toBe(false)
})
