import { expect, test } from 'vitest'
import { isBannerUrl } from './banner-url.ts'

test('a banner links to a web page or has no link', () => {
  for (const good of ['', '  ', 'https://shop.com', ' http://shop.com/a?b=c#d ', 'HTTPS://SHOP.COM'])
    expect(isBannerUrl(good), good).toBe(true)
  for (const bad of [
    'shop.com',
    'javascript:alert(1)',
    'ftp://shop.com',
    'https://',
    'https://a b.com',
    `https://a.com/${'x'.repeat(2000)}`,
  ])
    expect(isBannerUrl(bad), bad).toBe(false)
})
