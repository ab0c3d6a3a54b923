import sanitize from 'sanitize-html'

/** HTML that people write, made safe: run when it is written and again when it is read. */

/** An address that a link may lead to: http(s) or mail; null for anything else. */
export function safeAddress(text: string): string | null {
  const address = text.trim()
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  return new URL(address).href
}

/** A few elements without attributes, well nested; a link keeps a checked address. */
const rules: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Their content is no text for people.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'iframe',
    'object',
    'template',
    'title',
    'svg',
    'math',
  ],
  nestingLimit: 40,
  transformTags: {
    a: (tagName, { href }) => {
      const address = safeAddress(href ?? '')
      const attribs: sanitize.Attributes = {}
      if (address) Object.assign(attribs, { href: address, rel: 'noopener noreferrer', target: '_blank' })
      return { tagName, attribs }
    },
  },
}

/** The allowed part of the markup. */
export const cleanHtml = (html: string): string => sanitize(html, rules)

const inLine = /<\/?(?:a|b|strong|i|em|u)\b[^>]*>/g
const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The words of the markup in one line, cut at a space to at most `most` characters. */
export function plainText(html: string, most: number): string {
  const words = cleanHtml(html)
    .replaceAll(inLine, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity]!)
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
