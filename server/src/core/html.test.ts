import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanHtml, plainText, safeAddress } from './html.ts'

describe('sanitises HTML that people write', () => {
  test.each([
    ['<p>Twenty points in <b>thirty</b> minutes</p>', '<p>Twenty points in <b>thirty</b> minutes</p>'],
    ['<ul><li>Tyres<li>Brakes</ul>', '<ul><li>Tyres</li><li>Brakes</li></ul>'],
    ['<p onclick="alert(1)" style="x">Go</p>', '<p>Go</p>'],
    ['a<script>alert("</p>")</script>b<style>p{}</style>c', 'abc'],
    ['<script>never ends', ''],
    ['<img src=x onerror=alert(1)>text', 'text'],
    ['<svg><p>in</p></svg>out', 'out'],
    ['<!-- <p>hidden</p> -->seen', 'seen'],
    ['<IFRAME src="https://evil.example">x</IFRAME>y', 'y'],
    ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['</p></div>loose', '<p></p>loose'],
    ['<p><b>open', '<p><b>open</b></p>'],
    ['<p title=">">x</p>', '<p>x</p>'],
  ])('%s', (given, safe) => expect(cleanHtml(given)).toBe(safe))

  test('keeps http, https and mail addresses of links, and opens them in a new window', () => {
    expect(cleanHtml('<a href="https://example.com/a?b=1&amp;c=2" onclick="x()">a</a>')).toBe(
      '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank">a</a>',
    )
    expect(safeAddress('mailto:service@example.com')).toBe('mailto:service@example.com')
    for (const address of [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java&#10;script:alert(1)',
      '&#106;avascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      'vbscript:x',
    ])
      expect(cleanHtml(`<a href="${address}">a</a>`), address).toBe('a')
  })

  test('emits only the allowed elements for any input, and is idempotent', () => {
    const bits = [
      '<',
      '>',
      '/',
      '"',
      "'",
      '=',
      '&',
      '#',
      ';',
      'script',
      'p',
      'a',
      'href',
      'onerror',
      'x',
      ' ',
      '<!--',
      '-->',
      '<a href="',
      'https://e.co/',
    ]
    const soup = fc.array(fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 3 })), { maxLength: 30 })
    fc.assert(
      fc.property(soup, (parts) => {
        const clean = cleanHtml(parts.join(''))
        const rest = clean.replaceAll(
          /<\/?(p|br \/|b|strong|i|em|u|ul|ol|li|h2|h3|blockquote|a)>|<a href="(https?:\/\/|mailto:)[^"<>]*" rel="noopener noreferrer" target="_blank">/g,
          '',
        )
        expect(rest).not.toMatch(/[<>]/)
        expect(cleanHtml(clean)).toBe(clean)
      }),
      { numRuns: 500 },
    )
  })
})

test('handles input designed to keep the server busy at once', () => {
  const began = process.threadCpuUsage()
  for (const text of ['<a', '<b>', '<b></i>', '<!--', `<a '`, '&#x', '<script>']) cleanHtml(`${text.repeat(30_000)}"`)
  // Takes about a second of this thread; with quadratic work it would be minutes.
  expect(process.threadCpuUsage(began).user / 1000).toBeLessThan(5000)
})

test('returns the words of a text on one line, cut at the end of a word', () => {
  expect(plainText('<h2>Winter</h2><p>Check <b>now</b>, pay &amp; go</p>', 100)).toBe('Winter Check now, pay & go')
  expect(plainText('<p>Un cinéma\u00a0:  non</p>', 100)).toBe('Un cinéma\u00a0: non')
  expect(plainText('<p>one two three four</p>', 12)).toBe('one two…')
  expect(plainText('字'.repeat(30), 10)).toBe(`${'字'.repeat(10)}…`)
})
