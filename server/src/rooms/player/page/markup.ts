import { escapeHtml } from '../../sites/legal.ts'

/** HTML templates that escape every inserted value, and the icons of the page. */

export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Markup | null | false | readonly Piece[]

/**
 * Escapes every inserted value except markup; null and false become nothing. Line breaks of the template become spaces;
 * those of inserted values are preserved.
 */
export const markup = (parts: TemplateStringsArray, ...given: readonly Piece[]): Markup =>
  new Markup(shortened(parts).reduce((all, part, i) => all + written(given[i - 1] ?? '') + part))

const kept = new WeakMap<TemplateStringsArray, string[]>()

function shortened(parts: TemplateStringsArray): string[] {
  let short = kept.get(parts)
  if (!short) {
    short = parts.map((part) => part.replaceAll(/\s*\n\s*/g, ' '))
    kept.set(parts, short)
  }
  return short
}

function written(piece: Piece): string {
  if (piece instanceof Markup) return piece.text
  if (piece === null || piece === false) return ''
  if (typeof piece === 'string' || typeof piece === 'number') return escapeHtml(String(piece))
  return piece.map(written).join('')
}

/** Returns JSON for an element of the page, escaped so that it cannot end the element. */
export const jsonBlock = (id: string, value: unknown): Markup =>
  new Markup(`<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)

/** Paths of Tabler's icons, on 24 by 24. */
const paths = {
  world: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18',
  check: 'M5 12l5 5l10-10',
  phone: 'M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5-2.5l5 2v4a2 2 0 0 1-2 2a16 16 0 0 1-15-15a2 2 0 0 1 2-2',
  phoneCall:
    'M5 4h4l2 5l-2.5 1.5a11 11 0 0 0 5 5l1.5-2.5l5 2v4a2 2 0 0 1-2 2a16 16 0 0 1-15-15a2 2 0 0 1 2-2M15 7a2 2 0 0 1 2 2M15 3a6 6 0 0 1 6 6',
  pin: 'M9 11a3 3 0 1 0 6 0a3 3 0 0 0-6 0M17.657 16.657l-4.243 4.243a2 2 0 0 1-2.827 0l-4.244-4.243a8 8 0 1 1 11.314 0',
  pdf: 'M14 3v4a1 1 0 0 0 1 1h4M5 12v-7a2 2 0 0 1 2-2h7l5 5v4M5 18h1.5a1.5 1.5 0 0 0 0-3h-1.5v6M17 18h2M20 15h-3v6M11 15v6h1a2 2 0 0 0 2-2v-2a2 2 0 0 0-2-2h-1',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5M12 4v12',
  chevron: 'M9 6l6 6l-6 6',
  down: 'M6 9l6 6l6-6',
  play: 'M7 4v16l13-8l-13-8',
  pause:
    'M6 6a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1zM14 6a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-2a1 1 0 0 1-1-1z',
  volume:
    'M15 8a5 5 0 0 1 0 8M17.7 5a9 9 0 0 1 0 14M6 15h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l3.5-4.5a.8.8 0 0 1 1.5.5v14a.8.8 0 0 1-1.5.5l-3.5-4.5',
  muted:
    'M16 10l4 4m0-4l-4 4M6 15h-2a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1h2l3.5-4.5a.8.8 0 0 1 1.5.5v14a.8.8 0 0 1-1.5.5l-3.5-4.5',
  captions:
    'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2zM10 10.5a1.5 1.5 0 0 0-3 0v3a1.5 1.5 0 0 0 3 0M17 10.5a1.5 1.5 0 0 0-3 0v3a1.5 1.5 0 0 0 3 0',
  full: 'M4 8v-2a2 2 0 0 1 2-2h2M4 16v2a2 2 0 0 0 2 2h2M16 4h2a2 2 0 0 1 2 2v2M16 20h2a2 2 0 0 0 2-2v-2',
  send: 'M10 14l11-11M21 3l-6.5 18a.55.55 0 0 1-1 0l-3.5-7l-7-3.5a.55.55 0 0 1 0-1l18-6.5',
  message: 'M8 9h8M8 13h6M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5l-5 3v-3h-2a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3z',
  replay: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5',
  back: 'M9 13l-4-4l4-4M5 9h9a5 5 0 0 1 0 10h-3',
  forward: 'M15 13l4-4l-4-4M19 9h-9a5 5 0 0 0 0 10h3',
  tag: 'M7.5 7.5m-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0M3 6v5.2a2 2 0 0 0 .6 1.4l7.8 7.8a2 2 0 0 0 2.9 0l6.1-6.1a2 2 0 0 0 0-2.9l-7.8-7.8a2 2 0 0 0-1.4-.6h-5.2a3 3 0 0 0-3 3',
  clock: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0-18 0M12 7v5l3 3',
} as const

export const icon = (name: keyof typeof paths, className = ''): Markup =>
  new Markup(`<svg class="icon ${className}" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[name]}"/></svg>`)
