import sanitize from 'sanitize-html'

/** Sanitises HTML that people write, both when it is written and when it is read. */

/** Returns an address that a link may point to (http, https or mail); null for anything else. */
export function safeAddress(text: string): string | null {
  const address = text.trim()
  if (!/^(https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return null
  return new URL(address).href
}

/** Allows a few elements without attributes, well nested. A link keeps its checked address. */
const rules: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h2', 'h3', 'blockquote', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Their content is not text for people.
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
    a: (tagName, { href }): sanitize.Tag => {
      const address = safeAddress(href ?? '')
      // A link without an address would look like one; a span is not allowed, so that its text remains.
      return address
        ? { tagName, attribs: { href: address, rel: 'noopener noreferrer', target: '_blank' } }
        : { tagName: 'span', attribs: {} }
    },
  },
}

/** Returns the allowed part of the markup. */
export const cleanHtml = (html: string): string => sanitize(html, rules)

/** The markup without its allowed elements: two texts are the same for their readers if only these differ. */
const spelled = (html: string) =>
  html
    .replaceAll(/\s+(?:rel|target)="[^"]*"/g, '')
    .replaceAll(/<br\s*\/?>/g, '<br>')
    .replaceAll(/&quot;/g, '"')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the allowed part of the markup, and whether anything that a reader could miss was removed. */
export function cleanedHtml(html: string): { html: string; wasCleaned: boolean } {
  const clean = cleanHtml(html)
  return { html: clean, wasCleaned: spelled(clean) !== spelled(html) }
}

const inLine = /<\/?(?:a|b|strong|i|em|u)\b[^>]*>/g
const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** Returns the words of the markup on one line, cut at a space to at most `most` characters. */
export function plainText(html: string, most: number): string {
  const words = cleanHtml(html)
    .replaceAll(inLine, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot);/g, (entity) => characters[entity]!)
    // Non-breaking spaces are preserved.
    .replaceAll(/[^\S\u00a0\u202f]+/g, ' ')
    .trim()
  const letters = Array.from(words)
  if (letters.length <= most) return words
  const cut = letters.slice(0, most).join('')
  const space = cut.lastIndexOf(' ')
  // Some scripts have no spaces.
  return `${(space > cut.length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}
