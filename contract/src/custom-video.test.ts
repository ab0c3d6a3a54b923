import { describe, expect, test } from 'vitest'
import { customVideoSource, playerHosts } from './custom-video.ts'

describe('a custom video is an http(s) or www address, or contains the word iframe', () => {
  test.each([
    ['https://cdn.example.com/brakes.mp4', 'link', 'https://cdn.example.com/brakes.mp4'],
    ['  http://cdn.example.com/brakes.mp4 ', 'link', 'https://cdn.example.com/brakes.mp4'],
    ['www.example.com/a.mp4?x=1', 'link', 'https://www.example.com/a.mp4?x=1'],
    ['/samples/custom-film.mp4', 'file', '/samples/custom-film.mp4'],
    ['https://www.youtube.com/watch?v=abc_DEF-123', 'embed', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
    ['https://youtu.be/abc_DEF-123', 'embed', 'https://www.youtube-nocookie.com/embed/abc_DEF-123'],
    ['https://vimeo.com/76979871', 'embed', 'https://player.vimeo.com/video/76979871'],
    [
      '<iframe width="560" src="https://player.vimeo.com/video/76979871?h=8272103f6e&amp;title=0" allowfullscreen></iframe>',
      'embed',
      'https://player.vimeo.com/video/76979871?h=8272103f6e&title=0',
    ],
    [`<iframe src='//www.youtube.com/embed/xyz123'>`, 'embed', 'https://www.youtube.com/embed/xyz123'],
  ])('%s', (text, kind, url) => expect(customVideoSource(text)).toEqual({ kind, url }))
})

describe('refuses everything else', () => {
  test.each([
    '',
    'brakes.mp4',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://example.com/a.mp4',
    'https://user:secret@example.com/a.mp4',
    'https://exa mple.com/a.mp4',
    '/films/BRKDSC/x/film.mp4',
    '/samples/../../etc/passwd.mp4',
    // Frames of other hosts, and code that hides another URL.
    '<iframe src="https://evil.example/embed/1"></iframe>',
    '<iframe src="http://www.youtube.com.evil.example/embed/1"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe data-src="https://www.youtube.com/embed/1"></iframe>',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://www.youtube.com:8443/embed/1',
  ])('%s', (text) => expect(customVideoSource(text)).toBeNull())

  test('every host of players is a plain host name, as the CSP requires', () => {
    for (const host of playerHosts) expect(new URL(`https://${host}/`).hostname).toBe(host)
  })
})
