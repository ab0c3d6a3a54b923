/**
 * Validates the symbol of a warning light. Pages inline it in their HTML, so that it takes their colour; therefore only
 * shapes and their geometry and drawing attributes are allowed, and nothing that executes, styles or loads.
 */

const elements = new Set(['path', 'circle', 'rect', 'g', 'line', 'polygon'])

const number = /^-?\d*\.?\d+$/
const numbers = /^[-\d., ]+$/
const paint = /^(none|currentColor)$/
const attributes: Readonly<Record<string, RegExp>> = {
  d: /^[MmLlHhVvCcSsQqTtAaZz\d., -]+$/,
  points: numbers,
  transform: /^(?:(?:rotate|translate|scale)\([-\d., ]+\) ?)+$/,
  fill: paint,
  stroke: paint,
  'fill-rule': /^(evenodd|nonzero)$/,
  'stroke-linecap': /^(round|butt|square)$/,
  'stroke-linejoin': /^(round|miter|bevel)$/,
  'stroke-dasharray': numbers,
  ...Object.fromEntries(
    ['cx', 'cy', 'r', 'x', 'y', 'rx', 'ry', 'width', 'height', 'x1', 'y1', 'x2', 'y2', 'stroke-width'].map((name) => [
      name,
      number,
    ]),
  ),
}
const ofRoot: Readonly<Record<string, RegExp>> = {
  ...attributes,
  xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/,
  viewBox: /^0 0 64 64$/,
}

const tag = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<>&]*")*)\s*(\/?)>/y
const attribute = /([\w:-]+)="([^"]*)"/g

/** Returns a short description of the problem in an SVG, or null. */
export function checkDrawing(svg: string): string | null {
  const open: string[] = []
  const text = svg.trim()
  let at = 0
  while (at < text.length) {
    tag.lastIndex = at
    const found = tag.exec(text)
    if (!found) return `not a plain element: ${text.slice(at, at + 40)}`
    const [all, closing, name = '', rest = '', empty] = found
    const isRoot = at === 0
    if (closing) {
      if (open.pop() !== name) return `</${name}> closes nothing`
    } else {
      if (isRoot !== (name === 'svg') || (!isRoot && !elements.has(name))) return `the element ${name} is not allowed`
      if (!isRoot && open.length === 0) return `${name} stands outside of svg`
      const fault = attributeFault(rest, isRoot ? ofRoot : attributes)
      if (fault) return `${name}: ${fault}`
      if (isRoot && !/\sviewBox=/.test(rest)) return 'svg has no viewBox'
      if (!empty) open.push(name)
    }
    at += all.length
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0
  }
  if (open.length > 0) return `${open.at(-1)} is not closed`
  return text === '' ? 'empty' : null
}

function attributeFault(rest: string, allowed: Readonly<Record<string, RegExp>>): string | null {
  for (const [, name = '', value = ''] of rest.matchAll(attribute)) {
    const form = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (!form) return `the attribute ${name} is not allowed`
    if (!form.test(value)) return `${name}="${value}" is not allowed`
  }
  return null
}
