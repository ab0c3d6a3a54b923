import { parseSync } from 'vite'

/** Finds the small faults of `npm run mutate` in the syntax tree of a module. Each fault changes a few letters. */

export interface Change {
  kind: string
  /** Offsets in the source text. */
  start: number
  end: number
  replacement: string
}

interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const otherOperator: Record<string, string> = {
  '&&': '||',
  '||': '&&',
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
}

/** Returns every possible change of the module, in source order. Throws if the text is not valid TypeScript. */
export function changesIn(path: string, text: string): Change[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length) throw new Error(`${path}: ${errors[0]!.message}`)
  const found: Change[] = []
  const add = (kind: string, { start, end }: { start: number; end: number }, replacement: string) =>
    found.push({ kind, start, end, replacement })
  const source = ({ start, end }: Node) => text.slice(start, end)

  /** Names of functions whose first argument is the message key of a refusal. */
  const refusals = /^(fail|refuse|HttpRefusal)$/

  function look(node: Node, parent: Node | undefined) {
    switch (node.type) {
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = node['test'] as Node
        add('condition turned round', test, `!(${source(test)})`)
        break
      }
      case 'LogicalExpression':
      case 'BinaryExpression': {
        const [left, right] = [node['left'] as Node, node['right'] as Node]
        const operator = node['operator'] as string
        const other = otherOperator[operator]
        const at = text.indexOf(operator, left.end)
        if (other && at >= 0 && at < right.start)
          add(
            operator.length > 2 || '&|'.includes(operator[0]!) ? 'operator' : 'off by one',
            { start: at, end: at + operator.length },
            other,
          )
        break
      }
      case 'Literal': {
        const value = node['value']
        if (parent?.type.startsWith('TS') || parent?.type === 'ImportDeclaration') break
        if (typeof value === 'number' && Number.isInteger(value)) add('off by one', node, String(value + 1))
        if (typeof value === 'boolean') add('yes and no', node, String(!value))
        break
      }
      case 'CallExpression':
      case 'NewExpression': {
        const callee = node['callee'] as Node
        const args = node['arguments'] as Node[]
        if (callee.type === 'MemberExpression') {
          const name = (callee['property'] as Node)['name']
          if (name === 'where' || name === 'andWhere')
            add('scope dropped', { start: (callee['object'] as Node).end, end: node.end }, '')
        }
        if (callee.type === 'Identifier' && refusals.test(String(callee['name']))) {
          const key = args.find((one) => one.type === 'Literal' && typeof one['value'] === 'string')
          if (key) add('message key', key, `'${String(key['value'])}_x'`)
        }
        break
      }
      case 'ExpressionStatement':
        if ((node['expression'] as Node).type === 'AwaitExpression') add('statement removed', node, ';')
        break
      case 'ThrowStatement':
        add('error swallowed', node, ';')
        break
      case 'CatchClause': {
        const body = node['body'] as Node
        if ((body['body'] as Node[]).length > 0) add('error swallowed', body, '{}')
        break
      }
      case 'Property': {
        // A field of a returned object: renaming it removes the field.
        const key = node['key'] as Node
        if (parent?.type === 'ObjectExpression' && key.type === 'Identifier' && !node['computed'] && !node['shorthand'])
          if (isGivenBack.has(parent)) add('key changed', key, `${String(key['name'])}_x`)
        break
      }
    }
    if (node.type === 'ReturnStatement' || node.type === 'ArrowFunctionExpression') {
      const given = (node['argument'] ?? node['body']) as Node | null
      if (given?.type === 'ObjectExpression') isGivenBack.add(given)
      if (given?.type === 'ParenthesizedExpression') isGivenBack.add(given['expression'] as Node)
    }
    for (const [field, value] of Object.entries(node)) {
      if (field === 'typeAnnotation' || field === 'typeArguments' || field === 'returnType') continue
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child, node)
    }
  }
  const isGivenBack = new Set<Node>()
  look(program as unknown as Node, undefined)
  return found.toSorted((a, b) => a.start - b.start)
}

export const applied = (
  text: string,
  { start, end, replacement }: Pick<Change, 'start' | 'end' | 'replacement'>,
): string => text.slice(0, start) + replacement + text.slice(end)

/** Returns the line number of an offset, from 1. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Returns the changed lines in diff format. */
export function diffOf(before: string, after: string): string {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let first = 0
  while (first < old.length && old[first] === now[first]) first += 1
  let last = 0
  while (last < old.length - first && last < now.length - first && old.at(-1 - last) === now.at(-1 - last)) last += 1
  const part = (lines: string[], sign: string) =>
    lines.slice(first, lines.length - last).map((line) => `    ${sign} ${line.trim()}`)
  return [...part(old, '-'), ...part(now, '+')].join('\n')
}

/** Returns a generator of numbers from 0 to 1, determined by the seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
