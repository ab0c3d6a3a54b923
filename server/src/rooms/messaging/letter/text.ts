import type { Block, Letter, Sender } from './letter.ts'

/**
 * Renders the text part of a letter. Each link has a line of its own, so that every program makes the whole link
 * clickable.
 */
export function textOf(letter: Letter, sender: Sender): string {
  const { unsubscribe } = sender
  const footer = ['--', sender.company, sender.questions, `© ${sender.year} ${sender.company}`]
    .concat(unsubscribe ? [`${unsubscribe.label}:`, unsubscribe.href] : [])
    .join('\n')
  return `${[letter.title, ...letter.blocks.map(blockText), footer].filter(Boolean).join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'card':
      return `${block.title} (${block.note})\n${block.label}:\n${block.href}`
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.join('  ')).join('\n')
    case 'links':
      return [block.title, ...block.links.map(({ label, href }) => `${label}:\n${href}`)].join('\n')
    case 'picture':
      return block.href ? `${block.alt}:\n${block.href}` : ''
    default:
      return block.text.replaceAll('\r\n', '\n')
  }
}
