/**
 * HTML that people write, made safe: run when it is written and again when it is read. The answer is put together anew
 * from escaped text and from a few elements without attributes (`a` keeps a checked address), so whatever was in the
 * input, nothing else can come out.
 */

const allowed = new Set(['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'a'])
const empty = new Set(['br'])
const deepest = 40
/** Elements whose content is no text for people. */
const dropped = new Set([
  'script',
  'style',
  'iframe',
  'object',
  'template',
  'noscript',
  'svg',
  'math',
  'textarea',
  'title',
])

/** The allowed part of the markup, well nested. */
export function cleanHtml(html: string): string {
  const open: string[] = []
  let out = ''
  for (const piece of pieces(html)) {
    if ('text' in piece) out += escapeText(decode(piece.text))
    else if (!allowed.has(piece.name)) continue
    else if (!piece.end) {
      if (open.length === deepest) continue
      out += piece.name === 'a' ? openLink(piece.attributes) : `<${piece.name}>`
      if (!empty.has(piece.name)) open.push(piece.name)
    } else if (open.includes(piece.name))
      for (let name = open.pop(); name !== undefined; name = name === piece.name ? undefined : open.pop())
        out += `</${name}>`
  }
  return (
    out +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  )
}

/** The words of the markup in one line, cut at a space to at most `most` characters. */
export function plainText(html: string, most: number): string {
  const words = pieces(html)
    .map((piece) => ('text' in piece ? decode(piece.text) : inLine.has(piece.name) ? '' : ' '))
    .join('')
    // Spaces that hold words together stay.
    .replaceAll(/[^\S\u00a0\u202f]+/g, ' ')
    .trim()
  const letters = Array.from(words)
  if (letters.length <= most) return words
  const cut = letters.slice(0, most).join('')
  const space = cut.lastIndexOf(' ')
  // Some scripts have no spaces.
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
const inLine = new Set(['a', 'b', 'strong', 'i', 'em', 'u', 'span'])

type Piece = { text: string } | { name: string; end: boolean; attributes: string }

/** Text and tags in order; comments, declarations and the content of dropped elements are left out. */
function pieces(html: string): Piece[] {
  const found: Piece[] = []
  const tag =
    /<!--[\s\S]*?(?:-->|$)|<[!?][^>]*>?|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^'">])*)(?:>|$)/gi
  let at = 0
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    if (match.index > at) found.push({ text: html.slice(at, match.index) })
    at = tag.lastIndex
    const name = match[2]?.toLowerCase()
    if (name === undefined) continue
    if (dropped.has(name)) {
      if (match[1]) continue
      const end = new RegExp(`</${name}\\b[^>]*>?`, 'gi')
      end.lastIndex = at
      at = end.exec(html) ? end.lastIndex : html.length
      tag.lastIndex = at
    } else found.push({ name, end: match[1] === '/', attributes: match[3] ?? '' })
  }
  if (at < html.length) found.push({ text: html.slice(at) })
  return found
}

function openLink(attributes: string): string {
  const href = /(?:^|[\s"'/])href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes)
  const address = safeAddress(decode(href?.[1] ?? href?.[2] ?? href?.[3] ?? ''))
  return address ? `<a href="${escapeText(address)}" rel="noopener noreferrer" target="_blank">` : '<a>'
}

/** An address that a link may lead to: http(s) or mail; null for anything else. */
export function safeAddress(text: string): string | null {
  const address = text.trim()
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  return new URL(address).href
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** Entities as characters. Unknown ones stay text, so that what was checked is what a browser reads. */
function decode(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi,
    (whole, hex?: string, number?: string, name?: string) => {
      const code = hex ? Number.parseInt(hex, 16) : number ? Number(number) : undefined
      if (code !== undefined) return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
      return named[name?.toLowerCase() ?? ''] ?? whole
    },
  )
}

const escapeText = (text: string): string => text.replaceAll(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
