import type * as Fontoxpath from 'fontoxpath'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseXmlDocument, type Document, type Element, type Node } from 'slimdom'

/**
 * Checks e-invoices by the published rules of EN 16931 (EN16931-UBL-validation.sch, version 1.3.16, by the European
 * Commission under the EUPL 1.2: github.com/ConnectingEurope/eInvoicing-EN16931). The rules are XPath expressions.
 */

// The package is CommonJS, whose names Node cannot see from here.
const { evaluateXPathToBoolean, evaluateXPathToNodes } = createRequire(import.meta.url)(
  'fontoxpath',
) as typeof Fontoxpath

interface Rule {
  context: string
  asserts: { id: string; isFatal: boolean; test: string; text: string }[]
}
interface Rules {
  patterns: Rule[][]
  resolve: (prefix: string | null) => string | null
}

/** A rule that an e-invoice breaks. */
export interface Finding {
  id: string
  isFatal: boolean
  text: string
  at: string
}

let rules: Rules | undefined

function readRules(): Rules {
  const file = readFileSync(join(import.meta.dirname, 'EN16931-UBL-validation.sch'), 'utf8')
  const schema = parseXmlDocument(file).documentElement!
  const children = (of: Element, name: string) => of.children.filter(({ localName }) => localName === name)
  const namespaces = new Map(children(schema, 'ns').map((ns) => [ns.getAttribute('prefix'), ns.getAttribute('uri')]))
  return {
    resolve: (prefix) => namespaces.get(prefix) ?? null,
    patterns: children(schema, 'pattern').map((pattern) =>
      children(pattern, 'rule').map((rule) => ({
        context: anywhere(rule.getAttribute('context')!),
        asserts: children(rule, 'assert').map((assert) => ({
          id: assert.getAttribute('id')!,
          isFatal: assert.getAttribute('flag') !== 'warning',
          test: assert.getAttribute('test')!,
          text: assert.textContent ?? '',
        })),
      })),
    ),
  }
}

/** A context is a pattern that nodes anywhere match: each of its alternatives that does not begin at the root does. */
function anywhere(context: string): string {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of context) {
    if ('[('.includes(letter)) depth += 1
    if ('])'.includes(letter)) depth -= 1
    if (letter === '|' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts
    .map((part) => part.trim())
    .map((part) => (part.startsWith('/') ? part : `//${part}`))
    .join(' | ')
}

/**
 * Returns the rules that an e-invoice breaks. The library computes decimals as binary fractions, in which 0.10 + 0.20 is
 * not 0.30. So a rule counts as broken only if whole cents break it too.
 */
export function findingsIn(xml: string): Finding[] {
  const found = broken(xml)
  if (found.length === 0) return found
  const inCents = broken(
    xml.replaceAll(
      /( currencyID="[A-Z]+">)(-?)(\d+)\.(\d\d)</g,
      (_, before: string, sign: string, whole: string, cents: string) => `${before}${sign}${Number(whole + cents)}<`,
    ),
  )
  return found.filter(({ id, at }) => inCents.some((other) => other.id === id && other.at === at))
}

/** Of the rules of a pattern, the first that fits a node applies. */
function broken(xml: string): Finding[] {
  const { patterns, resolve } = (rules ??= readRules())
  const document: Document = parseXmlDocument(xml)
  const options = { namespaceResolver: (prefix: string | null) => resolve(prefix) }
  const found: Finding[] = []
  for (const pattern of patterns) {
    const taken = new Set<Node>()
    for (const { context, asserts } of pattern) {
      for (const node of evaluateXPathToNodes<Node>(context, document, null, null, options)) {
        if (taken.has(node)) continue
        taken.add(node)
        for (const { id, isFatal, test, text } of asserts)
          if (!evaluateXPathToBoolean(test, node, null, null, options))
            found.push({ id, isFatal, text, at: node.nodeName })
      }
    }
  }
  return found
}
