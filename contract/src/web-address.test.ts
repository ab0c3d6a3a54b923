import { expect, test } from 'vitest'
import { webAddress } from './web-address.ts'

test.each([
  ['https://shop.example/book', 'https://shop.example/book'],
  [' https://a.example ', 'https://a.example/'],
  ['HTTP://Shop.Example/Offer?x=1#top', 'http://shop.example/Offer?x=1#top'],
  ['http://localhost:4000', 'http://localhost:4000/'],
])('accepts %j', (typed, kept) => expect(webAddress(typed)).toBe(kept))

test.each([
  '',
  'shop',
  'shop.example/book',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'https://shop.example/\r\nSet-Cookie: a=b',
  'https://shop.example/two words',
  'ftp://a.example',
  'https://me@a.example',
  'https://shop.example:pass@evil.example',
  'https://intranet',
  '//a.example',
])('refuses %j', (typed) => expect(webAddress(typed)).toBeUndefined())
