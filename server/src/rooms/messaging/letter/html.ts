import { createElement as h, Fragment } from 'react'
import { draw } from './blocks.ts'
import type { Letter, Sender } from './letter.ts'
import { grays, lookOf, type Look } from './look.ts'

/** Renders the HTML part of a letter: a whole document in the brand of the site. */
export async function htmlOf(letter: Letter, sender: Sender): Promise<string> {
  // Loaded with the first mail: it imports a CSS framework, which takes a third of a second.
  const kit = await import('react-email')
  const look = lookOf(sender, kit)
  const { direction: dir, tag: lang } = sender
  const card = {
    backgroundColor: '#ffffff',
    border: `1px solid ${grays.line}`,
    borderRadius: 10,
    padding: '32px 32px 16px',
  }
  const titleStyle = { ...look.base, fontSize: 22, lineHeight: '28px', fontWeight: 600, margin: '0 0 16px' }
  const fine = { fontSize: 13, margin: '0 0 4px' }
  return kit.render(
    h(
      kit.Html,
      { lang, dir },
      h(
        kit.Head,
        null,
        h('title', null, letter.subject),
        h('meta', { name: 'viewport', content: 'width=device-width' }),
        h('meta', { name: 'color-scheme', content: 'light' }),
      ),
      h(
        kit.Body,
        { lang, dir, style: { ...look.base, backgroundColor: grays.page, padding: '24px 12px' } },
        h(kit.Preview, { useTitleTag: false, children: letter.preview }),
        h(
          kit.Container,
          { dir, style: { maxWidth: 560, width: '100%' } },
          h(kit.Section, { dir, style: { padding: '0 0 16px' } }, header(look)),
          h(
            kit.Section,
            { dir, style: card },
            letter.title ? h(kit.Heading, { as: 'h1', dir, style: titleStyle }, letter.title) : null,
            letter.blocks.map((block, n) => h(Fragment, { key: n }, draw(block, look))),
          ),
          h(
            kit.Section,
            { dir, style: { padding: '16px 4px' } },
            look.note(sender.questions, fine),
            look.note(`© ${sender.year} ${sender.company}`, fine),
            sender.unsubscribe
              ? look.note(
                  h(
                    kit.Link,
                    { href: sender.unsubscribe.href, style: { color: grays.soft, textDecoration: 'underline' } },
                    sender.unsubscribe.label,
                  ),
                  fine,
                )
              : null,
          ),
        ),
      ),
    ),
  )
}

/** Renders the logo on the brand colour and the name of the site. */
function header({ kit, sender, row, cell, space }: Look) {
  if (sender.logo) {
    const { src, width, height } = sender.logo
    return row(cell({ verticalAlign: 'middle' }, h(kit.Img, { src, width, height, alt: sender.siteName })))
  }
  const middle = { verticalAlign: 'middle', fontSize: 17, lineHeight: '24px' }
  const mark = { width: 40, height: 40, backgroundColor: sender.brand, color: sender.onBrand, borderRadius: 6 }
  return row(
    sender.markPicture
      ? cell(middle, h(kit.Img, { src: sender.markPicture, width: 40, height: 40, alt: '' }))
      : cell({ ...middle, ...mark, fontWeight: 700, textAlign: 'center' }, sender.mark),
    space(12),
    cell({ ...middle, fontWeight: 600 }, sender.siteName),
  )
}
