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
  quote: ({ text }, { sender, cell, row, table }) => {
    const rule = `3px solid ${sender.brandLine}`
    const lines = text.split(/\r?\n/).flatMap((words, n) => (n > 0 ? [h('br', { key: n }), words] : [words]))
    const words = h('div', { dir: 'auto', style: { fontSize: 16, lineHeight: '24px' } }, ...lines)
    const side = sender.direction === 'rtl' ? { borderRight: rule } : { borderLeft: rule }
    const below = h('tr', null, cell({ height: 16, fontSize: 1 }, '\u00a0'))
    return table({ width: '100%' }, h('tr', null, cell({}, row(cell({ padding: '4px 16px', ...side }, words)))), below)
  },
}

/** One block as an element. Its texts are shown as they are, markup and all. */
export function draw<K extends Block['kind']>(block: Of<K>, look: Look): ReactNode {
  const drawing: (block: Of<K>, look: Look) => ReactNode = drawings[block.kind]
  return drawing(block, look)
}
