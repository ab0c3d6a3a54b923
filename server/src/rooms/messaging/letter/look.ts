import { colours } from '@cutaway/contract/tokens.ts'
import { createElement as h, type CSSProperties, type ReactNode } from 'react'
import type * as reactEmail from 'react-email'
import type { Sender } from './letter.ts'

/**
 * The elements of letters. They use tables and inline styles, because Outlook renders mail with a word processor, and
 * set the direction on every element, because webmail programs remove the outer ones.
 */

export const grays = {
  ink: colours['gray-9'],
  soft: colours['gray-6'],
  line: colours['gray-2'],
  page: colours['gray-0'],
}

export type Kit = typeof reactEmail

export interface Look {
  kit: Kit
  sender: Sender
  /** The styles of every text element. */
  base: CSSProperties
  cell: (style: CSSProperties, ...children: ReactNode[]) => ReactNode
  /** A row of cells. */
  row: (...cells: ReactNode[]) => ReactNode
  /** An empty cell of a width in pixels. */
  space: (width: number) => ReactNode
  text: (words: ReactNode, style?: CSSProperties) => ReactNode
  /** Small, muted text. */
  note: (words: ReactNode, style?: CSSProperties) => ReactNode
  /** A layout table around rows. */
  table: (style: CSSProperties, ...rows: ReactNode[]) => ReactNode
}

export function lookOf(sender: Sender, kit: Kit): Look {
  const { direction: dir } = sender
  const start = dir === 'rtl' ? 'right' : 'left'
  const fontFamily = [sender.font, 'Inter', 'Arial', 'sans-serif'].filter(Boolean).join(', ')
  const base: CSSProperties = { fontFamily, color: grays.ink, textAlign: start, direction: dir }

  const cell: Look['cell'] = (style, ...children) =>
    h('td', { dir, align: start, style: { ...base, ...style } }, ...children)
  const table: Look['table'] = (style, ...rows) =>
    h(
      'table',
      { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, dir, style },
      h('tbody', null, ...rows),
    )
  const text: Look['text'] = (words, style) =>
    h(kit.Text, { dir, style: { ...base, fontSize: 16, lineHeight: '24px', margin: '0 0 16px', ...style } }, words)
  return {
    kit,
    sender,
    base,
    cell,
    table,
    row: (...cells) => table({}, h('tr', null, ...cells)),
    space: (width) => cell({ width, fontSize: 1 }, '\u00a0'),
    text,
    note: (words, style) => text(words, { fontSize: 14, lineHeight: '20px', color: grays.soft, ...style }),
  }
}
