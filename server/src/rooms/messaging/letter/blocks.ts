import { createElement as h, Fragment, type CSSProperties, type ReactNode } from 'react'
import type { Block } from './letter.ts'
import { grays, type Look } from './look.ts'

type Of<K extends Block['kind']> = Extract<Block, { kind: K }>

const drawings: { [K in Block['kind']]: (block: Of<K>, look: Look) => ReactNode } = {
  paragraph: ({ text }, look) => look.text(text),
  small: ({ text }, look) => look.note(text),
  button: ({ label, href }, { kit, sender, base, note }) => {
    const style: CSSProperties = {
      fontFamily: base.fontFamily,
      fontSize: 16,
      fontWeight: 600,
      backgroundColor: sender.brand,
      color: sender.onBrand,
      borderRadius: 6,
      padding: '12px 24px',
      margin: '8px 0 24px',
    }
    const address = { href, dir: 'ltr', style: { color: sender.brandText, wordBreak: 'break-all' as const } }
    return h(
      Fragment,
      null,
      h(kit.Button, { href, style }, label),
      note(sender.linkHint, { margin: '0 0 4px' }),
      note(h(kit.Link, address, href)),
    )
  },
  picture: ({ src, alt, width, href }, { kit }) => {
    const style: CSSProperties = { width: '100%', maxWidth: width, height: 'auto', borderRadius: 6, margin: '0 0 16px' }
    const picture = h(kit.Img, { src, alt, width: Math.min(width, 496), style: { ...style, display: 'block' } })
    return href ? h(kit.Link, { href }, picture) : picture
  },
  card: ({ src, title, note, href, label }, { kit, sender, base, cell, table, space }) => {
    const picture = { width: '100%', height: 'auto', borderRadius: 8, display: 'block' }
    const line: CSSProperties = { fontSize: 15, lineHeight: '22px', padding: '10px 0' }
    const button: CSSProperties = {
      ...base,
      display: 'block',
      textAlign: 'center',
      fontSize: 16,
      fontWeight: 600,
      backgroundColor: sender.brand,
      color: sender.onBrand,
      borderRadius: 6,
      padding: '12px 24px',
      margin: '0 0 24px',
    }
    const end = sender.direction === 'rtl' ? 'left' : 'right'
    const words = h(
      'tr',
      null,
      cell({ ...line, fontWeight: 600 }, title),
      space(12),
      h('td', { align: end, style: { ...base, ...line, textAlign: end, color: grays.soft } }, note),
    )
    return h(
      Fragment,
      null,
      h(kit.Link, { href }, h(kit.Img, { src, alt: title, width: 496, style: picture })),
      table({ width: '100%' }, words),
      h(kit.Button, { href, style: button }, label),
    )
  },
  links: ({ title, links }, { kit, sender, text, note }) =>
    h(
      Fragment,
      null,
      text(title, { fontWeight: 600, margin: '0 0 8px' }),
      ...links.map(({ label, href }) =>
        note(h(kit.Link, { key: href, href, style: { color: sender.brandText } }, label), { margin: '0 0 8px' }),
      ),
    ),
  facts: ({ rows }, { cell, space, table }) => {
    const size: CSSProperties = { fontSize: 14, lineHeight: '20px', padding: '2px 0', verticalAlign: 'top' }
    const line = ({ label, value }: { label: string; value: string }) =>
      h(
        'tr',
        { key: label },
        cell({ ...size, color: grays.soft, whiteSpace: 'nowrap' }, label),
        space(16),
        cell(size, h('span', { dir: 'auto' }, value)),
      )
    return table({ margin: '0 0 16px' }, ...rows.map(line))
  },
  table: ({ head, rows }, { sender, cell, base }) => {
    const size: CSSProperties = {
      fontSize: 14,
      lineHeight: '20px',
      padding: '8px 0',
      borderBottom: `1px solid ${grays.line}`,
    }
    const end = sender.direction === 'rtl' ? 'left' : 'right'
    const line = (cells: readonly string[], n: number, style: CSSProperties) =>
      h(
        'tr',
        { key: n },
        ...cells.map((words, i) =>
          i === 0
            ? cell({ ...size, ...style }, h('span', { dir: 'auto' }, words))
            : h(
                'td',
                {
                  key: i,
                  align: end,
                  style: { ...base, ...size, ...style, textAlign: end, padding: '8px 0 8px 16px' },
                },
                words,
              ),
        ),
      )
    return h(
      'table',
      {
        cellPadding: 0,
        cellSpacing: 0,
        border: 0,
        dir: sender.direction,
        width: '100%',
        style: { margin: '0 0 24px' },
      },
      h(
        'tbody',
        null,
        line(head, -1, { color: grays.soft }),
        ...rows.map((cells, n) => line(cells, n, n === 0 ? { fontWeight: 600 } : {})),
      ),
    )
  },
  quote: ({ text }, { sender, cell, row, table }) => {
    const rule = `3px solid ${sender.brandLine}`
    const lines = text.split(/\r?\n/).flatMap((words, n) => (n > 0 ? [h('br', { key: n }), words] : [words]))
    const words = h('div', { dir: 'auto', style: { fontSize: 16, lineHeight: '24px' } }, ...lines)
    const side = sender.direction === 'rtl' ? { borderRight: rule } : { borderLeft: rule }
    const below = h('tr', null, cell({ height: 16, fontSize: 1 }, '\u00a0'))
    return table({ width: '100%' }, h('tr', null, cell({}, row(cell({ padding: '4px 16px', ...side }, words)))), below)
  },
}

/** Renders one block. Its texts are escaped. */
export function draw<K extends Block['kind']>(block: Of<K>, look: Look): ReactNode {
  const drawing: (block: Of<K>, look: Look) => ReactNode = drawings[block.kind]
  return drawing(block, look)
}
