import { expect, test } from 'vitest'
import { htmlOf } from './html.ts'
import type { Sender } from './letter.ts'

test('the logo has the brand colour, readable letters and a font for the script', async () => {
  const sender: Sender = {
    company: 'A & B',
    siteName: 'Garage',
    mark: 'G',
    brand: '#ff9900',
    onBrand: '#1c0f04',
    brandText: '#8a5200',
    brandLine: '#ffe0b3',
    tag: 'th-TH',
    direction: 'ltr',
    font: "'Noto Sans Thai'",
    linkHint: 'hint',
    questions: 'questions',
    year: 2026,
  }
  const html = await htmlOf({ subject: 's', preview: 'p', title: 't', blocks: [] }, sender)
  const [, style] = /<td[^>]*style="([^"]*)">G</.exec(html)!
  expect(style).toContain('background-color:#ff9900')
  expect(style).toContain('color:#1c0f04')
  expect(html).toContain('A &amp; B')
  expect(html).toContain('Noto Sans Thai')

  const markPicture = 'https://films.example/site-logos/a.png'
  const own = await htmlOf({ subject: 's', preview: 'p', title: 't', blocks: [] }, { ...sender, markPicture })
  expect(own).toMatch(/<img[^>]*src="https:\/\/films.example\/site-logos\/a.png"/)
  expect(own).not.toContain('>G</td>')
})
